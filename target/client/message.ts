/** Builds what goes over the wire from a request, and beside it the record of it that holds no secret. */
import type { HeaderList, SentRequest } from '../../spec/vocabulary.ts';
import type { Authorization } from '../credentials.ts';
import type { TokenPlace, WireRequest } from '../types.ts';
import type { Sendable } from './attempt.ts';
import { textOf } from './body.ts';
import { UnsendableRequest } from './errors.ts';

/** Where a service is. */
export interface Address {
  readonly origin: string;
  readonly host: string;
  /** Path of the base URL without a slash at its end. */
  readonly base: string;
}

/** Splits a base URL. */
export function addressOf(url: string): Address {
  const { origin, host, pathname } = new URL(url);
  return { origin, host, base: pathname.replace(/\/+$/, '') };
}

/** The parts of a message that come from the profile and not from the check. */
export interface Envelope {
  readonly address: Address;
  /** The credential as sent and as recorded: the value of `Authorization` where no other place is named. */
  readonly authorization?: Authorization | undefined;
  /** The body as sent, where it differs from the recorded one. */
  readonly body?: string;
  /** The target as sent, where it differs from the recorded one. */
  readonly target?: string;
  /** Header fields of the client itself, unless the request has its own. */
  readonly own: HeaderList;
  readonly proxied: boolean;
}

export interface Message {
  readonly sendable: Sendable;
  readonly recorded: SentRequest;
}

/**
 * Puts a message together.
 * @throws UnsendableRequest when the target does not begin with a slash.
 */
export function compose(request: WireRequest, envelope: Envelope): Message {
  const { address, authorization } = envelope;
  if (!request.target.startsWith('/')) {
    throw new UnsendableRequest(`The target of a request must begin with a slash: ${request.target.slice(0, 80)}`);
  }
  const given = request.headers ?? [];
  const fields: (readonly [string, string])[] = [];
  for (const field of envelope.own) if (!has(given, field[0])) fields.push(field);
  fields.push(...given);
  if (authorization?.place !== undefined) return elsewhere(request, envelope, authorization.place);
  const body = envelope.body ?? request.body;
  const recordedFields: (readonly [string, string])[] = has(given, 'host') ? [] : [['host', address.host]];
  if (authorization !== undefined) recordedFields.push(['Authorization', authorization.recorded]);
  recordedFields.push(...fields);
  if (authorization !== undefined) fields.unshift(['Authorization', authorization.sent]);
  if (request.chunked === true) recordedFields.push(['transfer-encoding', 'chunked']);
  else if (request.body !== undefined && request.body.length > 0 && !has(given, 'content-length')) {
    // Of the record itself: the true length would tell the length of a password.
    recordedFields.push(['content-length', String(Buffer.byteLength(request.body))]);
  }
  return {
    sendable: {
      origin: address.origin,
      host: address.host,
      path: bytes(address.base + (envelope.target ?? request.target)),
      method: request.method,
      headers: envelope.proxied ? byName(fields) : flat(fields),
      body: body === undefined ? null : typeof body === 'string' ? body : Buffer.from(body),
      ...(request.chunked === true ? { chunked: true } : {}),
    },
    recorded: {
      method: request.method,
      url: address.origin + address.base + request.target,
      headers: recordedFields,
      ...recordedBody(request.body),
    },
  };
}

/** The message whose credential stands in another place: as one that carries it there of its own. */
function elsewhere(request: WireRequest, envelope: Envelope, place: TokenPlace): Message {
  const { sent = '', recorded = '' } = envelope.authorization ?? {};
  const made = (value: string): Message =>
    compose(placed(request, place, value), { ...envelope, authorization: undefined });
  return { sendable: made(sent).sendable, recorded: made(recorded).recorded };
}

/** @throws UnsendableRequest for a form where the request has a body already. */
function placed(request: WireRequest, place: TokenPlace, value: string): WireRequest {
  const headers = request.headers ?? [];
  switch (place) {
    case 'query':
      return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${value}` };
    case 'cookie':
      return { ...request, headers: [...headers, ['Cookie', value]] };
    case 'form':
      if (request.body !== undefined || request.method === 'GET')
        throw new UnsendableRequest('A request that has a body, or can have none, cannot carry a form.');
      return { ...request, body: value, headers: [...headers, ['Content-Type', 'application/x-www-form-urlencoded']] };
  }
}

function recordedBody(body: WireRequest['body']): Pick<SentRequest, 'body' | 'encoding'> {
  if (body === undefined) return {};
  return typeof body === 'string' ? { body, encoding: 'utf8' } : textOf(body);
}

function has(fields: HeaderList, name: string): boolean {
  const wanted = name.toLowerCase();
  return fields.some(([given]) => given.toLowerCase() === wanted);
}

function flat(fields: HeaderList): string[] {
  const list: string[] = [];
  for (const [name, value] of fields) list.push(name, bytes(value));
  return list;
}

function byName(fields: HeaderList): Record<string, string[]> {
  const named: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of fields) {
    const values = named[name];
    if (values === undefined) named[name] = [bytes(value)];
    else values.push(bytes(value));
  }
  return named;
}

/** Undici writes one byte per character: text beyond ASCII goes out as its UTF-8 bytes. */
function bytes(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}
