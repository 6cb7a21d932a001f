/** An update that also creates: where there is nothing yet, the request that is accepted elsewhere makes it (contract 4.9). */
import {
  type Contract,
  counterpart,
  isClientError,
  isObject,
  type Operation,
  promisesOf,
  type Readback,
  valueAt,
} from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, inconclusive, type Judgement } from '../engine/index.ts';
import { answerOf, differences, fail, isAccepted, isEmpty, observed, PASS } from '../judges/index.ts';
import { onOtherTypes } from '../requests/base.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { accepted, refused, type Tried } from '../requests/control.ts';
import { type Look, type Observer, observerOf, seenBy } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { findFixture } from '../subject/search.ts';

/** The check of one operation that creates; undefined for the others. */
export function creationCheck(contract: Contract, operation: Operation): Check | undefined {
  const reader = counterpart(contract.operations, operation, 'GET');
  const requirement = promisesOf(contract, operation.id, 'creation').find();
  if (requirement === undefined || reader === undefined) return undefined;
  return {
    id: `${operation.id}.creation`,
    title: `${operation.method} ${operation.path} creates what is not there yet`,
    requirements: [requirement],
    // Nothing takes it out again.
    effect: 'destroy',
    run: (context) => record(context, requirement, operation, reader),
  };
}

async function record(context: CheckContext, id: string, operation: Operation, reader: Operation): Promise<void> {
  const { session } = context;
  const first = await accepted(session, operation);
  const wanted = { kind: operation.entity ?? 'endpoint', effect: 'destroy' } as const;
  const traits = { configured: false };
  const isNone = (one: Fixture): boolean => one.traits['configured'] === false;
  const isLike = (one: Fixture): boolean => isNone(one) && isAlike(one, first);
  // What one type takes another need not: the same was accepted on one of the type of that which has none.
  const fixture = (await findFixture(session, wanted, [isLike])) ?? (await session.fixture({ ...wanted, traits }));
  const others = isAlike(fixture, first) ? [] : await onOtherTypes(session, operation, first.fixture);
  const control = others.find((one) => one.accepted && isAlike(fixture, one)) ?? first;
  const observer = observerOf(context.send, session, reader, fixture);
  const beside = await besideOf(context, operation, reader, fixture);
  const before = await observer.look();
  const { query, body } = control.request;
  const request = compose(operation, {
    path: pathOf(operation, fixture),
    label: 'what was accepted elsewhere',
    query,
    ...(body === undefined ? {} : { body }),
  });
  const exchange = await context.send(request);
  const entity = entityReader(context.contract, operation);
  const there = entity === undefined ? undefined : await observerOf(context.send, session, entity, fixture).look();
  const created = (look: Look): boolean => isCreated(context.contract, operation, body?.value, look);
  const after = isAccepted(exchange) ? await observer.until('what was created', created) : await observer.look();
  context.record(
    id,
    judgeCreation({
      operation,
      exchange,
      control,
      isFound: there?.status === 200,
      isThere: there?.status === 200 && isAlike(fixture, control),
      after,
      created: created(after),
    }),
    { label: request.label, exchange, case: body?.value, seen: seenBy(before, after) },
  );
  const lost =
    created(after) && isAlike(fixture, control) ? await lostOf(context, control, { reader, observer }) : undefined;
  if (lost !== undefined)
    context.record(id, lost.judgement, { label: request.label, exchange, seen: seenBy(before, lost.look) });
  if (beside === undefined || !isAccepted(exchange)) return;
  const look = await beside.look();
  const label = `another one that had none (${Object.values(beside.ids).join('/')})`;
  const shows = (one: Look): readonly Readback[] => shownOf(context.contract, operation, body?.value, one);
  const shared = shows(look).some((place) => !shows(beside.before).includes(place));
  // That the other one shows nothing says something only where something was seen to be created.
  if (!shared && !created(after)) return;
  const judgement = shared ? fail('nothing of what was created for another one', 'it shows that as well') : PASS;
  const seen = seenBy(beside.before, look);
  context.record(id, answerOf(look.exchange).judgement ?? judgement, { label, exchange, seen });
}

/** What was sent and does not show of what was created, where an entity of that type that is updated in the same words shows it. */
async function lostOf(
  { contract, session, send }: CheckContext,
  { request, fixture }: Pick<Tried, 'request' | 'fixture'>,
  { reader, observer }: { readonly reader: Operation; readonly observer: Observer },
): Promise<{ readonly judgement: Judgement; readonly look: Look } | undefined> {
  const { operation, body } = request;
  const missing = (look: Look): readonly Readback[] => {
    const shown = shownOf(contract, operation, body?.value, look);
    return sentOf(contract, operation, body?.value).filter((place) => !shown.includes(place));
  };
  if (fixture === undefined || !isAccepted(await send(request))) return undefined;
  const updated = observerOf(send, session, reader, fixture);
  const same = await updated.until('what was written', (look) => missing(look).length === 0);
  const unproven = missing(same);
  await observer.rest();
  const look = await observer.look();
  if (look.status !== 200 || same.status !== 200) return undefined;
  const lost = missing(look).find((place) => !unproven.includes(place));
  if (lost === undefined) return undefined;
  const expected = `${lost.read} shows what it shows after an update in the same words`;
  return { judgement: fail(expected, `it shows ${JSON.stringify(valueAt(look.value, lost.read)) ?? 'nothing'}`), look };
}

/** Another one that has none either; nobody changes it meanwhile. Undefined where there is none to be had. */
async function besideOf({ session, send }: CheckContext, operation: Operation, reader: Operation, fixture: Fixture) {
  const kind = operation.entity ?? 'endpoint';
  const isAnother = (one: Fixture): boolean => one !== fixture && one.traits['configured'] === false;
  const found = await findFixture(session, { kind, effect: 'observe' }, [isAnother]);
  if (found === undefined) return undefined;
  const { look } = observerOf(send, session, reader, found);
  return { ids: found.ids, look, before: await look() };
}

function isAlike(one: Fixture, { fixture }: Pick<Tried, 'fixture'>): boolean {
  return one.traits['type'] === fixture?.traits['type'];
}

/** The GET of the entity that the path names. */
function entityReader({ operations }: Contract, { path, entity, interface: name }: Operation): Operation | undefined {
  const own = operations.filter((one) => one.method === 'GET' && one.entity === entity && one.interface === name);
  return own.find((one) => one.path !== path && path.startsWith(`${one.path}/`));
}

interface Creation {
  readonly operation: Operation;
  readonly exchange: Tried['exchange'];
  readonly control: Pick<Tried, 'vouched' | 'request'>;
  /** A GET finds the entity itself. */
  readonly isFound: boolean;
  /** And it is of the type for which the same request was accepted. */
  readonly isThere: boolean;
  readonly after: Look;
  /** The look shows something, and what was sent where the dialect says that it shows. */
  readonly created: boolean;
}

/** One member that shows is enough to tell that something was created. */
function isCreated(contract: Contract, operation: Operation, body: unknown, look: Look): boolean {
  if (look.status !== 200) return false;
  const sent = sentOf(contract, operation, body);
  return sent.length === 0 || shownOf(contract, operation, body, look).length > 0;
}

/** The places that somebody says to show what was sent. */
function sentOf(contract: Contract, operation: Operation, body: unknown): readonly Readback[] {
  const claimed = contract.answer('update.readback')?.standing === 'claimed';
  return claimed ? readbacks(contract, operation).filter(({ write }) => !isEmpty(valueAt(body, write))) : [];
}

/** Those that do. */
function shownOf(contract: Contract, operation: Operation, body: unknown, { value }: Look): readonly Readback[] {
  return sentOf(contract, operation, body).filter(
    ({ write, read }) => differences(valueAt(body, write), valueAt(value, read)).length === 0,
  );
}

/** True for a body without any value. */
function bringsNothing({ body }: Tried['request']): boolean {
  return isObject(body?.value) && Object.values(body.value).every(isEmpty);
}

/** Pure. A refusal is only judged where nothing in the request was guessed: content may fit one entity and not the other. */
export function judgeCreation({ operation, exchange, control, isFound, isThere, after, created }: Creation): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  // There is something to configure, so it is the want of a configuration that was found, and that is what it is for (4.9).
  if (status === 404 && isFound)
    return fail('a success: it creates or updates', 'status 404, of an entity that is there');
  if (isClientError(status) && !(control.vouched && isThere)) return inconclusive(refused(operation, exchange));
  // With which status a success is told, another requirement says (design rule 4).
  if (status < 200 || status >= 300)
    return fail('a success, as where there is something to update', `status ${status}`);
  const read = answerOf(after.exchange);
  if (read.judgement !== undefined) return read.judgement;
  if (created) return PASS;
  // Whether there is anything to show of what was guessed, or of nothing, is open.
  if (!control.vouched || bringsNothing(control.request))
    return observed({ what: 'none', of: 'other-member', was: 'shown' });
  const actual = after.status === 200 ? 'nothing of what was sent' : `status ${after.status}`;
  return fail('a GET that shows what was created', actual);
}
