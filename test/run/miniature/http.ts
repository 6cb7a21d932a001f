/** How the miniature speaks HTTP: requests as it reads them, answers as it writes them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request once its body is read. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Decoded pairs in the order in which they came. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

/** What a handler answers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Reads a request; undefined when its target cannot be decoded. */
export async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '', search = ''] = splitOnce(request.url ?? '/', '?');
  try {
    return {
      method: request.method ?? '',
      path: decodeURIComponent(path),
      query: search === '' ? [] : search.split('&').map((pair) => decodePair(pair)),
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks),
    };
  } catch {
    return undefined;
  }
}

function decodePair(pair: string): [string, string] {
  const [name = '', value = ''] = splitOnce(pair, '=');
  return [decodeURIComponent(name.replaceAll('+', ' ')), decodeURIComponent(value.replaceAll('+', ' '))];
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Writes an answer: lower-case names, headers nobody asked for, the body in chunks, some connections closed at once. */
export function writeAnswer(response: ServerResponse, answer: Answer, turn: number): void {
  response.writeHead(answer.status, {
    date: new Date(0).toUTCString(),
    server: 'miniature',
    'cache-control': 'no-store',
    'x-request-id': `m-${turn}`,
    'strict-transport-security': 'max-age=1',
    ...(turn % 7 === 0 ? { connection: 'close' } : {}),
    ...answer.headers,
  });
  const { body } = answer;
  if (body === undefined || body === '') return void response.end();
  const half = Math.ceil(body.length / 2);
  response.write(body.slice(0, half));
  response.end(body.slice(half));
}

/** A JSON answer under a media type with a parameter, in mixed case. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'Application/JSON; Charset="utf-8"', ...headers },
    body: `\n${JSON.stringify(value, null, 1)}\n`,
  };
}

/** An answer without a body that states a content type all the same. */
export function empty(status: number): Answer {
  return status === 204 ? { status } : { status, headers: { 'content-type': 'text/plain', 'content-length': '0' } };
}

/** A bad request, in a form that differs from place to place. */
export function badRequest(why: string, form: 'problem' | 'text' | 'none'): Answer {
  if (form === 'none') return { status: 400, headers: { 'content-length': '0' } };
  if (form === 'text') return { status: 400, headers: { 'content-type': 'text/plain' }, body: why };
  return {
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: 'about:blank', title: why, status: 400 }),
  };
}

/** The page of a proxy in front of the service. */
export function unauthorized(): Answer {
  return {
    status: 401,
    headers: { 'content-type': 'text/html', 'www-authenticate': 'Bearer realm="miniature"' },
    body: '<html><body><h1>401</h1></body></html>',
  };
}
