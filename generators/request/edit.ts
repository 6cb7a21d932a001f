import { isObject } from '../../spec/json.ts';
import type { Parameter } from '../../spec/types.ts';
import type { Pairs, RequestBodyValue, RequestCase } from './types.ts';

/**
 * The request with a parameter set, or left out when the text is undefined. An array takes one text per item; a single
 * text for an array is split at its commas. A name that the operation does not know goes into the query (legacy: form).
 */
export function withParameter(
  request: RequestCase,
  name: string,
  text: string | readonly string[] | undefined,
): RequestCase {
  const parameter = request.operation.parameters.find((one) => one.name === name);
  const place = parameter?.in ?? (request.operation.interface === 'legacy' ? 'form' : 'query');
  if (place === 'path') {
    const rest = Object.entries(request.path).filter(([key]) => key !== name);
    const set = text === undefined ? [] : [[name, typeof text === 'string' ? text : text.join(',')]];
    return { ...request, path: Object.fromEntries([...rest, ...set]) };
  }
  const texts =
    text === undefined ? [] : typeof text !== 'string' ? text : isArray(parameter) ? text.split(',') : [text];
  if (place === 'query') return { ...request, query: replaced(request.query, name, texts) };
  return { ...request, form: replaced(request.form ?? [], name, texts) };
}

/** The request with another body; undefined takes the body away. */
export function withBody(request: RequestCase, body: RequestBodyValue | undefined): RequestCase {
  const { body: _old, ...rest } = request;
  return body === undefined ? rest : { ...rest, body };
}

/** The request with a JSON value as its body. */
export function withJson(request: RequestCase, value: unknown): RequestCase {
  return withBody(request, { mediaType: 'application/json', value });
}

/** A media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a parameter takes a list of items. */
export function isArray(parameter: Parameter | undefined): boolean {
  return isObject(parameter?.schema) && parameter.schema['type'] === 'array';
}

function replaced(pairs: Pairs, name: string, texts: readonly string[]): Pairs {
  const at = pairs.findIndex(([key]) => key === name);
  const rest = pairs.filter(([key]) => key !== name);
  const made = texts.map((text): readonly [string, string] => [name, text]);
  return at < 0 ? [...rest, ...made] : [...rest.slice(0, at), ...made, ...rest.slice(at)];
}
