/** A legacy call as data, and its way onto the wire, to the byte (contract 4.12, 4.13): how a value is written is itself under test. */
import type { HeaderList, Operation } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import type { EnvelopeFormat } from '../judges/index.ts';

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

/** Login and number of an order: the whole call of the status action, and the beginning of one of the DCV action. */
export function plainFields(order: string): Field[] {
  return [...LOGIN, field('orderNumber', order)];
}

/** The login of a fixture. */
export function loginOf({ ids }: Pick<Fixture, 'ids'>): Field[] {
  return [raw('loginName', encode(String(ids['loginName']))), raw('loginPassword', String(ids['loginPassword']))];
}

/** A login that no service has; it differs between seeds, so that a run does not repeat another's. */
export function madeUpLogin(seed: number): readonly [name: Field, password: Field] {
  return [raw('loginName', `no-such-login-${seed}`), raw('loginPassword', 'no-such-Passw0rd')];
}

/** The documented length of a form parameter. @throws Error when the contract gives none. */
export function maxLengthOf({ id, parameters }: Operation, name: string): number {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  const limit = typeof schema === 'object' ? schema['maxLength'] : undefined;
  if (typeof limit !== 'number') throw new Error(`${name} of ${id} has no documented length.`);
  return limit;
}

/** One field as it stands in the body: name and value already encoded. */
export type Field = readonly [name: string, value: string];

/** Encodes a text as the form encoding standard writes it: a space as `+`, bytes outside the safe set as `%XX`. */
export function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (character) => `%${hex(character.charCodeAt(0))}`)
    .replaceAll('%20', '+');
}

/** Encodes every byte as `%XX`, letters and digits too: another spelling of the same value. */
export function encodeAll(text: string, upper = true): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${upper ? hex(byte) : hex(byte).toLowerCase()}`).join('');
}

/** A field whose name and value are plain text. */
export function field(name: string, value: string | number): Field {
  return [encode(name), encode(String(value))];
}

/** A field whose value stands as it is: a credential's placeholder, or a spelling of its own. */
export function raw(name: string, value: string): Field {
  return [name, value];
}

/** The body of a form. */
export function bodyOf(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join('&');
}

/** The fields without those of a name. */
export function without(fields: readonly Field[], ...names: readonly string[]): Field[] {
  return fields.filter(([name]) => !names.includes(name));
}

/** The fields with others put in the place of those of the same name, or added at the end. */
export function withFields(fields: readonly Field[], ...changed: readonly Field[]): Field[] {
  const replacement = new Map(changed.map((one) => [one[0], one]));
  const kept = fields.map((one) => replacement.get(one[0]) ?? one);
  return [...kept, ...changed.filter(([name]) => !fields.some(([own]) => own === name))];
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
