/** Templates as replacements (contract 4.5). */
import type { Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, ifAvailable } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { judgeBad } from './replacement-judges.ts';
import { PROMISE } from './replacement-promises.ts';
import { isTemplate } from './victims.ts';

/** Templates that are tried as replacements: a server may know its first one alone. */
export const MOST_TEMPLATES = 3;

/**
 * A few of them that nothing in this run has used up, kept until the end: one that is gone is nobody, whom a server may take (silence
 * entity.reference-unknown).
 */
export async function heldTemplates({ session }: CheckContext, templates: readonly Fixture[]): Promise<Fixture[]> {
  const found: Fixture[] = [];
  for (const template of templates) {
    if (found.length === MOST_TEMPLATES) break;
    const where = (one: Fixture): boolean => one === template;
    const held = await ifAvailable(session.fixture({ kind: 'administrator', effect: 'observe', where }));
    if (held !== undefined) found.push(held);
  }
  return found;
}

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
