/** Rewrites one place of a request before it is served: the form that most careless readings take. */
import type { Place } from '../../../spec/fault-model/places.ts';
import { isObject, tokens } from '../../../spec/json.ts';
import { decodeComponent } from '../../decode/percent.ts';
import type { Incoming } from '../../pipeline.ts';

/** A request on its way to its operation. */
export interface Request {
  readonly incoming: Incoming;
  /** Decoded path segments in the places of the path parameters. */
  readonly segments: readonly string[];
}

/** How a request is answered that is not served at all. */
export type Refusal = 'refused' | 'broken';

/** What a reader makes of the values that came for a place: other values, none, or no request at all. */
export type Reading = (values: readonly unknown[], whole: unknown) => readonly unknown[] | Refusal;

/**
 * The request as an operation takes it that reads one place in its own way.
 *
 * @param names of the path parameters, in order.
 */
export function rewrite(request: Request, place: Place, names: readonly string[], read: Reading): Request | Refusal {
  switch (place.in) {
    case 'path':
      return rewritePath(request, names.indexOf(place.name), read);
    case 'query': {
      const [path = '', query] = cut(request.incoming.url, '?');
      const changed = rewritePairs(query ?? '', place.name, read);
      if (changed === undefined || typeof changed !== 'object') return changed ?? request;
      return { ...request, incoming: { ...request.incoming, url: `${path}?${changed.text}` } };
    }
    case 'form': {
      const changed = rewritePairs(Buffer.from(request.incoming.body).toString('latin1'), place.name, read);
      if (changed === undefined || typeof changed !== 'object') return changed ?? request;
      return { ...request, incoming: { ...request.incoming, body: Buffer.from(changed.text, 'latin1') } };
    }
    case 'body':
      return rewriteMember(request, place.name, read);
    case 'operation':
      return request;
  }
}

function rewritePath(request: Request, index: number, read: Reading): Request | Refusal {
  const values = read([request.segments[index]], undefined);
  if (typeof values === 'string') return values;
  return { ...request, segments: request.segments.map((text, i) => (i === index ? String(values[0] ?? '') : text)) };
}

/** The pairs with other values for one name; undefined where nothing is to change. */
function rewritePairs(raw: string, name: string, read: Reading): { readonly text: string } | Refusal | undefined {
  const parts = raw.split('&');
  const texts = parts.map((part) => {
    const [key = '', value = ''] = cut(part, '=');
    return decodeComponent(key, true) === name ? decodeComponent(value, true) : undefined;
  });
  const given = texts.filter((text) => text !== undefined);
  if (given.length === 0) return undefined;
  const values = read(given, undefined);
  if (typeof values === 'string') return values;
  if (values.length === given.length && values.every((value, i) => value === given[i])) return undefined;
  const others = parts.filter((_, i) => texts[i] === undefined);
  const own = values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return { text: [...own, ...others].filter((part) => part !== '').join('&') };
}

/** Bodies in XML are left as they are. */
function rewriteMember(request: Request, pointer: string, read: Reading): Request | Refusal {
  const body = asObject(request.incoming.body);
  const [name = ''] = tokens(pointer);
  if (body === undefined || !Object.hasOwn(body, name)) return request;
  const given = body[name];
  const values = read([given], body);
  if (typeof values === 'string') return values;
  if (values.length === 1 && values[0] === given) return request;
  const { [name]: _, ...others } = body;
  const [value, ...more] = values;
  // A reading may give other members besides.
  const changed = values.length === 0 ? others : { ...body, [name]: value, ...(isObject(more[0]) ? more[0] : {}) };
  return { ...request, incoming: { ...request.incoming, body: Buffer.from(JSON.stringify(changed)) } };
}

function asObject(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function cut(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
