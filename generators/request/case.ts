/** A whole request before it is serialised, and the small changes that make other requests of it. */
import type { Operation } from '../../spec/types.ts';
import type { HeaderList } from '../../spec/vocabulary.ts';

/** A request body: a value to be serialised, or raw text or bytes that are sent as they are. */
export interface RequestBodyValue {
  readonly mediaType: string;
  readonly value?: unknown;
  readonly raw?: string | Uint8Array;
}

/** A request of an operation with all values as text (decoded, not yet percent-encoded). */
export interface RequestCase {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, text: string])[];
  readonly headers: HeaderList;
  readonly body?: RequestBodyValue;
  /** Form parameters of a legacy action (contract 4.12, 4.13), in the order in which they are sent. */
  readonly form?: readonly (readonly [name: string, text: string])[];
  readonly label: string;
}

/** The request with a parameter set to one text or several, or left out; its place among the others is kept. */
export function withParameter(
  request: RequestCase,
  name: string,
  value: string | readonly string[] | undefined,
): RequestCase {
  const parameter = request.operation.parameters.find((candidate) => candidate.name === name);
  const texts = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  if (parameter?.in === 'path') return { ...request, path: { ...request.path, [name]: texts[0] ?? '' } };
  if (parameter?.in === 'form') return { ...request, form: replaced(request.form ?? [], name, texts) };
  return { ...request, query: replaced(request.query, name, texts) };
}

/** The request with another body, or none. */
export function withBody(request: RequestCase, body: RequestBodyValue | undefined): RequestCase {
  const { body: _old, ...rest } = request;
  return body === undefined ? rest : { ...rest, body };
}

type Pairs = readonly (readonly [name: string, text: string])[];

function replaced(pairs: Pairs, name: string, texts: readonly string[]): Pairs {
  const fresh = texts.map((text): [string, string] => [name, text]);
  const first = pairs.findIndex(([candidate]) => candidate === name);
  if (first === -1) return [...pairs, ...fresh];
  const others = (list: Pairs): Pairs => list.filter(([candidate]) => candidate !== name);
  return [...others(pairs.slice(0, first)), ...fresh, ...others(pairs.slice(first))];
}
