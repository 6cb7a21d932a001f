/** A step that renews one secret of an entity gives another one, and leaves all else as it was: the entity itself, and those beside it (contract 4.11). */
import {
  type Answer,
  type Contract,
  counterpart,
  type Exchange,
  type Operation,
  promisesOf,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture, Lease } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import {
  answerOf,
  excerpt,
  fail,
  inWords,
  isAccepted,
  observed,
  PASS,
  parseJson,
  sameValue,
  unshown,
} from '../judges/index.ts';
import { fixtureFor, unlike } from '../requests/choice.ts';
import { tryOn } from '../requests/control.ts';
import { type Look, observerOf } from '../subject/read.ts';
import { readbacks, stillReadbacks } from '../subject/returned.ts';
import { inHand } from '../subject/subject.ts';
import { BesideEach } from './beside-each.ts';
import { withChange } from './changes.ts';
import { nearest } from './nearest.ts';
import { type Watched, watchNeighbours, watchOthers } from './neighbours.ts';
import { unlessUsedUp } from './others-doing.ts';
import { nameOf } from './sibling.ts';
import { validUpdate } from './valid-update.ts';

/** Neighbours that are held meanwhile, so that no other check of the run changes them: one on either side. */
const HELD = 2;

/** What a reset concerns. */
interface Subject {
  readonly id: string;
  /** Of the promise that the secret is another one than before. */
  readonly renews: string;
  readonly reset: Operation;
  readonly read: Operation;
  /** Writes the members that must stay. */
  readonly update: Operation;
}

/** The check of a reset; undefined for other operations. */
export function resetCheck(contract: Contract, reset: Operation): Check | undefined {
  const promised = promisesOf(contract, reset.id, 'update');
  const [id, renews] = [promised.find('nothing-else'), promised.find('renews')];
  const above = contract.operations.find((one) => one.method === 'GET' && isBelow(reset, one));
  const update = above === undefined ? undefined : counterpart(contract.operations, above, 'PUT');
  if (above === undefined || update === undefined || id === undefined || renews === undefined) return undefined;
  const subject: Subject = { id, renews, reset, read: above, update };
  return {
    id: `${reset.id}.afterwards`,
    title: `${reset.method} ${reset.path} renews the secret and changes nothing besides`,
    requirements: [id, renews],
    effect: 'modify',
    run: async (context) => {
      const tried: Fixture[] = [];
      let unseen: Judgement | undefined;
      const first = await fixtureFor(context.session, reset);
      // What an entity must be for a reset is not shown (silence bucket.client-secret.condition).
      for (let one = first; one !== undefined; one = await unlike(context.session, reset, tried)) {
        tried.push(one);
        unseen = await resetOn(context, subject, one);
        if (unseen === undefined) return;
      }
      if (unseen === undefined) return;
      for (const each of [id, renews]) context.record(each, unseen, { label: 'an accepted reset' });
    },
  };
}

/** True for a step whose path lies below that of an entity, without being one itself. */
function isBelow({ method, path, entity, body }: Operation, above: Operation): boolean {
  return method === 'PUT' && body === undefined && above.entity === entity && path.startsWith(`${above.path}/`);
}

/** Resets the secret of one entity and looks what became of it and of its neighbours; why not, when it was not accepted. */
async function resetOn(
  context: CheckContext,
  { id, renews, reset, read, update }: Subject,
  fixture: Fixture,
): Promise<Judgement | undefined> {
  const { session } = context;
  const name = nameOf(fixture);
  const held = await holdNearest(context, fixture);
  try {
    const observer = observerOf(context.send, session, read, fixture);
    await switchOn(context, update, fixture, (await observer.look()).value);
    const before = await observer.look();
    if (before.status !== 200)
      return unshown('earlier-step', { what: 'answered', beside: 'look', status: before.status });
    const watched = await watchNeighbours(context, read, fixture);
    const beside = new BesideEach(context, id, 'reset');
    const far = (): Promise<readonly Watched[]> =>
      context.depth === 'quick' ? Promise.resolve([]) : watchOthers(context, read, fixture);
    let others = await far();
    const subject = inHand(session, reset, fixture);
    const tried = await tryOn(subject);
    const status = tried?.exchange.response?.status;
    if (tried?.accepted !== true) return unshown('earlier-step', { what: 'answered', status });
    const places = stillReadbacks(context, update).map((line) => line.read);
    const standing = context.contract.answer('update.readback')?.standing ?? 'assumed';
    // Of the reset only its status is told: its answer may hold the new secret.
    const steps = [`${reset.method} ${reset.path} of the ${name}: ${status}`];
    const judge = async (kept: Kept, look: () => Promise<Look | undefined>): Promise<void> => {
      const judged = (seen: Look | undefined): Judgement | undefined => seen && judgeKept(kept, seen);
      const after = await session.patience.until(reset.id, look, (seen) => judged(seen)?.verdict !== 'fail');
      if (after === undefined) return;
      const judgement = judgeKept(kept, after);
      context.record(id, judgement, { label: kept.name, exchange: after.exchange, steps });
      if (judgement.verdict !== 'observed') return;
      const silence = standing === 'claimed' ? 'bucket.client-secret.condition' : 'update.readback';
      context.observe(id, { silence, value: kept.name, note: judgement.reason });
    };
    const judgeOwn = (): Promise<void> =>
      judge({ name, before: before.value, places, standing, mayBeSwitchedOn: true }, async () =>
        unlessUsedUp(session, fixture, observer, { look: await observer.look(), before, own: true }),
      );
    // The answer may hold the secret, so that it is not told.
    await beside.look(fixture, { steps }, others);
    await judgeOwn();
    others = await far();
    const again = await tryOn(subject);
    await beside.look(fixture, { steps }, others);
    const secrets = [secretOf(context, tried.exchange), secretOf(context, again?.exchange)];
    // What was left alone once may be switched to and fro.
    if (again?.accepted === true) await judgeOwn();
    // Neither secret may be told.
    const twice = [...steps, 'the same once more'];
    context.record(renews, judgeSecrets(secrets), { label: `two resets of the ${name}`, steps: twice });
    // What the others show is judged where no other check of the run may have changed it.
    const fixtures = session.target.fixtures().filter(({ allow }) => allow === 'observe');
    const unchanging = new Set([...held.fixtures, ...fixtures].map(({ ids }) => ids));
    for (const other of watched.filter(({ parent }) => !parent)) {
      const still = unchanging.has(other.ids);
      await judge({ name: other.name, before: other.before.value, places: still ? places : [], standing }, () =>
        other.after(),
      );
    }
    return undefined;
  } finally {
    await held.release();
  }
}

/** Writes true to all flags that show, where nothing need be put back: what is off already does not show that it is switched off. */
async function switchOn(context: CheckContext, update: Operation, fixture: Fixture, shown: unknown): Promise<void> {
  const off = readbacks(context.contract, update).filter((place) => valueAt(shown, place.read) === false);
  if (off.length === 0 || fixture.allow !== 'destroy') return;
  const valid = await validUpdate(context.send, context.session, update, fixture);
  if (valid?.accepted !== true) return;
  await context.send(off.reduce((left, place) => withChange(left, { ...place, value: true }), valid.request));
}

/** The new secret, where the dialect claims to know its place in the answer. */
function secretOf({ contract }: CheckContext, exchange: Exchange | undefined): unknown {
  const answer = contract.answer('bucket.client-secret.response');
  const { members } = (answer?.value ?? {}) as { readonly members?: Readonly<Record<string, string>> };
  const pointer = answer?.standing === 'claimed' ? members?.['clientSecret'] : undefined;
  const response = exchange === undefined || !isAccepted(exchange) ? undefined : exchange.response;
  if (pointer === undefined || response === undefined) return undefined;
  const parsed = parseJson(response);
  return parsed.error === undefined ? valueAt(parsed.value, pointer) : undefined;
}

/** Pure. Two resets in a row give two secrets. */
export function judgeSecrets([first, second]: readonly unknown[]): Judgement {
  if (typeof first !== 'string' || typeof second !== 'string' || first === '' || second === '')
    return observed({ what: 'none', of: 'secret', was: 'shown', answer: ['bucket.client-secret.response'] });
  return first === second ? fail('another secret than that of the reset before', 'the same secret again') : PASS;
}

/** The nearest fixtures of the kind that may only be looked at, so that nobody has them to change them until they are released. */
async function holdNearest(
  { session }: CheckContext,
  fixture: Fixture,
): Promise<{ readonly fixtures: readonly Fixture[]; release(): Promise<void> }> {
  const { kind } = fixture;
  const leases: Lease[] = [];
  for (const near of nearest(session, fixture).slice(0, HELD)) {
    const lease = await session.lease({ kind, effect: 'observe', where: (one) => one === near });
    if ('fixture' in lease) leases.push(lease);
  }
  const release = async (): Promise<void> => {
    for (const lease of leases) await lease.release();
  };
  session.onClose(release);
  return { fixtures: leases.map((lease) => lease.fixture), release };
}

/** An entity that should be as it was: what it showed, and the places where its updates show. */
interface Kept {
  readonly name: string;
  readonly before: unknown;
  readonly places: readonly string[];
  /** Of the dialect's answer that gives the places. */
  readonly standing: Answer['standing'];
  /** True for the entity that something was done to: it may need a flag that was off, which the contract does not show. */
  readonly mayBeSwitchedOn?: boolean;
}

/**
 * Passes when the entity can still be read and shows the same at its places; all else that it shows (dates, counters) may
 * have changed.
 */
function judgeKept(
  { name, before, places, standing, mayBeSwitchedOn = false }: Kept,
  after: Pick<Look, 'exchange' | 'status' | 'value'>,
): Judgement {
  const { judgement } = answerOf(after.exchange);
  if (judgement !== undefined) return judgement;
  const expected = `the ${name} is as it was`;
  if (after.status !== 200) return fail(expected, `its GET answers ${after.status}`);
  const was = (place: string): unknown => valueAt(before, place) ?? null;
  const is = (place: string): unknown => valueAt(after.value, place) ?? null;
  const changed = places.filter(
    (place) => !sameValue(was(place), is(place)) && !(isEmpty(was(place)) && isEmpty(is(place))),
  );
  if (changed.length === 0) return PASS;
  const open = { what: 'changed', of: name, at: changed } as const;
  if (standing !== 'claimed') return observed({ ...open, but: 'places-assumed' });
  const certain = changed.filter((place) => !mayBeSwitchedOn || is(place) !== true);
  const [first] = certain;
  if (first === undefined) return observed({ ...open, but: 'switched-on' });
  const [old, now] = [was(first), is(first)].map((value) => excerpt(JSON.stringify(value)));
  return fail(`${expected}: ${first} shows ${old}`, `it shows ${now}; changed: ${inWords(certain)}`);
}

/** Many servers show nothing, null and an empty list for one another. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
