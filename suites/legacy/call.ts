/** A legacy call as data, and its way onto the wire (contract 4.12, 4.13). */
import type { JsonSchema, Operation } from '../../spec/types.ts';
import type { HeaderList } from '../../spec/vocabulary.ts';
import type { WireRequest } from '../../target/types.ts';
import type { EnvelopeFormat } from '../judges/envelope.ts';
import { bodyOf, type Field, raw } from './form.ts';

/** The media type of every documented request. */
export const FORM = 'application/x-www-form-urlencoded';

/** One request of a legacy action. */
export interface LegacyCall {
  /** Names the case in reports. */
  readonly label: string;
  readonly fields: readonly Field[];
  readonly method?: WireRequest['method'];
  /** In place of the documented Content-Type. */
  readonly headers?: HeaderList;
  /** In place of the form. */
  readonly body?: string | Uint8Array;
  /** Appended to the path, with its question mark. */
  readonly query?: string;
  /** The query carries the login of the profile: only where the call itself is the question, and its login right. */
  readonly loginInQuery?: true;
  /** The body goes out in chunks. */
  readonly chunked?: true;
  /** Over plain HTTP. */
  readonly plain?: true;
  /** True where the HTTP server may turn the request away, so that the answer need be no envelope. */
  readonly byHttp?: true;
  /** Carries a wrong login for the real account: sent once and never again. */
  readonly wrongLogin?: true;
}

/** In which format an action answers. */
export function formatOf(operation: Operation): EnvelopeFormat {
  return operation.path.endsWith('!AutoUpdateDCV') ? 'form' : 'json';
}

/** The request as `target` sends it. */
export function wireOf(operation: Operation, call: LegacyCall): WireRequest {
  return {
    service: 'legacy',
    method: call.method ?? operation.method,
    target: `${operation.path}${call.query ?? ''}`,
    headers: call.headers ?? [['Content-Type', FORM]],
    body: call.body ?? bodyOf(call.fields),
    ...(call.loginInQuery === true ? { loginInTarget: true } : {}),
    ...(call.chunked === true ? { chunked: true as const } : {}),
    ...(call.plain === true ? { plain: true } : {}),
  };
}

/** The login of the profile. Its values never come here: the placeholders are filled in by `target`. */
export const LOGIN: readonly Field[] = [raw('loginName', '{{loginName}}'), raw('loginPassword', '{{loginPassword}}')];

/** A login that no service has; it differs between seeds, so that a run does not repeat another's. */
export function madeUpLogin(seed: number): readonly [name: Field, password: Field] {
  return [raw('loginName', `no-such-login-${seed}`), raw('loginPassword', 'no-such-Passw0rd')];
}

/** The schema of a form parameter. */
export function parameterSchema({ parameters }: Operation, name: string): JsonSchema {
  return parameters.find((parameter) => parameter.name === name)?.schema ?? true;
}

/** The documented length of a form parameter. @throws Error when the contract gives none. */
export function maxLengthOf(operation: Operation, name: string): number {
  const schema = parameterSchema(operation, name);
  const limit = typeof schema === 'object' ? schema['maxLength'] : undefined;
  if (typeof limit !== 'number') throw new Error(`${name} of ${operation.id} has no documented length.`);
  return limit;
}
