/** Requests with parameters that nobody must give: what a server asks for besides is found among them (contract 4.7, 4.9). */
import { plainValue, toTexts } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';

/** Query parameters that may be left out. */
export function optionalQuery({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ in: place, required }) => place === 'query' && !required);
}

/**
 * Sets of optional parameters that may stand in one request: all of them, and all but those that one rule of the server's own may
 * refuse. None of them names another entity, as none is known to fit.
 */
export function fullerSets(operation: Operation): Parameter[][] {
  const all = optionalQuery(operation).filter(({ reference }) => reference === undefined);
  const rules = new Set(all.flatMap(({ silences }) => silences));
  const groups = [undefined, ...rules].map((rule) =>
    all.filter(({ silences }) => !silences.some((one) => one === rule)),
  );
  return groups.filter((group) => group.length > 0);
}

/** A plain value for each of them. */
export function plainQuery(parameters: readonly Parameter[]): [string, string][] {
  return parameters.flatMap(({ name, schema }) =>
    toTexts(plainValue(schema)).map((text): [string, string] => [name, text]),
  );
}
