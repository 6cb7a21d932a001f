import fc from 'fast-check';
import type { Operation, Parameter } from '../../spec/types.ts';
import { plainValue, valid } from '../schema/valid.ts';
import { toText, toTexts } from '../text/reading.ts';
import type { Bindings, Pairs, RequestBodyValue, RequestCase } from './types.ts';

/**
 * The smallest request that the contract allows: required parameters with plain values, the required body. Path ids and
 * values that refer to entities should come from the bindings; what is not bound is generated. Always the same.
 * @throws as `plainValue` for schemas without values.
 */
export function baseline(operation: Operation, bindings: Bindings = {}): RequestCase {
  const pairs = (place: 'query' | 'form'): Pairs =>
    parametersIn(operation, place).flatMap((parameter) => {
      const bound = boundTexts(parameter, bindings);
      const texts = bound ?? (parameter.required ? plainTexts(parameter) : []);
      return texts.map((text): [string, string] => [parameter.name, text]);
    });
  const body = bodyOf(operation, bindings);
  return {
    operation,
    path: Object.fromEntries(
      parametersIn(operation, 'path').map((one) => [
        one.name,
        boundTexts(one, bindings)?.[0] ?? toText(plainValue(one.schema)),
      ]),
    ),
    query: [...pairs('query'), ...unknownPairs(operation, bindings)],
    headers: [],
    ...formOf(operation, pairs('form')),
    ...(body === undefined ? {} : { body }),
    label: 'baseline',
  };
}

/**
 * Random requests that the contract allows: any subset of the optional parameters with any valid values, and any valid
 * body. Bound values stay as they are; unbound optional parameters that refer to entities are left out, since no
 * generated id names one.
 * @throws as `valid`.
 */
export function requestArbitrary(operation: Operation, bindings: Bindings = {}): fc.Arbitrary<RequestCase> {
  const texts = (parameter: Parameter): fc.Arbitrary<readonly string[]> => {
    const bound = boundTexts(parameter, bindings);
    if (bound) return fc.constant(bound);
    const value = valid(parameter.schema).map(toTexts);
    if (parameter.required || parameter.in === 'path') return value;
    if (parameter.reference !== undefined) return fc.constant([]);
    return fc.option(value, { nil: [], freq: 2 });
  };
  const named = (place: Parameter['in']): fc.Arbitrary<Pairs> => {
    const parameters = parametersIn(operation, place);
    return fc
      .tuple(...parameters.map(texts))
      .map((all) =>
        all.flatMap((list, index) => list.map((text): [string, string] => [parameters[index]?.name ?? '', text])),
      );
  };
  const schema = jsonContent(operation)?.schema;
  const body = schema === undefined || bindings.body !== undefined ? fc.constant(bindings.body) : valid(schema);
  return fc.tuple(named('path'), named('query'), named('form'), body).map(([path, query, form, value]): RequestCase => {
    const made = bodyOf(operation, value === undefined ? {} : { body: value });
    return {
      operation,
      path: Object.fromEntries(path),
      query,
      headers: [],
      ...formOf(operation, form),
      ...(made === undefined ? {} : { body: made }),
      label: 'random',
    };
  });
}

/** The parameters of one place in documented order. */
function parametersIn(operation: Operation, place: Parameter['in']): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

function boundTexts(parameter: Parameter, bindings: Bindings): readonly string[] | undefined {
  const bound = bindings[parameter.in]?.[parameter.name];
  if (bound === undefined) return undefined;
  return typeof bound === 'string' || typeof bound === 'number' ? [String(bound)] : bound;
}

function plainTexts(parameter: Parameter): string[] {
  return toTexts(plainValue(parameter.schema));
}

function jsonContent(operation: Operation) {
  return operation.body?.contents.find(({ mediaType }) => mediaType === 'application/json');
}

function bodyOf(operation: Operation, bindings: Bindings): RequestBodyValue | undefined {
  if (parametersIn(operation, 'form').length > 0) return undefined;
  if (operation.body === undefined) return undefined;
  const content = jsonContent(operation) ?? operation.body.contents[0];
  if (content === undefined) return undefined;
  return {
    mediaType: content.mediaType,
    value: bindings.body === undefined ? plainValue(content.schema) : bindings.body,
  };
}

function formOf(operation: Operation, form: Pairs): Pick<RequestCase, 'form'> {
  return parametersIn(operation, 'form').length > 0 ? { form } : {};
}

/** Bound names that the operation does not know: whoever binds them wants them sent. */
function unknownPairs(operation: Operation, bindings: Bindings): Pairs {
  const known = new Set(parametersIn(operation, 'query').map(({ name }) => name));
  return Object.entries(bindings.query ?? {}).flatMap(([name, bound]) =>
    known.has(name) ? [] : [bound].flat().map((text): [string, string] => [name, String(text)]),
  );
}
