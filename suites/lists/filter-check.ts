/** Each filter of the SSL list against the unfiltered list and against itself with other values (contract 3.1, 4.2). */
import type { Contract, FilterKind, Parameter } from '../../spec/index.ts';
import { filterKind, filtersOf, isRefusal, promisesOf } from '../../spec/index.ts';
import type { Check, CheckContext } from '../engine/index.ts';
import { fail, observed, PASS, type Remark, unshown } from '../judges/index.ts';
import { DAYS, declaredValues, membersOf, nobodys, valuesOf } from './filter-values.ts';
import type { Listing } from './listing.ts';
import { type Keys, notWithin, overlap, sameSet } from './relations.ts';
import {
  FEW_ENTRIES,
  type Finding,
  isBroken,
  isWorld,
  judgeSteadily,
  listCheck,
  listOf,
  noList,
  recordFinding,
  type World,
  worldOf,
} from './world.ts';

const SELECTS: Readonly<Partial<Record<FilterKind, (view: View) => Promise<Cases>>>> = {
  days: selectsDays,
  enum: selectsMembers,
};

/** One check per filter. */
export function filterChecks(contract: Contract): Check[] {
  return filtersOf(contract.operation('ssl.list')).map((filter) => filterCheck(contract, filter));
}

function filterCheck(contract: Contract, filter: Parameter): Check {
  const promised = promisesOf(contract, 'ssl.list', 'list');
  const relations = Object.entries({
    narrows,
    disjoint,
    covers,
    grows,
    selects: SELECTS[filterKind(filter)] ?? selects,
  }).flatMap(([name, relation]) => {
    const id = promised.find(filter.name, name);
    return id === undefined ? [] : [{ id, relation }];
  });
  const check = {
    id: `ssl.list.filter.${filter.name}`,
    title: `The filter ${filter.name} of the SSL list narrows it, and by its value`,
    requirements: relations.map(({ id }) => id),
  };
  return listCheck(check, async (context) => {
    for (const { id, relation } of relations) {
      if (context.wants(id)) await recordAll(context, id, filter, relation);
    }
  });
}

type Cases = readonly [label: string, finding: Finding][];

/** Lists by value of one filter, over one reading of the whole. */
class View {
  readonly context: CheckContext;
  readonly filter: Parameter;
  readonly world: World;
  readonly #fresh: boolean;
  readonly #lists = new Map<string, Promise<Listing>>();

  constructor(context: CheckContext, filter: Parameter, world: World, fresh: boolean) {
    this.context = context;
    this.filter = filter;
    this.world = world;
    this.#fresh = fresh;
  }

  /** All that the list shows for a value; where the base already filters by the same name, that name gives way. */
  list(value: string): Promise<Listing> {
    const known = this.#lists.get(value);
    if (known !== undefined) return known;
    const list = listOf(this.context, this.world, { [this.filter.name]: value }, this.#fresh);
    this.#lists.set(value, list);
    return list;
  }

  keys({ items }: Listing): Keys {
    return items.map((item) => this.world.identity.key(item));
  }
}

/** Judges all cases of a relation; those that do not hold are looked at again on fresh lists. */
async function recordAll(
  context: CheckContext,
  id: string,
  filter: Parameter,
  relation: (view: View) => Promise<Cases>,
): Promise<void> {
  const cases = async (fresh: boolean): Promise<Cases> => {
    const world = await worldOf(context, fresh);
    if (!isWorld(world)) return [['the list', { judgement: world }]];
    return relation(new View(context, filter, world, fresh));
  };
  for (const [label, first] of await cases(false)) {
    const finding = isBroken(first)
      ? await judgeSteadily(context, async (fresh) => (fresh ? await again(cases, label) : first))
      : first;
    const excused = isBroken(finding) && filter.deprecated && (await isWithoutEffect(context, filter));
    recordFinding(context, id, label, excused ? WITHOUT_EFFECT : finding);
    if (excused) context.observe(id, { silence: 'ssl.list.deprecated-filters', value: 'without effect' });
    if (isBroken(finding)) return;
  }
}

const WITHOUT_EFFECT: Finding = {
  judgement: observed({ what: 'open', but: { silence: 'ssl.list.deprecated-filters' } }),
};

/** That a deprecated filter does nothing is permitted; that it does something for some values only is not. */
async function isWithoutEffect(context: CheckContext, filter: Parameter): Promise<boolean> {
  const world = await worldOf(context, true);
  if (!isWorld(world)) return false;
  const view = new View(context, filter, world, true);
  let accepted = 0;
  for (const value of valuesOf(context, filter)) {
    const list = await view.list(value);
    if (isRefusal(list.last.status)) continue;
    if (!list.ok || !sameSet(view.keys(list), world.keys)) return false;
    accepted += 1;
  }
  return accepted > 0;
}

async function again(cases: (fresh: boolean) => Promise<Cases>, label: string): Promise<Finding> {
  const found = (await cases(true)).find(([name]) => name === label);
  return found?.[1] ?? { judgement: PASS };
}

async function narrows(view: View): Promise<Cases> {
  const found: [string, Finding][] = [];
  for (const value of valuesOf(view.context, view.filter)) {
    const label = `${view.filter.name}=${value}`;
    if (view.filter.name in view.world.base) break;
    const list = await view.list(value);
    if (isRefusal(list.last.status)) continue;
    if (!list.ok) found.push([label, noList(list.last.exchange)]);
    else {
      const extra = notWithin(view.keys(list), view.world.keys);
      const finding = broken(list, 'only entries that the list has without the filter', extra ?? '', value, view);
      const judgement = isApart(view, list) ? { ...finding.judgement, verdict: 'warn' as const } : finding.judgement;
      found.push([label, extra === undefined ? holds(list) : { ...finding, judgement }]);
    }
  }
  return found.length > 0 ? found : [nothing({ what: 'none', of: 'value-of-the-filter', was: 'accepted' })];
}

/** True where a list that is asked for nothing may leave out, as archives do, all that is in a state, until it is asked for just that. */
function isApart(view: View, list: Listing): boolean {
  const whole = new Set(view.world.keys);
  return view.filter.name === 'status' && !view.keys(list).some((key) => whole.has(key));
}

async function disjoint(view: View): Promise<Cases> {
  const values = valuesOf(view.context, view.filter);
  const lists = new Map<string, Keys>();
  let last: Listing | undefined;
  for (const value of values) {
    const list = await view.list(value);
    if (isRefusal(list.last.status)) continue;
    if (!list.ok) return [[value, noList(list.last.exchange)]];
    lists.set(`${view.filter.name}=${value}`, view.keys(list));
    last = list;
  }
  const some = [...lists.values()].filter((keys) => keys.length > 0);
  if (last === undefined || some.length === 0) {
    // Every certificate has a status; of the other attributes it may have none.
    const none = { what: 'none', of: 'certificate-with-such-a-value', was: 'listed' } as const;
    return [view.filter.name === 'status' ? nothing(none) : ['values', { judgement: observed(none) }]];
  }
  const label = `${lists.size} values of ${view.filter.name}`;
  const twice = view.world.identity.unique ? overlap(lists) : undefined;
  if (twice === undefined) return [[label, holds(last)]];
  return [[label, broken(last, 'no certificate under two values', twice, undefined, view)]];
}

async function covers(view: View): Promise<Cases> {
  const [yes, no] = [await view.list('true'), await view.list('false')];
  const label = 'true and false together';
  for (const list of [yes, no]) if (!list.ok) return [[label, noList(list.last.exchange)]];
  const missing = notWithin(view.world.keys, [...view.keys(yes), ...view.keys(no)]);
  if (missing === undefined) return [[label, holds(no)]];
  return [[label, broken(no, 'every certificate is listed for true or for false', missing, undefined, view)]];
}

async function grows(view: View): Promise<Cases> {
  const found: [string, Finding][] = [];
  for (const [at, fewer] of DAYS.slice(0, -1).entries()) {
    const more = DAYS[at + 1] ?? fewer;
    const [small, large] = [await view.list(String(fewer)), await view.list(String(more))];
    const label = `${view.filter.name}: ${fewer} and ${more} days`;
    const failed = [small, large].find((list) => !list.ok);
    if (failed !== undefined) found.push([label, noList(failed.last.exchange)]);
    else {
      const lost = notWithin(view.keys(small), view.keys(large));
      found.push([
        label,
        lost === undefined ? holds(large) : broken(large, `all that ${fewer} days show`, lost, String(more), view),
      ]);
    }
  }
  return found;
}

async function selects(view: View): Promise<Cases> {
  if (view.world.keys.length === 0) return [nothing(FEW_ENTRIES)];
  const found: [string, Finding][] = [];
  for (const value of nobodys(view.filter)) {
    const label = `${view.filter.name}=${value}`;
    const list = await view.list(value);
    if (isRefusal(list.last.status)) {
      const judgement = observed({ what: 'answered', status: list.last.status });
      found.push([label, { judgement, exchange: list.last.exchange }]);
    } else if (!list.ok) found.push([label, noList(list.last.exchange)]);
    else if (!sameSet(view.keys(list), view.world.keys)) found.push([label, holds(list)]);
    else found.push([label, broken(list, NOT_WHOLE, `all ${list.items.length} entries`, value, view)]);
  }
  const refused = found.every(([, { judgement }]) => judgement !== PASS && judgement.verdict !== 'fail');
  return refused ? [...found, ...(await selectsKnown(view))] : found;
}

const NOT_WHOLE = 'not the whole list: no certificate has this value';

/** Of three organizations one at most contains another one, so not all of them can have every certificate. */
async function selectsKnown(view: View): Promise<Cases> {
  const values = declaredValues(view.context, view.filter);
  if (view.filter.name !== 'orgId' || values.length < 3) return [];
  const lists: Listing[] = [];
  for (const value of values) lists.push(await view.list(value));
  const [last] = lists.slice(-1);
  if (last === undefined || !lists.every(({ ok }) => ok)) return [];
  const label = `${view.filter.name}: ${values.join(', ')}`;
  if (!lists.every((list) => sameSet(view.keys(list), view.world.keys))) return [[label, holds(last)]];
  return [[label, broken(last, 'values that leave certificates out', 'each gives the whole list', undefined, view)]];
}

/** Whatever a value means, no certificate has all of them. */
async function selectsMembers(view: View): Promise<Cases> {
  const label = `all values of ${view.filter.name}`;
  const lists: Listing[] = [];
  for (const value of membersOf(view.filter)) lists.push(await view.list(value));
  const answered = lists.filter(({ ok }) => ok);
  const [last] = answered.slice(-1);
  if (view.world.keys.length === 0 || answered.length < 2 || last === undefined)
    return [nothing({ what: 'none', of: 'pair-of-values', was: 'accepted' })];
  const whole = answered.every((list) => sameSet(view.keys(list), view.world.keys));
  if (!whole) return [[label, holds(last)]];
  return [
    [label, broken(last, 'values that leave certificates out', 'every value gives the whole list', undefined, view)],
  ];
}

/** That all certificates lie within one day is possible, so a list left whole is doubtful and no more. */
async function selectsDays(view: View): Promise<Cases> {
  if (view.world.keys.length < 2) return [nothing(FEW_ENTRIES)];
  const list = await view.list('1');
  const label = `${view.filter.name}=1`;
  if (!list.ok) return [[label, noList(list.last.exchange)]];
  if (!sameSet(view.keys(list), view.world.keys)) return [[label, holds(list)]];
  return [
    [label, broken(list, 'fewer than all entries within one day', `all ${list.items.length} entries`, '1', view)],
  ];
}

function holds(list: Listing): Finding {
  return { judgement: PASS, exchange: list.last.exchange };
}

function broken(list: Listing, expected: string, actual: string, value: string | undefined, view: View): Finding {
  const given = value === undefined ? {} : { case: { ...view.world.base, [view.filter.name]: value } };
  return { judgement: fail(expected, actual), exchange: list.last.exchange, ...given };
}

function nothing(reason: Remark): [string, Finding] {
  return ['values', { judgement: unshown('no-fixture', reason) }];
}
