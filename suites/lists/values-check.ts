/** Filters by values that certificates are known to have: through the dialect, or because the profile says so (contract 4.2). */
import { type Answer, filterKind, filtersOf, isObject, isRefusal, type Parameter, permits } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { beside, type CheckContext } from '../engine/index.ts';
import { complaints, fail, observed, PASS, type Remark } from '../judges/index.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { contrasts, expectations, type Fact, lasting, membersOf, missesOf, pastExpiry } from './filter-values.ts';
import type { Listing } from './listing.ts';
import {
  ambiguous,
  type FilterMember,
  fits,
  isUnmistakable,
  madeOf,
  numbersOfMember,
  patternsOf,
  valuesOfMember,
} from './members.ts';
import { notWithin, sameSet } from './relations.ts';
import {
  type Finding,
  isBroken,
  judgeRelation,
  judgeSteadily,
  listCheck,
  listOf,
  noList,
  recordFinding,
  type World,
} from './world.ts';

const KEEPS = 'ssl.list.filter.keeps';
const KNOWN = 'ssl.list.filter.known';
const EXPIRED = 'ssl.list.filter.expired';

/** Values of one filter that the profile declares, of which each is tried on one certificate; of an enumeration, all. */
const MOST_DECLARED = 4;

/** What a filter gives for a value that is known of some certificates. */
export const knownValuesCheck = listCheck(
  {
    id: 'ssl.list.values',
    title: 'A filter of the SSL list keeps the certificates that have its value, and no others',
    requirements: [KEEPS, KNOWN, EXPIRED],
  },
  async (context, world) => {
    await beside(context, [
      async (own) => (context.wants(KEEPS) ? recordMembers(own, world) : undefined),
      (own) => recordDeclared(own, world),
    ]);
  },
);

async function recordMembers(context: CheckContext, world: World): Promise<void> {
  const answer = context.contract.answer('ssl.list.filter-members');
  const members = Object.entries((answer?.value ?? {}) as Readonly<Record<string, FilterMember>>);
  if (answer === undefined || members.length === 0)
    return silent(context, KEEPS, { what: 'unclaimed', silence: 'ssl.list.filter-members' });
  await beside(
    context,
    members.map(
      ([name, member]) =>
        (own) =>
          recordMember(own, world, { answer, name, member }),
    ),
  );
}

/** Which member of an entry a filter looks at, and who says so. */
interface Looking {
  readonly answer: Answer;
  readonly name: string;
  readonly member: FilterMember;
}

async function recordMember(context: CheckContext, world: World, { answer, name, member }: Looking): Promise<void> {
  const filter = filtersOf(context.contract.operation('ssl.list')).find((one) => one.name === name);
  const kind = filter === undefined ? 'text' : filterKind(filter);
  const numbers = kind === 'number';
  const { items } = world.listing;
  const chosen = lasting(context, items);
  const some = valuesOfMember(chosen, member);
  const claimed = answer.standing === 'claimed';
  // What is no word of an enumeration is refused, and says nothing of how the list is filtered.
  const texts = kind === 'text' ? some.slice(0, 1) : [];
  const made = numbers ? numbersOfMember(chosen, member) : texts.flatMap(madeOf);
  // How an assumed text is compared is not known: asked for is what any comparison finds or does not find.
  // That a text is no pattern follows from a claim of how it is compared, and from nothing else.
  const patterns = claimed && context.depth !== 'quick' ? texts.flatMap(patternsOf) : [];
  // What is shown need not be what a filter of this length may be asked for.
  const isAllowed = (value: string): boolean =>
    kind !== 'text' || filter === undefined || complaints(filter.schema, value).length === 0;
  const values = [...new Set([...some, ...made, ...patterns])]
    .filter(isAllowed)
    .filter(
      (value) => !ambiguous(items, value, member) && (claimed || numbers || isUnmistakable(items, value, member)),
    );
  if (values.length === 0 || name in world.base)
    return silent(context, KEEPS, { what: 'open', of: member.pointer, but: 'left-out' });
  // An assumed member counts once it explained what the filter gave for some value.
  let proven = claimed;
  for (const value of values) {
    const label = `${name}=${value}`;
    const finding = await judgeRelation(context, (now, fresh) => oracle(context, now, { name, value, member, fresh }));
    if (finding.judgement.verdict === 'pass') proven = true;
    recordFinding(context, KEEPS, label, isBroken(finding) && !proven ? assumed(name, finding) : finding);
    if (isBroken(finding)) break;
  }
}

async function oracle(
  context: CheckContext,
  world: World,
  { name, value, member, fresh }: { name: string; value: string; member: FilterMember; fresh: boolean },
): Promise<Finding> {
  const list = await listOf(context, world, { [name]: value }, fresh);
  const expected = world.listing.items.filter((item) => fits(item, value, member)).map(world.identity.key);
  if (expected.length === 0 && isRefusal(list.last.status)) return refused(list);
  if (!list.ok) return noList(list.last.exchange);
  const actual = list.items.map(world.identity.key);
  const { exchange } = list.last;
  if (sameSet(actual, expected)) return { judgement: PASS, exchange };
  const extra = notWithin(actual, expected);
  return {
    judgement: fail(
      `the ${expected.length} entries whose ${member.pointer} fits (${member.match})`,
      extra === undefined ? `${actual.length} of them` : `others too: ${extra}`,
    ),
    exchange,
    case: { [name]: value },
  };
}

function assumed(name: string, finding: Finding): Finding {
  const { expected, actual } = finding.judgement;
  const judgement = observed({ what: 'differs', of: name, expected, actual, answer: ['ssl.list.filter-members'] });
  return { judgement, exchange: finding.exchange };
}

/** The profile may say of a certificate what a filter looks for, under the filter's name; for days its distance from now. */
async function recordDeclared(context: CheckContext, world: World): Promise<void> {
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
  const isWritten = writtenNames(context);
  // What this run has written, or one before it, may not be what the profile says any more: nothing brings it back for certain.
  const isChanged = ({ allow }: Fixture): boolean => allow !== 'observe' && permits(target.facts.effect, 'modify');
  const facts = filters.map((filter) => {
    const all = declared.filter((one) => one.traits[filter.name] !== undefined);
    const own = all.filter((one) => keeps(one, filter.name, stated) && !(isWritten(filter.name) && isChanged(one)));
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

/** Tells the members that the owner's example of an update writes to certificates that need not be used up. */
function writtenNames({ target }: CheckContext): (name: string) => boolean {
  const { body } = target.examples['ssl.update'] ?? {};
  return (name) => isObject(body) && Object.keys(body).some((own) => lettersOf(own) === lettersOf(name));
}

/** A filter and a member may be written otherwise, and mean the same. */
function lettersOf(name: string): string {
  return name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
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
  return [...new Set([...far, ...ends, ...inOrder, ...all])].slice(0, most);
}

async function declaredFact(
  context: CheckContext,
  world: World,
  filter: Parameter,
  fact: Fact,
  fresh: boolean,
): Promise<Finding> {
  const { fixture, value, kept, instead, made } = fact;
  const key = JSON.stringify(fixture.ids['sslId'] ?? Object.values(fixture.ids)[0]);
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
  return {
    judgement: fail(
      `the certificate ${key} ${kept ? 'is' : 'is not'} listed, as the profile declares${instead === undefined ? '' : ` (${instead})`}`,
      there ? 'it is listed' : 'it is not listed',
    ),
    exchange,
    case: { [filter.name]: value },
  };
}

/** A value that nothing has may be refused instead (silence ssl.list.unknown-reference). */
function refused(list: Listing): Finding {
  return open({ what: 'answered', status: list.last.status }, list);
}

function open(reason: Remark, list?: Listing): Finding {
  return { judgement: observed(reason), exchange: list?.last.exchange };
}

function silent(context: CheckContext, id: string, reason: Remark): void {
  context.record(id, observed(reason), { label: 'known values' });
}
