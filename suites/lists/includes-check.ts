/** `includes` adds to what an entity shows and takes nothing away (contract 4.3, 4.4). */

import { promisesOf } from '../../spec/requirements/promises.ts';
import { dereference } from '../../spec/standalone.ts';
import type { Contract, Operation, Parameter } from '../../spec/types.ts';
import type { Check, CheckGroup, Judgement } from '../engine/check.ts';
import { except, inWords, losses } from '../judges/difference.ts';
import { membersOf } from '../judges/envelope-record.ts';
import { answerOf } from '../judges/transport.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { type Look, lookOf } from '../subject/read.ts';

/** One group per GET that takes `includes`. */
export function includesGroups(contract: Contract): CheckGroup[] {
  return contract.operations.flatMap((operation): CheckGroup[] => {
    const parameter = operation.parameters.find(({ name, in: place }) => place === 'query' && name === 'includes');
    if (operation.method !== 'GET' || parameter === undefined) return [];
    const check = includesCheck(contract, operation, parameter);
    return [{ id: check.id, area: operation.area, operation: operation.id, parallel: false, checks: [check] }];
  });
}

function includesCheck(contract: Contract, operation: Operation, parameter: Parameter): Check {
  const id = promisesOf(contract, operation.id, 'list').id('includes-keeps');
  return {
    id,
    title: `${operation.method} ${operation.path} shows no less with includes than without`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      const kind = operation.entity;
      if (kind === undefined) return;
      const fixture = await context.session.fixture({ kind, effect: 'observe' });
      const path = pathOf(operation, fixture);
      const read = async (query: readonly (readonly [string, string])[]): Promise<Look> =>
        lookOf(await context.send(compose(operation, { path, query, label: 'read' })));
      const plain = await read([]);
      const value = firstMember(parameter) ?? 'usage';
      const more = await read([[parameter.name, value]]);
      const again = await read([]);
      const label = `${parameter.name}=${value}`;
      context.record(id, judgeIncludes(plain, more, again), { label, exchange: more.exchange });
      const added = Object.keys(membersOf(more.value) ?? {}).filter(
        (name) => !(name in (membersOf(plain.value) ?? {})),
      );
      context.observe(id, { silence: 'client.includes.effect', value: added });
    },
  };
}

/** Every member of the plain answer is there and the same; members that move by themselves are left out. */
export function judgeIncludes(plain: Look, more: Look, again: Look): Judgement {
  for (const { exchange, status } of [plain, more]) {
    const { judgement } = answerOf(exchange);
    if (judgement !== undefined) return judgement;
    if (status !== 200) {
      return { verdict: 'inconclusive', cause: 'earlier-step', reason: `A read is answered with ${status}.` };
    }
  }
  // What had no value yet is what includes may fill.
  const wrong = except(losses(plain.value, more.value), losses(plain.value, again.value));
  if (wrong.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    expected: 'all that the plain answer shows',
    actual: `missing or different: ${inWords(wrong)}`,
  };
}

function firstMember({ schema }: Parameter): string | undefined {
  const node = dereference(schema);
  if (typeof node === 'boolean') return undefined;
  const item = node['items'] as { readonly enum?: readonly string[] } | undefined;
  return (node['enum'] as readonly string[] | undefined)?.[0] ?? item?.enum?.[0];
}
