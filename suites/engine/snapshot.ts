/** Remembers what an entity was before the first change, journals it, and puts it back when the session closes (design rule 5). */
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import { parseJson } from '../judges/body.ts';
import { pointerGet, pointerSet } from '../judges/pointer.ts';
import { compose } from '../requests/compose.ts';
import type { Content } from '../requests/content.ts';
import { pathOf } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';
import type { Session } from './session.ts';

/** One line of the dialect's answer `update.readback`. */
interface Readback {
  /** Pointer in the request body, or `?name` for a query parameter. */
  readonly write: string;
  /** Pointer in the body of the matching GET. */
  readonly read: string;
}

/** Operations whose effect shows in the GET of another path. */
const SHOWS_IN: Readonly<Record<string, string>> = {
  'endpoint.delegations.update': 'endpoint.read',
  'endpoint.delegations.delete': 'endpoint.read',
};

/** The GET in which an operation's effect shows; undefined when the specified operations have none. */
export function readerOf(contract: Contract, operation: Operation): Operation | undefined {
  const named = SHOWS_IN[operation.id];
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

/** What the dialect says of where an update's members show. */
export function readbacks(contract: Contract, operation: Operation): readonly Readback[] {
  const answer = contract.answer('update.readback')?.value as Record<string, readonly Readback[]> | undefined;
  return answer?.[operation.id] ?? [];
}

/** What the entity was when the session first looked at it. */
function beforeOf(session: Session, operation: Operation, fixture: Fixture): ReturnType<typeof read> {
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
  let body = base.body?.value;
  const query = new Map((base.query ?? []).map(([name, text]) => [name, [text]]));
  for (const { write, read: from } of lines) {
    const value = pointerGet(before.value, from);
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
 * Journals how to put an entity back before it is first changed, and registers the restoration. Only what the dialect
 * says to show can be verified; an entity without a matching GET is journalled as one that cannot be put back.
 */
export function snapshot(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  restoring?: WireRequest,
): Promise<void> {
  return session.once(`snapshot:${operation.id}:${JSON.stringify(fixture.ids)}`, async () => {
    const reader = readerOf(session.contract, operation);
    const before = reader === undefined ? undefined : await beforeOf(session, operation, fixture);
    const id = await session.target.journal.begin({
      fixture,
      check: session.group.id,
      restore: restoring === undefined ? [] : [restoring],
      ...(reader === undefined || before === undefined
        ? {}
        : {
            verify: toWire(compose(reader, { path: pathOf(reader, fixture), label: 'verify' })),
            before: before.exchange.response?.body ?? '',
            compare: readbacks(session.contract, operation).map(({ read: pointer }) => pointer),
          }),
    });
    if (restoring === undefined) return;
    session.onClose(async () => {
      await session.restore(restoring);
      if (before === undefined) return session.target.journal.done(id);
      const after = await read(session, operation, fixture);
      if (unchanged(session.contract, operation, before.value, after?.value)) await session.target.journal.done(id);
    });
  });
}

/** True when every member that the dialect says to show an update is as it was. */
export function unchanged(contract: Contract, operation: Operation, before: unknown, after: unknown): boolean {
  return readbacks(contract, operation).every(
    ({ read: pointer }) => JSON.stringify(pointerGet(after, pointer)) === JSON.stringify(pointerGet(before, pointer)),
  );
}
