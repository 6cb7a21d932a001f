/** From a generated request to what `target` sends. */
import { type RequestCase, serialize } from '../../generators/index.ts';
import type { Credential, WireRequest } from '../../target/types.ts';
import type { Session } from '../engine/session.ts';

export interface WireOptions {
  readonly credential?: Credential;
  readonly session?: Session;
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
