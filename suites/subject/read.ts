/** Reads an entity: in the GET in which what an operation does to it shows. */
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/session.ts';
import { parseJson } from '../judges/body.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { toWire } from '../requests/wire.ts';

/** What an entity showed, and the answer that showed it. */
export interface Shown {
  readonly value: unknown;
  readonly exchange: Exchange;
}

/** The GET in which an operation's effect shows; undefined when the specified operations have none. */
export function readerOf(contract: Contract, operation: Operation): Operation | undefined {
  const named = operation.ways?.shownBy;
  if (named !== undefined) return contract.operation(named);
  return contract.operations.find(
    ({ method, path }) => method === 'GET' && path === operation.path && path.includes('{'),
  );
}

/** The body of the entity's GET as JSON; undefined when it cannot be read. */
export async function read(session: Session, operation: Operation, fixture: Fixture): Promise<Shown | undefined> {
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
export function beforeOf(session: Session, operation: Operation, fixture: Fixture): Promise<Shown | undefined> {
  return session.once(`before:${operation.id}:${JSON.stringify(fixture.ids)}`, () => read(session, operation, fixture));
}
