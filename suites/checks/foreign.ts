/** What stands under another parent than the path names: not there, or a bad request, but never served (contract 7.1). */
import { type Contract, type Exchange, type FixtureKind, type Operation, promisesOf } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, ifAvailable, type Judgement, type Session } from '../engine/index.ts';
import { answerOf, isAccepted, judgeRefusal, observed, parseJson, unshown } from '../judges/index.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { countsForAll, ENOUGH_PARENTS, type Names } from '../requests/wrong-parents.ts';
import { sortOf } from '../subject/search.ts';

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
      const ask = (path: Readonly<Record<string, string>>): Promise<Exchange> =>
        context.send(compose(operation, { path, label: id }));
      const crossed = (own: Fixture, its: Fixture): Record<string, string> => {
        return { ...pathOf(operation, own), [parent]: String(its.ids[parent]) };
      };
      const first = await apart(context, kind, [parent, child]);
      const pairs = [first, ...(await furtherPairs(context, first, [parent, child]))];
      const rows: Row[] = [];
      const seen = new Map<Fixture, Exchange>();
      for (const own of new Set(pairs.flat())) seen.set(own, await ask(pathOf(operation, own)));
      for (const [at, [one, other]] of pairs.entries()) {
        for (const [own, its] of [[one, other] as const, [other, one] as const]) {
          const [path, shown] = [crossed(own, its), seen.get(own)];
          if (shown !== undefined) rows.push({ at, own: shown, foreign: await ask(path), path, ids: own.ids });
        }
      }
      const isCounted = countsForAll(context.session, kind, [parent, child]);
      for (const row of rows) {
        const { own, foreign, path } = row;
        const label = `${parent} ${path[parent]}, ${child} ${path[child]}`;
        context.record(id, judgeForeign(own, foreign, isServed(row, rows, parent, isCounted)), {
          label,
          exchange: foreign,
        });
        const status = foreign.response?.status;
        if (status !== undefined && status >= 400)
          context.observe(id, { silence: 'entity.foreign-parent', value: status });
      }
    },
  };
}

/** What stands below its own parent, and what is answered where it is asked for below another one. */
interface Row {
  /** The pair of which each is asked for below the parent of the other. */
  readonly at: number;
  readonly own: Exchange;
  readonly foreign: Exchange;
  readonly path: Readonly<Record<string, string>>;
  readonly ids: Fixture['ids'];
}

/**
 * True where the very entity of the other parent was served. Ids may count from one under each parent: then another entity is served,
 * and rightly. Not so where each of two different ones shows unchanged under the other's parent, nor where ids count for all parents
 * together, as far as the profile goes, and one shows unchanged under several, or several do under one.
 */
function isServed(row: Row, rows: readonly Row[], parent: string, isCounted: boolean): boolean {
  const unchanged = ({ own, foreign, path, ids }: Row): boolean => isSame([own, ids[parent]], [foreign, path[parent]]);
  const [one, other] = rows.filter(({ at }) => at === row.at);
  if (one === undefined || other === undefined || !unchanged(row)) return false;
  if (contentOf(one.own) !== contentOf(other.own) && unchanged(one) && unchanged(other)) return true;
  const strays = rows.filter(unchanged);
  const parents = strays.filter(({ ids }) => ids === row.ids).map(({ path }) => path[parent]);
  const guests = strays.filter(({ path }) => path[parent] === row.path[parent]).map(({ ids }) => ids);
  return isCounted && [parents, guests].some((some) => new Set<unknown>(some).size >= ENOUGH_PARENTS);
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

/** Others that one is paired with: the next ones on either side, one of its type and traits, and what stands under one of the traits of its parent: a server may tell some apart only. */
async function furtherPairs(
  { session, depth }: CheckContext,
  [one, other]: readonly [Fixture, Fixture],
  [parent, child]: Names,
): Promise<(readonly [Fixture, Fixture])[]> {
  if (depth === 'quick') return [];
  const all = session.target.fixtures().filter(({ kind }) => kind === one.kind);
  const at = all.indexOf(one);
  const onePerParent = (some: readonly Fixture[]): Fixture[] =>
    [...Map.groupBy(some, ({ ids }) => ids[parent]).values()]
      .flatMap((its) => its.slice(0, 1))
      .slice(0, ENOUGH_PARENTS);
  const apart = all.filter(
    (its) =>
      its !== other &&
      its.ids[parent] !== one.ids[parent] &&
      its.ids[child] !== one.ids[child] &&
      !all.some(({ ids }) => ids[parent] === one.ids[parent] && ids[child] === its.ids[child]) &&
      !all.some(({ ids }) => ids[parent] === its.ids[parent] && ids[child] === one.ids[child]),
  );
  const near = [
    ...onePerParent(apart.filter((its) => all.indexOf(its) < at).reverse()),
    ...onePerParent(apart.filter((its) => all.indexOf(its) > at)),
    apart.find((its) => sortOf(its) === sortOf(one)),
    ...kindred(session, one, apart),
  ];
  const pairs: (readonly [Fixture, Fixture])[] = [];
  for (const its of new Set(near.filter((found) => found !== undefined))) {
    const found = await ifAvailable(
      session.fixture({ kind: one.kind, effect: 'observe', where: (any) => any === its }),
    );
    if (found !== undefined) pairs.push([one, found]);
  }
  return pairs;
}

/** For each trait that what one stands under has, the first that stands under another one of the same trait. */
function kindred({ target }: Session, one: Fixture, others: readonly Fixture[]): (Fixture | undefined)[] {
  const above = (own: Fixture): Fixture | undefined => target.fixtures().find((upper) => liesBelow(own, upper));
  return Object.entries(above(one)?.traits ?? {}).map(([name, value]) =>
    others.find((its) => above(its)?.traits[name] === value),
  );
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
