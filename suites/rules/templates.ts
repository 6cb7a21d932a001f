/** Templates as replacements (contract 4.5). */
import type { Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { judgeBad } from './replacement-judges.ts';
import { PROMISE } from './replacement-promises.ts';
import { isTemplate } from './victims.ts';

/** A template takes over from nobody, of whatever type the deleted one is (4.5): asked of one of each, who stays as long as that holds. */
export async function recordTemplateForEachType(
  context: CheckContext,
  { operation, parameter }: { readonly operation: Operation; readonly parameter: Parameter },
  template: Fixture,
  control: boolean,
): Promise<void> {
  const { session, contract, send } = context;
  const types = contract.machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
  for (const type of context.wants(PROMISE.template) ? types : []) {
    const where = (one: Fixture): boolean => one.traits['type'] === type && !isTemplate(one);
    const lease = await session.lease({ kind: 'administrator', effect: 'destroy', where });
    if (!('fixture' in lease)) continue;
    const { fixture } = lease;
    try {
      const observer = observerOf(send, session, contract.operation('admin.read'), fixture);
      if ((await observer.look()).status !== 200) continue;
      const query = [[parameter.name, String(template.ids['id'])] as const];
      const label = `the template ${template.ids['id']} for one of type ${type}`;
      const exchange = await send(compose(operation, { path: pathOf(operation, fixture), query, label }));
      if (isAccepted(exchange)) await lease.consume();
      const { status } = await observer.until('gone', (seen) => !isAccepted(exchange) || seen.status === 404);
      context.record(PROMISE.template, judgeBad({ label, exchange, after: status }, control), { label, exchange });
    } finally {
      await lease.release();
    }
  }
}
