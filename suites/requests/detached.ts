/**
 * Variants of a request that carry less of the entity whose accepted request they were made from: an id in the body, a name
 * that must be unique. A server may turn those away before it looks for the entity in the path (silence request.precedence).
 */
import { type RequestCase, withBody } from '../../generators/index.ts';
import { type Exchange, isClientError, isObject } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { answerOf } from '../judges/index.ts';
import { ifAccepted } from './control.ts';

const PLAIN_TEXT = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/u;
const DATE_OR_UUID = /^\d{4}-\d{2}-\d{2}|^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const CONSTANT = /^[A-Z0-9_]+$/;

/**
 * The answer to a request for an entity that does not exist, once its content cannot be the reason of a refusal: where
 * `exchange` is a refusal other than 404, variants are sent until one is answered with 404. One that gets no
 * answer is returned in its place: what it would have been answered with is not known.
 */
export async function answerWhenDetached(
  context: CheckContext,
  request: RequestCase,
  exchange: Exchange,
): Promise<Exchange> {
  const { response } = answerOf(exchange);
  if (response === undefined || !isClientError(response.status) || response.status === 404) return exchange;
  const tried = await ifAccepted(context.session, request.operation);
  if (tried === undefined) return exchange;
  for (const variant of detached(request, tried.fixture?.ids ?? {})) {
    const again = await context.send(variant);
    if (again.response?.status === 404 || answerOf(again).judgement !== undefined) return again;
  }
  return exchange;
}

/** The variants, those that change least first; none when there is nothing to change. */
function detached(request: RequestCase, ids: Readonly<Record<string, string | number>>): RequestCase[] {
  const own = new Map(
    Object.entries(ids).flatMap(([name, id]): [string, string][] => {
      const other = request.path[name];
      return other === undefined || other === String(id) ? [] : [[String(id), other]];
    }),
  );
  const variants = [withoutIds(request, own), freshTexts(request), freshTexts(withoutIds(request, own))];
  const seen = new Set([JSON.stringify([request.query, request.body])]);
  return variants.filter((variant) => {
    const key = JSON.stringify([variant.query, variant.body]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Members that hold the entity's own id get the id that stands in the path. */
function withoutIds(request: RequestCase, own: ReadonlyMap<string, string>): RequestCase {
  return changed(request, (value) => {
    const other = own.get(String(value));
    if (other === undefined) return value;
    return typeof value === 'number' ? Number(other) : other;
  });
}

/** Texts that are free to choose are exchanged for ones that nothing else should have. */
function freshTexts(request: RequestCase): RequestCase {
  const { operation, query } = request;
  const free = new Set(
    operation.parameters
      .filter(({ in: place, reference, schema }) => place === 'query' && reference === undefined && isFreeText(schema))
      .map(({ name }) => name),
  );
  const fresh = changed(request, (value) => (typeof value === 'string' ? freshText(value) : value));
  return { ...fresh, query: query.map(([name, text]) => [name, free.has(name) ? freshText(text) : text]) };
}

function isFreeText(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { type, ...rest } = schema as Record<string, unknown>;
  return type === 'string' && !('enum' in rest) && !('pattern' in rest) && !('format' in rest);
}

/** Another text of the same length and kind of characters. */
function freshText(text: string): string {
  if (!PLAIN_TEXT.test(text) || DATE_OR_UUID.test(text) || CONSTANT.test(text)) return text;
  const other = text.startsWith('q') ? 'z' : 'q';
  return `${other}${text.slice(1)}`;
}

/** A copy of the request with every scalar in its objects exchanged; items of lists stay. */
function changed(request: RequestCase, change: (scalar: unknown) => unknown): RequestCase {
  const body = request.body;
  if (body === undefined || body.raw !== undefined) return request;
  return withBody(request, { ...body, value: walk(body.value, change) });
}

function walk(value: unknown, change: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? walk(item, change) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'object' && member !== null ? walk(member, change) : change(member),
    ]),
  );
}
