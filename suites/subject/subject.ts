/** The subject of an operation: one entity in hand, or none, with all that is asked of it for that operation (contract 4.1). */
import type { RequestCase } from '../../generators/index.ts';
import type { Contract, Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { type Content, compose, pathOf } from '../requests/compose.ts';
import { type Look, read, readerOf } from './read.ts';

/** What each session has in hand. */
const held = new WeakMap<Session, Map<string, Subject>>();

/** An entity as one operation meets it. What it was first seen to be is remembered here, and nowhere else. */
export class Subject {
  readonly session: Session;
  readonly operation: Operation;
  /** Undefined where the operation is about no entity, or about none that is there. */
  readonly fixture: Fixture | undefined;
  /** The GET in which the operation's effect shows; undefined where the contract has none. */
  readonly reader: Operation | undefined;
  #before: Promise<Look | undefined> | undefined;

  /** One of its own, that knows nothing of what the session has seen. */
  constructor(session: Session, operation: Operation, fixture: Fixture | undefined) {
    this.session = session;
    this.operation = operation;
    this.fixture = fixture;
    this.reader = readerOf(session.contract, operation);
  }

  /** The same entity for another operation. */
  as(operation: Operation): Subject {
    return inHand(this.session, operation, this.fixture);
  }

  get contract(): Contract {
    return this.session.contract;
  }

  /** True for one that nobody asks for back. */
  get isDisposable(): boolean {
    return this.fixture?.allow === 'destroy';
  }

  /** True where a GET of the operation's own path shows the entity: what it shows may be written back. */
  get showsItself(): boolean {
    return this.reader?.path === this.operation.path;
  }

  /** A request of the operation about this entity; nothing is added to what is given. */
  request(content: Content & { readonly label: string }): RequestCase {
    return compose(this.operation, { path: pathOf(this.operation, this.fixture), ...content });
  }

  /** What the entity shows now; undefined when it cannot be read. */
  async read(): Promise<Look | undefined> {
    return this.reader === undefined || this.fixture === undefined
      ? undefined
      : read(this.session, this.reader, this.fixture);
  }

  /** What the entity was when it was first looked at for this operation. */
  before(): Promise<Look | undefined> {
    this.#before ??= this.read();
    return this.#before;
  }
}

/** The one that all checks of a session have in hand together: what it was before the first of them touched it is known to each. */
export function inHand(session: Session, operation: Operation, fixture: Fixture | undefined): Subject {
  const known = held.get(session) ?? new Map<string, Subject>();
  held.set(session, known);
  const name = `${operation.id} ${JSON.stringify(fixture?.ids)}`;
  const subject = known.get(name) ?? new Subject(session, operation, fixture);
  known.set(name, subject);
  return subject;
}
