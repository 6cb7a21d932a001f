/** Which of the fixtures are there: what is gone counts as absent from the profile (design rule 11: every run is the second run). */
import { type Contract, counterpart, type FixtureKind, KINDS, type Operation, permits } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture, Target } from '../../target/types.ts';
import { isRead, Session } from '../engine/index.ts';
import { validUpdate } from '../lifecycles/valid-update.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { type Look, lookOf } from '../subject/read.ts';
import { listedCertificates } from './listed.ts';

interface Source {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
}

/**
 * Reads each fixture that a GET shows, and takes out those that are gone: all of its GETs answer 404, no fixture
 * below it is there, and, where all of a sort seem gone, one that may be used up takes no update either. `kinds` narrows it to
 * those that are drawn on.
 *
 * @returns those that were taken out.
 */
export async function retireGone(
  source: Source,
  kinds: (kind: FixtureKind) => boolean = () => true,
): Promise<readonly Fixture[]> {
  const { contract, target } = source;
  const session = new Session(source, { id: 'presence', area: '', parallel: true, checks: [] });
  const fixtures = target.fixtures().filter(({ kind, found }) => found !== true && kinds(kind));
  const read = fixtures.filter(({ kind }) => isRead(contract, kind));
  const looks = await Promise.all(
    read.map(async (one) => {
      const look = await lookAt(session, one);
      return { one, look, absent: look !== undefined && isAbsence(look) };
    }),
  );
  for (const [outer, inner] of nestings(looks.map(({ one, look }) => [one, look?.value])))
    target.family.nest(outer, inner);
  const there = looks.filter(({ absent }) => !absent).map(({ one }) => one);
  const unlisted = await notListed(session, fixtures);
  const missing = [...looks.filter(({ absent }) => absent).map(({ one }) => one), ...unlisted];
  const gone = missing.filter(
    (one) => !there.some((other) => session.chronicle.hasShown(other) && liesBelow(other, one)),
  );
  const unread = await readByNobody(session, gone, there);
  await session.close();
  const taken = gone.filter((one) => !unread.has(one));
  for (const fixture of taken) target.retire(fixture);
  return taken;
}

/** Certificates that the whole SSL list does not show, where it shows other fixtures, or its ids are claimed. */
async function notListed(session: Session, fixtures: readonly Fixture[]): Promise<readonly Fixture[]> {
  const { contract, chronicle } = session;
  const certificates = fixtures.filter(({ kind }) => kind === 'ssl-certificate');
  if (certificates.length === 0) return [];
  const listed = await listedCertificates(contract, (request) => session.send(request));
  const isListed = ({ ids }: Fixture): boolean => listed?.ids.has(String(Object.values(ids)[0])) === true;
  const known = certificates.filter(isListed);
  for (const one of known) chronicle.shown(one);
  const sure = known.length > 0 || contract.answer('ssl.list.identity')?.standing === 'claimed';
  return listed?.all === true && sure ? certificates.filter((one) => !isListed(one)) : [];
}

/** Looks at one entity: by the GET of the kind, and where that finds nothing by those of what belongs to it. */
async function lookAt(session: Session, fixture: Fixture): Promise<Look | undefined> {
  let first: Look | undefined;
  for (const reader of readersOf(session.contract, fixture)) {
    const request = compose(reader, { path: pathOf(reader, fixture), label: 'look' });
    const look = lookOf(await session.send(request));
    first ??= look;
    if (!isAbsence(look)) return look;
  }
  return first;
}

function isAbsence({ status }: Look): boolean {
  return status === 404 || status === 410;
}

/** The GETs whose path the ids of a kind fill, that of the entity itself first. */
function readersOf({ operations }: Contract, { kind, ids }: Fixture): Operation[] {
  const readers = operations.filter(
    (one) =>
      one.method === 'GET' &&
      one.entity === kind &&
      one.path.includes('{') &&
      pathParameters(one).every(({ name }) => name in ids),
  );
  return readers.toSorted((a, b) => Number(b.path.endsWith('}')) - Number(a.path.endsWith('}')));
}

/**
 * Entities that no GET shows although they are there, as an update of them is accepted: to find nothing of a sort may be the
 * fault of the GET. Only one that may be used up is asked.
 */
async function readByNobody(
  session: Session,
  gone: readonly Fixture[],
  there: readonly Fixture[],
): Promise<ReadonlySet<Fixture>> {
  const { contract, target } = session;
  const shown = new Set(there.flatMap(sortsOf));
  const counts = Map.groupBy(gone.flatMap(sortsOf), (sort) => sort);
  const unread = new Set<Fixture>();
  if (!permits(target.facts.effect, 'destroy')) return unread;
  const asked = new Set<string>();
  for (const fixture of gone.filter(({ allow }) => allow === 'destroy')) {
    const [reader] = readersOf(contract, fixture);
    const update = reader === undefined ? undefined : counterpart(contract.operations, reader, 'PUT');
    // Of each sort of which nobody is there, one is asked.
    const [kind = '', ...others] = sortsOf(fixture);
    const several = [kind, ...others.filter((sort) => (counts.get(sort) ?? []).length > 1)];
    const sorts = several.filter((sort) => !shown.has(sort) && !asked.has(sort));
    if (update === undefined || sorts.length === 0) continue;
    for (const sort of sorts) asked.add(sort);
    const tried = await validUpdate((request) => session.send(request), session, update, fixture);
    if (tried?.accepted === true) unread.add(fixture);
  }
  return unread;
}

/** What a GET may take a server to for all that are alike in it: the kind, and each trait that others may have as well. */
function sortsOf({ kind, traits }: Fixture): string[] {
  const shared = Object.entries(traits).filter(([name]) => KINDS[kind].own?.includes(name) !== true);
  return [[kind], ...shared.map((trait) => [kind, ...trait])].map((sort) => JSON.stringify(sort));
}

/** What is gone, by kind, one sentence each: `7 of 12 fixtures of kind person are gone and not used: 17, 18 …`. */
export function tellGone(
  gone: readonly Fixture[],
  left: readonly Fixture[],
): { readonly kind: FixtureKind; readonly sentence: string }[] {
  const kinds = [...new Set(gone.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const missing = gone.filter((one) => one.kind === kind);
    const all = missing.length + left.filter((one) => one.kind === kind && one.found !== true).length;
    const ids = missing.slice(0, NAMED).map((one) => Object.values(one.ids).join('/'));
    const state = missing.length === 1 ? 'is gone and counts' : 'are gone and count';
    const more = missing.length > NAMED ? ' …' : '';
    const sentence = `${missing.length} of ${all} fixtures of kind ${kind} ${state} as absent from the profile: ${ids.join(', ')}${more}`;
    return { kind, sentence };
  });
}

/** Ids that are named in one sentence. */
const NAMED = 5;

/**
 * Pairs of an outer and an inner entity, from what the GET of each shows: in a list the ids of those within it, elsewhere
 * the id of that which it lies within. A number that happens to be another one's id does no harm: both are kept from others
 * together.
 */
export function nestings(
  all: readonly (readonly [fixture: Fixture, shown: unknown])[],
): [outer: Fixture, inner: Fixture][] {
  const nesting = all.filter(([{ kind }]) => KINDS[kind].nests === true);
  return nesting.flatMap(([one, shown]) => {
    const named = [...idsIn(shown, false)];
    return nesting.flatMap(([other]): [Fixture, Fixture][] => {
      if (other === one || other.kind !== one.kind) return [];
      const id = Object.values(other.ids).at(-1);
      return named.filter(({ value }) => value === id).map(({ listed }) => (listed ? [one, other] : [other, one]));
    });
  });
}

function* idsIn(value: unknown, listed: boolean): Generator<{ readonly value: unknown; readonly listed: boolean }> {
  if (Array.isArray(value)) for (const item of value) yield* idsIn(item, true);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* idsIn(member, listed);
  else yield { value, listed };
}
