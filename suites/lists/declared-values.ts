/** Filters by what the profile says of certificates: each must find the one that has its value, and others not (contract 4.2). */
import {
  dereference,
  filterKind,
  filtersOf,
  isObject,
  isRefusal,
  jsonSchemaOf,
  lettersOf,
  type Parameter,
  permits,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { beside, type CheckContext } from '../engine/index.ts';
import { fail, mentions, PASS } from '../judges/index.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { contrasts, expectations, type Fact, MOST_DAYS, membersOf, missesOf, pastExpiry } from './filter-values.ts';
import type { Listing } from './listing.ts';
import { entryKeyOf } from './lookups.ts';
import {
  type Finding,
  isBroken,
  judgeSteadily,
  listOf,
  noList,
  open,
  recordFinding,
  refused,
  silent,
  type World,
} from './world.ts';

export const KNOWN = 'ssl.list.filter.known';
export const EXPIRED = 'ssl.list.filter.expired';

/** Values of one filter that the profile declares, of which each is tried on one certificate; of an enumeration, all. */
const MOST_DECLARED = 4;

/** The profile may say of a certificate what a filter looks for, under the filter's name; for days its distance from now. */
export async function recordDeclared(context: CheckContext, world: World): Promise<void> {
  const filters = filtersOf(context.contract.operation('ssl.list'));
  const { target } = context.session;
  const fixtures = target.fixtures();
  const stated = [...fixtures, ...target.gone()];
  const organizations = fixtures.filter(({ kind }) => kind === 'organization');
  const declared = fixtures.filter(
    ({ kind, traits }) => kind === 'ssl-certificate' && filters.some(({ name }) => traits[name] !== undefined),
  );
  if (context.wants(KNOWN) && declared.length === 0)
    silent(context, KNOWN, { what: 'none', of: 'certificate-with-such-a-value', was: 'known', but: 'name-traits' });
  const facts = filters.map((filter) => {
    const all = declared.filter((one) => one.traits[filter.name] !== undefined);
    const own = all.filter((one) => keeps(one, filter.name, stated));
    const alone = spread(filters, filter, own).flatMap((fixture) =>
      expectations(filter, fixture).map((expected) => ({ fixture, ...expected })),
    );
    const others = [...contrasts(filter, own, organizations), ...missesOf(filter, spread(filters, filter, all))];
    return { filter, known: [...alone, ...others], expired: pastExpiry(filter, own) };
  });
  await beside(
    context,
    facts.map(({ filter, known, expired }) => async (own) => {
      await recordFacts(own, world, KNOWN, filter, known);
      await recordFacts(own, world, EXPIRED, filter, expired);
    }),
  );
  if (context.wants(EXPIRED) && facts.every(({ expired }) => expired.length === 0))
    silent(context, EXPIRED, { what: 'none', of: 'certificate-that-has-expired', was: 'known', but: 'name-traits' });
}

/**
 * False where this run, or one before it, may have written something else than what the profile says of a certificate: nothing brings it
 * back for certain. Members that an update can have stand in the owner's example and in the schema of the dialect; where the list shows
 * what the profile says, that still holds.
 */
async function isStill(context: CheckContext, world: World, { fixture }: Fact, filter: Parameter): Promise<boolean> {
  const { contract, target } = context;
  const { name } = filter;
  const isSame = (member: string): boolean => lettersOf(member) === lettersOf(name);
  const { body } = target.examples['ssl.update'] ?? {};
  const schema = dereference(jsonSchemaOf(contract.operation('ssl.update')) ?? true);
  const properties = typeof schema === 'object' ? schema['properties'] : undefined;
  const mayHave = [body, properties].some((one) => isObject(one) && Object.keys(one).some(isSame));
  const { items } = await listOf(context, world, {}, true);
  const entry = items.find((item) => world.identity.key(item) === entryKeyOf(fixture));
  const member = isObject(entry) ? Object.keys(entry).find(isSame) : undefined;
  const shown: unknown = member === undefined ? undefined : valueAt(entry, `/${member}`);
  const isShown = member !== undefined && String(shown) === String(fixture.traits[name]);
  // Where the list itself shows another word of the filter's, somebody has written that: nothing is told of the filter.
  const words = membersOf(filter).map(lettersOf);
  if (!isShown && typeof shown === 'string' && words.includes(lettersOf(shown))) return false;
  const isWritten = mayHave && fixture.allow !== 'observe';
  if (!permits(context.session.target.facts.effect, 'modify')) return true;
  return isShown || (!isWritten && !(await isRenamed(context, fixture, name)));
}

/** True for the requester of a certificate whose administrator may have been given another name, and does not show this one: a list may know him by that. */
async function isRenamed(
  { contract, session, send }: CheckContext,
  { traits }: Fixture,
  name: string,
): Promise<boolean> {
  const isHe = (one: Fixture): boolean => one.kind === 'administrator' && one.traits[REQUESTER] === traits[REQUESTER];
  const he = session.target.fixtures().find((one) => isHe(one) && one.allow !== 'observe');
  if (name !== REQUESTER || he === undefined) return false;
  const { status, value } = await observerOf(send, session, contract.operation('admin.read'), he).look();
  return status === 200 && !mentions(value, String(traits[REQUESTER]));
}

/**
 * False for a requester who may be another one by now: whose administrator is deleted, in this run or in one before it, may
 * have been followed by whoever replaced that administrator (contract 4.5).
 */
function keeps({ traits }: Fixture, name: string, stated: readonly Fixture[]): boolean {
  if (name !== REQUESTER) return true;
  const deletable = stated.filter(({ kind, allow }) => kind === 'administrator' && allow === 'destroy');
  return deletable.every((one) => one.traits[REQUESTER] !== undefined && one.traits[REQUESTER] !== traits[REQUESTER]);
}

/** True where a certificate is looked for by its organization, and that is deleted: what becomes of its certificates is not shown (contract 4.7). */
async function isOwnerGone({ contract, session }: CheckContext, { name }: Parameter, value: string): Promise<boolean> {
  if (name !== ORGANIZATION) return false;
  const reader = contract.operation('organization.read');
  const path = Object.fromEntries(pathParameters(reader).map((parameter) => [parameter.name, value]));
  const { response } = await session.send(compose(reader, { path, label: 'read' }));
  return response?.status === 404;
}

/** The filter by the organization that a certificate belongs to. */
const ORGANIZATION = 'orgId';

/** The filter by the administrator who requested a certificate, and the trait of both kinds that says by which text it finds them. */
const REQUESTER = 'requester';

async function recordFacts(
  context: CheckContext,
  world: World,
  id: string,
  filter: Parameter,
  facts: readonly Fact[],
): Promise<void> {
  if (!context.wants(id)) return;
  for (const fact of facts) {
    const label = `${filter.name}=${fact.value} and certificate ${Object.values(fact.fixture.ids).at(-1)}`;
    const finding = await judgeSteadily(context, (fresh) => declaredFact(context, world, filter, fact, fresh));
    recordFinding(context, id, label, finding);
    // Seen to be broken it takes several looks, which more values of the same filter are not worth.
    if (isBroken(finding)) break;
  }
}

/**
 * Pure. A fixture of each declared value of the filter, a few of them; one of each word of an enumeration. Of days two that are far from
 * the other days of the same certificate, as whoever looks at another date finds the others by chance, and the fewest and the most
 * that can be asked for on either side, as who counts them otherwise errs most there.
 */
export function spread(filters: readonly Parameter[], filter: Parameter, fixtures: readonly Fixture[]): Fixture[] {
  const byValue = new Map(fixtures.map((fixture) => [String(fixture.traits[filter.name]), fixture]));
  const all = [...byValue.values()];
  const most = Math.max(MOST_DECLARED, membersOf(filter).length);
  if (filterKind(filter) !== 'days') return all.slice(0, most);
  const others = filters.filter((one) => one !== filter && filterKind(one) === 'days').map(({ name }) => name);
  const own = ({ traits }: Fixture): number => Number(traits[filter.name]);
  const apart = (one: Fixture): number =>
    Math.max(0, ...others.map((name) => Math.abs(Number(one.traits[name] ?? own(one)) - own(one))));
  const inOrder = all
    .filter((one) => expectations(filter, one).length > 1)
    .toSorted((one, other) => own(one) - own(other));
  const far = inOrder.toSorted((one, other) => apart(other) - apart(one)).slice(0, MOST_DECLARED / 2);
  const ends = [inOrder[0], inOrder.at(-1)].filter((one) => one !== undefined);
  // Who takes the most days for no bound at all lists what lies beyond them.
  const [beyond] = all.filter((one) => own(one) > MOST_DAYS).toSorted((one, other) => own(one) - own(other));
  const within = [...new Set([...far, ...ends, ...inOrder, ...all])].filter((one) => one !== beyond).slice(0, most);
  return beyond === undefined ? within : [...within, beyond];
}

async function declaredFact(
  context: CheckContext,
  world: World,
  filter: Parameter,
  fact: Fact,
  fresh: boolean,
): Promise<Finding> {
  const { fixture, value, kept, instead, made } = fact;
  const key = entryKeyOf(fixture);
  const read = (asked: string): Promise<Listing> => listOf(context, world, { [filter.name]: asked }, fresh);
  const finds = ({ items }: Listing): boolean => items.map(world.identity.key).includes(key);
  const unlisted = { what: 'none', of: 'entry-of-this-certificate', was: 'listed' } as const;
  if (!world.keys.includes(key)) return open(unlisted);
  if (instead !== undefined) {
    const own = await read(instead);
    if (!own.ok) return noList(own.last.exchange);
    if (!finds(own)) return open(unlisted, own);
  }
  const list = await read(value);
  if (made && isRefusal(list.last.status)) return refused(list);
  if (!list.ok) return noList(list.last.exchange);
  const there = finds(list);
  const { exchange } = list.last;
  if (there === kept) return { judgement: PASS, exchange };
  if (kept && (await isOwnerGone(context, filter, value)))
    return open({ what: 'open', of: `organization ${value}`, but: 'gone' });
  if (instead === undefined && !(await isStill(context, world, fact, filter)))
    return open({ what: 'open', but: 'rewritten' }, list);
  return {
    judgement: fail(
      `the certificate ${key} ${kept ? 'is' : 'is not'} listed, as the profile declares${instead === undefined ? '' : ` (${instead})`}`,
      there ? 'it is listed' : 'it is not listed',
    ),
    exchange,
    case: { [filter.name]: value },
  };
}
