import type { HeaderList } from '../../spec/vocabulary.ts';
import { isArray, mediaTypeOf } from './edit.ts';
import {
  type ArrayStyle,
  FORM,
  type Pairs,
  type RequestBodyValue,
  type RequestCase,
  type Serialized,
} from './types.ts';
import { toXml } from './xml.ts';

/**
 * Writes a request to the byte. Everything but unreserved characters (RFC 3986, section 2.3) is percent-encoded, so
 * dotted names stay as they are; lone surrogates become U+FFFD, since no encoding of them is valid. The contract does
 * not show how arrays are written: `arrayStyle` decides.
 * @throws Error when a path parameter has no value, or a body cannot be written in its media type.
 */
export function serialize(request: RequestCase, options: { readonly arrayStyle?: ArrayStyle } = {}): Serialized {
  const { arrayStyle = 'repeat' } = options;
  // The same request is written to be proven, and again to be sent.
  const written = WRITTEN.get(request);
  if (written?.arrayStyle === arrayStyle) return written;
  const made = write(request, arrayStyle);
  WRITTEN.set(request, made);
  return made;
}

const WRITTEN = new WeakMap<RequestCase, Serialized>();

function write(request: RequestCase, arrayStyle: ArrayStyle): Serialized {
  const path = request.operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = request.path[name];
    if (text === undefined) throw new Error(`The path parameter "${name}" of ${request.operation.id} has no value.`);
    return percentEncode(text);
  });
  const query = joined(request, request.query, arrayStyle, request.escaped ? escapeAll : percentEncode);
  const form = request.form && joined(request, request.form, arrayStyle, formEncode);
  const body = form ?? (request.body === undefined ? undefined : bodyOf(request, request.body));
  return {
    target: query === '' ? path : `${path}?${query}`,
    headers: withContentType(request.headers, form === undefined ? request.body?.mediaType : FORM),
    ...(body === undefined ? {} : { body }),
    arrayStyle,
  };
}

const UNRESERVED = /^[A-Za-z0-9._~-]*$/;

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function percentEncode(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Escapes in small letters for all characters, also for those that need none. */
function escapeAll(text: string): string {
  return Buffer.from(text.toWellFormed()).toString('hex').replace(/../g, '%$&');
}

function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

function joined(request: RequestCase, pairs: Pairs, arrayStyle: ArrayStyle, encode: (text: string) => string): string {
  const written: string[] = [];
  const done = new Set<string>();
  for (const [name, text] of pairs) {
    const parameter = request.operation.parameters.find((one) => one.name === name);
    if (arrayStyle !== 'comma' || !isArray(parameter)) {
      written.push(`${percentEncode(name)}=${encode(text)}`);
    } else if (!done.has(name)) {
      done.add(name);
      const items = pairs.filter(([key]) => key === name).map(([, item]) => encode(item));
      written.push(`${percentEncode(name)}=${items.join(',')}`);
    }
  }
  return written.join('&');
}

function bodyOf(request: RequestCase, body: RequestBodyValue): string | Uint8Array | undefined {
  if (body.raw !== undefined) return body.raw;
  const type = mediaTypeOf(body.mediaType);
  if (/[/+]xml$/.test(type)) return toXml(body.root ?? request.operation.body?.schemaName ?? 'request', body.value);
  return body.value === undefined ? undefined : JSON.stringify(body.value);
}

function withContentType(headers: HeaderList, mediaType: string | undefined): HeaderList {
  if (mediaType === undefined || headers.some(([name]) => name.toLowerCase() === 'content-type')) return headers;
  return [...headers, ['Content-Type', mediaType]];
}
