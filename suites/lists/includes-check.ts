/** `includes` adds to what an entity shows and takes nothing away (contract 4.3, 4.4). */
import type { Contract, FixtureKind, Operation, Parameter } from '../../spec/index.ts';
import { enumOf, promisesOf, token, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Check, CheckContext, CheckGroup, Judgement } from '../engine/index.ts';
import {
  answerOf,
  except,
  fail,
  inWords,
  isEmpty,
  losses,
  membersOf,
  observed,
  PASS,
  unshown,
} from '../judges/index.ts';
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
  const promised = promisesOf(contract, operation.id, 'list');
  const [id, same] = [promised.id('includes-keeps'), promised.id('includes-same')];
  return {
    id,
    title: `${operation.method} ${operation.path} shows no less with includes than without`,
    requirements: [id, same],
    effect: 'observe',
    run: async (context) => {
      const kind = operation.entity;
      if (kind === undefined) return;
      for (const fixture of await several(context, kind)) {
        const path = pathOf(operation, fixture);
        const read = async (query: readonly (readonly [string, string])[]): Promise<Look> =>
          lookOf(await context.send(compose(operation, { path, query, label: 'read' })));
        const plain = await read([]);
        const value = String(enumOf(parameter.schema)[0] ?? 'usage');
        const more = await read([[parameter.name, value]]);
        const again = await read([]);
        const label = `${parameter.name}=${value}`;
        context.record(id, judgeIncludes(plain, more, again), { label, exchange: more.exchange });
        context.record(same, judgeSame(Object.values(fixture.ids).map(String), plain, more), {
          label,
          exchange: more.exchange,
        });
        const added = Object.keys(membersOf(more.value) ?? {}).filter(
          (name) => !(name in (membersOf(plain.value) ?? {})),
        );
        context.observe(id, { silence: 'client.includes.effect', value: added });
      }
    },
  };
}

/** One that is there, and the last of those that nobody changes: whose answer is always that of the first is told by another. */
async function several({ session }: CheckContext, kind: FixtureKind): Promise<Fixture[]> {
  const first = await session.fixture({ kind, effect: 'observe' });
  const last = session.target.fixtures().findLast((one) => one.kind === kind && one.allow === 'observe');
  return last === undefined || last === first ? [first] : [first, last];
}

/** What shows an identifier of the path in the plain answer shows it in the other one. */
export function judgeSame(ids: readonly string[], plain: Look, more: Look): Judgement {
  const unfit = withoutEntity([plain, more]);
  if (unfit !== undefined) return unfit;
  const shown = scalarsOf(plain.value).filter(([, value]) => ids.includes(String(value)));
  if (shown.length === 0) return observed({ what: 'none', of: 'identifier-of-the-path', was: 'shown' });
  const wrong = shown.filter(
    ([place, value]) => !isEmpty(valueAt(more.value, place)) && valueAt(more.value, place) !== value,
  );
  if (wrong.length < shown.length) return PASS;
  const [place, value] = wrong[0] ?? ['', undefined];
  return fail(
    `${place} shows ${JSON.stringify(value)}, as without includes`,
    `it shows ${JSON.stringify(valueAt(more.value, place))}`,
  );
}

/** Why two reads cannot be compared. */
function withoutEntity(looks: readonly Look[]): Judgement | undefined {
  for (const { exchange, status } of looks) {
    const { judgement } = answerOf(exchange);
    if (judgement !== undefined) return judgement;
    if (status !== 200) return unshown('earlier-step', { what: 'answered', beside: 'look', status });
  }
  return undefined;
}

/** Places that hold a text or a number, with what they hold. */
function scalarsOf(value: unknown, at = ''): [string, unknown][] {
  if (value === null || typeof value !== 'object') return isEmpty(value) ? [] : [[at, value]];
  return Object.entries(value).flatMap(([name, member]) => scalarsOf(member, `${at}${token(name)}`));
}

/** Every member of the plain answer is there and the same; members that move by themselves are left out. */
export function judgeIncludes(plain: Look, more: Look, again: Look): Judgement {
  const unfit = withoutEntity([plain, more]);
  if (unfit !== undefined) return unfit;
  // What had no value yet is what includes may fill.
  const wrong = except(losses(plain.value, more.value), losses(plain.value, again.value));
  return wrong.length === 0 ? PASS : fail('all that the plain answer shows', `missing or different: ${inWords(wrong)}`);
}
