/** Remembers what an entity was before the first change, journals it, and puts it back when the session closes (design rule 5). */

import { isDeepStrictEqual } from 'node:util';
import { type RequestCase, withBody } from '../../generators/index.ts';
import { modePlace } from '../../spec/delegation-mode.ts';
import { valueAt } from '../../spec/json.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import { parseJson } from '../judges/body.ts';
import { pointerSet } from '../judges/pointer.ts';
import { compose } from '../requests/compose.ts';
import type { Content } from '../requests/content.ts';
import { pathOf } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';
import { hasItsValuesAgain, isReturned, type Readback, readbacks, wholeWriteBack } from './returned.ts';
import type { Session } from './session.ts';

/** The GET in which an operation's effect shows; undefined when the specified operations have none. */
export function readerOf(contract: Contract, operation: Operation): Operation | undefined {
  const named = operation.ways?.shownBy;
  if (named !== undefined) return contract.operation(named);
  return contract.operations.find(
    ({ method, path }) => method === 'GET' && path === operation.path && path.includes('{'),
  );
}

/** The body of the entity's GET as JSON; undefined when it cannot be read. */
export async function read(
  session: Session,
  operation: Operation,
  fixture: Fixture,
): Promise<{ value: unknown; exchange: Exchange } | undefined> {
  const reader = readerOf(session.contract, operation);
  if (reader === undefined) return undefined;
  const exchange = await session.send(
    toWire(compose(reader, { path: pathOf(reader, fixture), label: 'read' }), { session }),
  );
  if (exchange.response?.status !== 200) return undefined;
  const parsed = parseJson(exchange.response);
  return parsed.error === undefined ? { value: parsed.value, exchange } : undefined;
}

/** What the entity was when the session first looked at it. */
export function beforeOf(session: Session, operation: Operation, fixture: Fixture): ReturnType<typeof read> {
  return session.once(`before:${operation.id}:${JSON.stringify(fixture.ids)}`, () => read(session, operation, fixture));
}

/** The entity's present values as the content of an update, laid over `base`; undefined when it cannot be read. */
export async function roundTrip(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  base: Content,
): Promise<Content | undefined> {
  const lines = readbacks(session.contract, operation);
  if (lines.length === 0) return undefined;
  const before = await beforeOf(session, operation, fixture);
  if (before === undefined) return undefined;
  // What must be written and does not show cannot be written back: another value for it would be a change.
  const shows = ({ read: from }: Readback): boolean => (valueAt(before.value, from) ?? null) !== null;
  if (!lines.some(shows) && !isClaimed(session.contract)) return undefined;
  if (lines.some((line) => isRequired(operation, line.write) && !shows(line))) return undefined;
  let body = base.body?.value;
  const query = new Map((base.query ?? []).map(([name, text]) => [name, [text]]));
  for (const { write, read: from } of lines) {
    const value = valueAt(before.value, from);
    if (value === undefined || value === null) continue;
    if (write.startsWith('?')) query.set(write.slice(1), (Array.isArray(value) ? value : [value]).map(String));
    else body = pointerSet(body, write, value);
  }
  const pairs = [...query].flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text]));
  return {
    ...(pairs.length === 0 ? {} : { query: pairs }),
    ...(base.body === undefined ? {} : { body: { ...base.body, value: body } }),
  };
}

/**
 * Journals how to put an entity back before it is first changed, and registers the restoration: `restoring` writes all that
 * had a value, what had none is cleared besides, and if that is not enough the entity's GET body is written back. What then
 * still differs stays in the journal.
 */
export function snapshot(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  restoring?: RequestCase,
): Promise<void> {
  return session.once(`snapshot:${operation.id}:${JSON.stringify(fixture.ids)}`, async () => {
    const reader = readerOf(session.contract, operation);
    const before = reader === undefined ? undefined : await beforeOf(session, operation, fixture);
    const places = placesOf(session, operation, before?.value);
    const missing = readbacks(session.contract, operation)
      .filter(isAbsentIn(before?.value))
      .filter(({ write }) => !isRequired(operation, write));
    const whole = reader?.path === operation.path ? wholeWriteBack(operation, fixture, before?.value) : undefined;
    const cleared = restoring === undefined || before === undefined ? [] : clearing(restoring, missing, null);
    if (restoring !== undefined && before !== undefined) guard(session, operation, fixture, missing);
    const id = await session.target.journal.begin({
      fixture,
      check: session.group.id,
      restore: [restoring, ...cleared, whole]
        .filter((request) => request !== undefined)
        .map((request) => toWire(request, { session })),
      ...(reader === undefined || before === undefined
        ? {}
        : {
            verify: toWire(compose(reader, { path: pathOf(reader, fixture), label: 'verify' })),
            before: before.exchange.response?.body ?? '',
            ...(places === undefined ? {} : { compare: places }),
          }),
    });
    if (restoring === undefined && whole === undefined) return;
    session.onClose(async () => {
      const send = (request: RequestCase): Promise<Exchange> => session.restore(toWire(request, { session }));
      if (restoring !== undefined) await send(restoring);
      if (before === undefined) return session.target.journal.done(id);
      const same = (value: unknown): boolean =>
        places === undefined
          ? isReturned(session, operation, before.value, value)
          : places.every((pointer) => isDeepStrictEqual(at(before.value, pointer), at(value, pointer)));
      const settled = (value: unknown): boolean =>
        same(value) ||
        (fixture.allow === 'destroy' &&
          places !== undefined &&
          hasItsValuesAgain(session, operation, before.value, value));
      const extra = (value: unknown): Readback[] => missing.filter((line) => !isAbsentIn(value)(line));
      const readUntil = (done: (value: unknown) => boolean): Promise<unknown> =>
        session.patience.until(
          `${operation.id} puts back`,
          async () => (await read(session, operation, fixture))?.value,
          done,
        );
      let now = await readUntil((value) => same(value) || extra(value).length > 0 || restoring === undefined);
      const attempts = [
        // A server that takes no null for a text may take an empty one.
        ...([null, ''] as const).map(
          (nothing) => () => (restoring === undefined ? [] : clearing(restoring, extra(now), nothing)),
        ),
        () => [whole],
      ];
      for (const attempt of attempts) {
        const [request] = attempt();
        if (same(now) || request === undefined) continue;
        await send(request);
        now = await readUntil(settled);
      }
      if (same(now)) await session.target.journal.done(id);
    });
  });
}

/** What the entity has no value for must not get one, here or through the query of the operation that writes it as well. */
function guard(session: Session, operation: Operation, fixture: Fixture, lines: readonly Readback[]): void {
  const places = lines.map(({ write }) => write);
  const members = new Set(places.filter((place) => place.startsWith('/')).map((place) => place.slice(1)));
  const others = session.contract.operations.filter(({ ways }) => ways?.changes?.includes(operation.id) === true);
  for (const other of [operation, ...others]) {
    const named = other.parameters
      .filter(({ in: place, name }) => place === 'query' && members.has(name.split('.').at(-1) ?? ''))
      .map(({ name }) => `?${name}`);
    const path = toWire(compose(other, { path: pathOf(other, fixture), label: other.id })).target.split('?')[0] ?? '';
    session.traces.guard(other, path, fixture, other === operation ? places : named);
  }
}

/** Where alone an operation's effect shows; undefined when that is not known, or the owner's example may have changed more. */
function placesOf({ contract, target }: Session, operation: Operation, before: unknown): readonly string[] | undefined {
  const known = readbacks(contract, operation).map(({ read: pointer }) => pointer);
  // Places that are only assumed, and hold nothing, say nothing about what is changed.
  const told = isClaimed(contract) || known.some((pointer) => valueAt(before, pointer) !== undefined);
  if (known.length > 0 && told) return target.facts.examples[operation.id] === undefined ? known : undefined;
  if (operation.ways?.shownBy === undefined) return undefined;
  const mode = modePlace(contract)?.pointer;
  return mode === undefined || valueAt(before, mode) === undefined ? undefined : [mode];
}

function isClaimed(contract: Contract): boolean {
  return contract.answer('update.readback')?.standing === 'claimed';
}

/** The request with nothing where the entity had nothing; none where nothing can be cleared. */
function clearing(restoring: RequestCase, lines: readonly Readback[], nothing: null | ''): RequestCase[] {
  const { body } = restoring;
  const places = lines.map(({ write }) => write).filter((write) => write.startsWith('/'));
  if (body === undefined || !('value' in body) || places.length === 0) return [];
  const value = places.reduce<unknown>((whole, place) => pointerSet(whole, place, nothing), body.value);
  return [withBody(restoring, { ...body, value })];
}

/** What every update must carry is never without a value, wherever it shows. */
function isRequired({ parameters }: Operation, write: string): boolean {
  return parameters.some(({ name, required }) => required && `?${name}` === write);
}

function isAbsentIn(value: unknown): (line: Readback) => boolean {
  return ({ read: pointer }) => at(value, pointer) === null;
}

/** The value at a place, null where there is none: many servers show the one for the other. */
function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointer) ?? null;
}
