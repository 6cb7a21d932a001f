/** What stands under another parent than the path names: not there, or a bad request, but never served (contract 7.1). */
import { type Contract, type Exchange, type FixtureKind, type Operation, promisesOf } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, isAccepted, judgeRefusal, observed, parseJson, unshown } from '../judges/index.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';

/** One check per read whose path names a parent and what stands under it; with fixtures of two parents. */
export function foreignCheck(contract: Contract, operation: Operation): Check | undefined {
  const [parent, child] = pathParameters(operation).map(({ name }) => name);
  const { entity: kind } = operation;
  const id = promisesOf(contract, operation.id, 'absence').find('foreign');
  if (id === undefined || kind === undefined || parent === undefined || child === undefined) return undefined;
  return {
    id,
    title: `${operation.method} ${operation.path} does not serve what stands under another ${parent}`,
    requirements: [id],
    effect: 'observe',
    run: async (context) => {
      const pair = await apart(context, kind, [parent, child]);
      const [one, other] = pair;
      const ask = (path: Readonly<Record<string, string>>): Promise<Exchange> =>
        context.send(compose(operation, { path, label: id }));
      const crossed = (own: Fixture, its: Fixture): Record<string, string> => {
        return { ...pathOf(operation, own), [parent]: String(its.ids[parent]) };
      };
      const rows = [];
      for (const [own, its] of [pair, [other, one] as const]) {
        const path = crossed(own, its);
        rows.push({ own: await ask(pathOf(operation, own)), foreign: await ask(path), path, ids: own.ids });
      }
      const shown = rows.map(({ own }) => contentOf(own));
      // Ids may count from one under each parent: then another entity is served, and rightly. Not so where each of two
      // different ones shows unchanged under the other's parent.
      const same =
        shown[0] !== undefined &&
        shown[0] !== shown[1] &&
        rows.every(({ own, foreign, path, ids }) => isSame([own, ids[parent]], [foreign, path[parent]]));
      for (const { own, foreign, path } of rows) {
        const label = `${parent} ${path[parent]}, ${child} ${path[child]}`;
        context.record(id, judgeForeign(own, foreign, same), { label, exchange: foreign });
        const status = foreign.response?.status;
        if (status !== undefined && status >= 400)
          context.observe(id, { silence: 'entity.foreign-parent', value: status });
      }
    },
  };
}

/** Pure. `same`: what was served is shown to be the very entity of the other parent. */
export function judgeForeign(own: Exchange, foreign: Exchange, same: boolean): Judgement {
  const control = answerOf(own).judgement ?? answerOf(foreign).judgement;
  if (control !== undefined) return control;
  if (!isAccepted(own))
    return unshown('control-refused', { what: 'answered', beside: 'control', status: own.response?.status });
  if (isAccepted(foreign) && !same)
    return observed({ what: 'answered', status: foreign.response?.status, but: 'perhaps-another' });
  return judgeRefusal(foreign, { statuses: 'any-4xx', because: 'it stands under another parent' });
}

type Names = readonly [parent: string, child: string];

/** Two fixtures with nothing in common, of which neither is known under the other's parent. */
async function apart(
  { session }: CheckContext,
  kind: FixtureKind,
  [parent, child]: Names,
): Promise<readonly [Fixture, Fixture]> {
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  const isKnown = (of: Fixture, under: Fixture): boolean =>
    fixtures.some(({ ids }) => ids[parent] === under.ids[parent] && ids[child] === of.ids[child]);
  const fits = (one: Fixture, other: Fixture): boolean => !isKnown(one, other) && !isKnown(other, one);
  const paired = fixtures.filter((one) => fixtures.some((other) => fits(one, other)));
  const one = await session.fixture({
    kind,
    effect: 'observe',
    ...(paired.length === 0 ? {} : { where: (found: Fixture) => paired.includes(found) }),
  });
  // Two of different parents are needed: one is looked for under the parent of the other.
  const other = await session.fixture({
    kind,
    effect: 'observe',
    where: (found) => fits(one, found),
    as: `that stands under another ${parent} than the rest and has another ${child} than all of them`,
  });
  return [one, other];
}

type Shown = readonly [exchange: Exchange, parent: string | number | undefined];

/** Whether two answers show the same, be it but for the parent that each was asked for. */
function isSame([own, its]: Shown, [foreign, other]: Shown): boolean {
  return (
    contentOf(own) !== undefined &&
    (contentOf(own) === contentOf(foreign) || contentOf(own, its) === contentOf(foreign, other))
  );
}

/** The JSON of a success as text, less what is written like `parent`; undefined when there is none. */
function contentOf(exchange: Exchange, parent?: string | number): string | undefined {
  if (exchange.response === undefined || !isAccepted(exchange)) return undefined;
  const { value, error } = { error: undefined, value: undefined, ...parseJson(exchange.response) };
  if (error !== undefined || typeof value !== 'object') return undefined;
  return JSON.stringify(value, (_, member: unknown) =>
    parent !== undefined && String(member) === String(parent) ? null : member,
  );
}
