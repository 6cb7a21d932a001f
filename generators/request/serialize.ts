/** From a request to the bytes that go over the wire. */
import type { HeaderList } from '../../spec/vocabulary.ts';
import type { RequestCase } from './case.ts';
import { toXml } from './xml.ts';

/** How a list is written in a query: `a=1&a=2` or `a=1,2` (the contract shows neither). */
export type ArrayStyle = 'repeat' | 'comma';

export interface Serialized {
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body?: string | Uint8Array;
}

/** Serialises a request: RFC 3986 path and query, JSON (RFC 8259), XML or form body (WHATWG URL standard). */
export function serialize(request: RequestCase, options: { readonly arrayStyle: ArrayStyle }): Serialized {
  const path = request.operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encode(request.path[name] ?? ''));
  const query = joined(request.query, options.arrayStyle)
    .map(([name, text]) => `${encode(name)}=${encode(text)}`)
    .join('&');
  const target = query === '' ? path : `${path}?${query}`;
  if (request.form !== undefined) {
    const body = request.form.map(([name, text]) => `${formEncode(name)}=${formEncode(text)}`).join('&');
    return { target, headers: [...request.headers, ['Content-Type', 'application/x-www-form-urlencoded']], body };
  }
  if (request.body === undefined) return { target, headers: request.headers };
  const { mediaType, value, raw } = request.body;
  const headers: HeaderList = [...request.headers, ['Content-Type', mediaType]];
  if (raw !== undefined) return { target, headers, body: raw };
  const body =
    mediaType === 'application/xml'
      ? toXml(request.operation.body?.schemaName ?? 'request', value)
      : JSON.stringify(value);
  return { target, headers, body };
}

/** Repeated parameters become one, comma separated, where the target reads lists so. */
function joined(pairs: RequestCase['query'], style: ArrayStyle): RequestCase['query'] {
  if (style === 'repeat') return pairs;
  const grouped = new Map<string, string[]>();
  for (const [name, text] of pairs) grouped.set(name, [...(grouped.get(name) ?? []), text]);
  return [...grouped].map(([name, texts]): [string, string] => [name, texts.join(',')]);
}

/** Percent-encodes all but the unreserved characters of RFC 3986; lone surrogates become U+FFFD, as no UTF-8 can hold them. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function formEncode(text: string): string {
  return encode(text).replaceAll('%20', '+');
}
