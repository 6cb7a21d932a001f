/** SSL certificates have no GET of their own: what an update keeps, the answers to later ones show that leave it out (contract 4.2; silence update.omitted-members). */
import { withJson } from '../../generators/index.ts';
import { type Exchange, jsonSchemaOf, placesIn, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, ifAvailable, toWire } from '../engine/index.ts';
import {
  differences,
  fail,
  isAccepted,
  isRefused,
  observed,
  PASS,
  parseJson,
  pointerSet,
  type Remark,
} from '../judges/index.ts';
import { badUpdates } from '../lifecycles/bad-updates.ts';
import { onEachSide } from '../lifecycles/nearest.ts';
import { bareOf } from '../lifecycles/omissible.ts';
import { takeSubject, type UpdateSubject } from '../lifecycles/update-subject.ts';
import { largeChanges } from '../lifecycles/variation.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { namesEntity } from '../requests/references.ts';
import { entries, judgeListed } from './listed-update.ts';

const KEPT = 'ssl.list.kept-update';
const UNSAID = { what: 'unclaimed', silence: 'update.omitted-members' } as const;

/** Rounds of changes: a server may forget the second one only. */
const ROUNDS = 2;

/** Members of certificates and of their neighbours before and after accepted updates. */
export const keptUpdateCheck: Check = {
  id: KEPT,
  title: 'What an SSL update is answered with is kept, and of this certificate alone',
  requirements: [KEPT],
  effect: 'destroy',
  run: async (context) => {
    const operation = context.contract.operation('ssl.update');
    const stays = context.contract.answer('update.omitted-members');
    const isKept = stays?.standing === 'claimed' && stays.value === 'kept';
    const first = context.depth === 'quick' ? undefined : await entries(context);
    const beside = (one: Fixture): (Fixture | undefined)[] =>
      onEachSide(context.session, one).map((side) => side.find(({ allow }) => allow === 'destroy'));
    // Whose neighbours are this group's as well waits for nobody.
    const own = context.session.dealt({ kind: 'ssl-certificate', effect: 'destroy' });
    const isAmidOwn = (one: Fixture): boolean => beside(one).every((near) => near !== undefined && own.includes(near));
    const amid = own.some(isAmidOwn)
      ? await ifAvailable(takeSubject(context, operation, 'destroy', isAmidOwn))
      : undefined;
    const taken = amid ?? takeSubject(context, operation, 'destroy');
    const subject = isKept ? await taken : await ifAvailable(Promise.resolve(taken));
    if (subject === undefined) return open(context, UNSAID);
    if (!namesItself(subject)) return open(context, { what: 'open', but: 'names-another' });
    const listed = await judgeListed(context, KEPT, subject, first);
    if (!isKept) return listed ? undefined : open(context, UNSAID);
    const others: UpdateSubject[] = [];
    for (const one of beside(subject.fixture).filter((side) => side !== undefined)) {
      const other = await ifAvailable(takeSubject(context, operation, 'destroy', (fixture) => fixture === one));
      if (other !== undefined && namesItself(other)) others.push(other);
    }
    let judged = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const place of placesOf(subject)) judged += await judgePlace(context, { subject, others, place });
    if (judged === 0 && !listed) open(context, { what: 'none', of: 'change', was: 'accepted' });
  },
};

/** True where it is the certificate in hand that the request is about: any other one somebody else may be changing. */
function namesItself({ operation, fixture, valid }: UpdateSubject): boolean {
  return namesEntity(operation, valid.request.body?.value, fixture);
}

interface Tried {
  readonly subject: UpdateSubject;
  /** Neighbours. */
  readonly others: readonly UpdateSubject[];
  /** JSON Pointer of a member, in the request and in its answer. */
  readonly place: string;
}

/** Places whose values name nothing else, the certificate itself included. */
function placesOf({ operation, fixture, valid }: UpdateSubject): string[] {
  const body = valid.request.body?.value;
  const own = Object.values(fixture.ids);
  return placesIn(jsonSchemaOf(operation) ?? true).filter((place) => {
    const schema = memberSchema(operation, place, body);
    const isReference = typeof schema === 'object' && schema['x-reference'] !== undefined;
    return !isReference && !own.some((id) => id === valueAt(body, place));
  });
}

/** Gives a member another value, and asks with the next update, which leaves it out; 1 when that showed something. */
async function judgePlace(context: CheckContext, { subject, others, place }: Tried): Promise<number> {
  const { operation, valid } = subject;
  const bare = bareOf(context, valid.request);
  const before = shownBy(await context.send(bare), place);
  const its: unknown[] = [];
  for (const other of others) its.push(shownBy(await context.send(bareOf(context, other.valid.request)), place));
  const schema = memberSchema(operation, place, valid.request.body?.value);
  const [change] = largeChanges(schema, before, 0, []);
  if (change === undefined) return 0;
  const { value } = change;
  const isValue = (shown: unknown): boolean => differences({ shown }, { shown: value }).length === 0;
  // An object that shows members without a value besides is the same.
  if (isValue(before)) return 0;
  const changed = withJson(bare, pointerSet(bare.body?.value, place, value));
  const carrying = badUpdates(context, changed, () => true).filter(({ request }) =>
    isValue(valueAt(request.body?.value, place)),
  );
  // One that is refused for its credential, and one for what it holds besides.
  for (const bad of new Set([carrying[0], carrying.at(-1)].filter((one) => one !== undefined))) {
    const { credential } = bad;
    const wire = toWire(bad.request, { session: context.session, ...(credential === undefined ? {} : { credential }) });
    const refused = await context.send(wire);
    const after = isRefused(refused) ? await context.send(bare) : undefined;
    if (after === undefined || !isAccepted(after)) continue;
    const done = fail(`${place} is as it was after ${bad.label}`, `it shows ${text(value)}, which was refused`);
    const evidence = { label: `${place} = ${text(value)}, with ${bad.label}`, exchange: refused };
    context.record(KEPT, isValue(shownBy(after, place)) ? done : PASS, evidence);
  }
  const exchange = await context.send(changed);
  // What the answer does not show is no evidence: it may show something else in that place.
  if (!isAccepted(exchange) || !isValue(shownBy(exchange, place))) return 0;
  const later = await context.session.patience.until(
    `${operation.id} is kept`,
    () => context.send(bare),
    (answer) => isValue(shownBy(answer, place)),
  );
  if (!isAccepted(later)) return 0;
  const shown = shownBy(later, place);
  const returned = differences({ shown }, { shown: before }).length === 0;
  const lost = fail(`${place} shows ${text(value)}, as it was answered before`, `it shows ${text(shown)} again`);
  const evidence = { label: `${place} = ${text(value)}, and an update without it`, exchange: later, case: value };
  context.record(
    KEPT,
    isValue(shown) ? PASS : returned ? lost : observed({ what: 'shown', of: place, value: shown }),
    evidence,
  );
  for (const [at, other] of others.entries()) {
    if (isValue(its[at])) continue;
    const beside = await context.send(bareOf(context, other.valid.request));
    const reached = isAccepted(beside) && isValue(shownBy(beside, place));
    const label = `${place} of the certificate ${Object.values(other.fixture.ids).join('/')}`;
    const crossed = fail(`${label} is as it was`, `it shows ${text(value)}, written to another one`);
    context.record(KEPT, reached ? crossed : PASS, { label, exchange: beside });
  }
  return 1;
}

function shownBy({ response }: Exchange, place: string): unknown {
  const parsed = response === undefined ? undefined : parseJson(response);
  return parsed?.error === undefined ? valueAt(parsed?.value, place) : undefined;
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

function open(context: CheckContext, reason: Remark): void {
  context.record(KEPT, observed(reason), { label: 'updates' });
}
