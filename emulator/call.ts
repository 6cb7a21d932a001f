import type { Operation } from '../spec/types.ts';
import type { Policy } from './policy.ts';
import type { Reply } from './reply.ts';
import type { Clock } from './state/clock.ts';
import type { Principal } from './state/entities.ts';
import type { Random } from './state/random.ts';
import type { State } from './state/store.ts';

/** What all handlers work on. */
export interface World {
  readonly state: State;
  readonly clock: Clock;
  /** For values that operations make up, such as client secrets. */
  readonly random: Random;
  readonly policy: Policy;
  /** The world of the other customer: what an operation must not reach from here. */
  readonly beyond?: World;
}

/** One request whose operation is known, read as far as the pipeline has come. */
export interface Call {
  readonly operation: Operation;
  readonly world: World;
  readonly principal: Principal;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** With internal member names; undefined when the operation takes none. */
  readonly body: unknown;
  /** The body as it arrived. */
  readonly wireBody: unknown;
  /** True when a fault with this switch is active for the operation. */
  has(fault: string): boolean;
}

/** What one operation does. */
export interface Handler<T = unknown> {
  /** The entity named in the path; undefined when it does not exist. Operations without one leave it out. */
  readonly find?: (call: Call) => T | undefined;
  /** Acts on the entity. All input is valid by then. */
  readonly run: (call: Call, entity: T) => Reply;
}

/** Handlers by method and path template, e.g. `GET /api/ssl/v2`. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Types a handler by its entity; the pipeline only passes on what `find` returned. */
export function handler<T>(definition: Handler<T>): Handler {
  return definition as Handler;
}

/** An integer from the path. */
export function pathId(call: Call, name: string): number {
  return call.path[name] as number;
}

/** The body as an object; the schemas of all bodies that handlers read so are objects. */
export function bodyObject(call: Call): Readonly<Record<string, unknown>> {
  return (call.body ?? {}) as Readonly<Record<string, unknown>>;
}
