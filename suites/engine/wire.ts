/** From a generated request to what `target` sends. */
import { type RequestCase, serialize } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Credential, WireRequest } from '../../target/types.ts';
import type { Session } from './session.ts';

/** The operation as a proof about anything but the body sees it: the body is the target's accepted one, whatever our schema says. */
export function withOpenBody(operation: Operation): Operation {
  const { body } = operation;
  if (body === undefined) return operation;
  let open = OPEN.get(operation);
  if (open === undefined) {
    open = {
      ...operation,
      body: { ...body, contents: body.contents.map((content) => ({ ...content, schema: true })) },
    };
    OPEN.set(operation, open);
  }
  return open;
}

const OPEN = new WeakMap<Operation, Operation>();

/** What can be sent: a request of an operation, or one as it stands on the wire. */
export type Sendable = RequestCase | WireRequest;

export interface WireOptions {
  readonly credential?: Credential;
  readonly session?: Session;
}

/** What goes over the wire for either. */
export function asWire(request: Sendable, session: Session): WireRequest {
  return 'operation' in request ? toWire(request, { session }) : request;
}

/** Serialises a request to the byte; what stands in the result goes over the wire. */
export function toWire(request: RequestCase, options: WireOptions = {}): WireRequest {
  const style = options.session?.contract.answer('request.array-style')?.value;
  const { target, headers, body } = serialize(request, { arrayStyle: style === 'comma' ? 'comma' : 'repeat' });
  return {
    service: request.operation.interface,
    method: request.operation.method,
    target,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(options.credential === undefined ? {} : { credential: options.credential }),
  };
}
