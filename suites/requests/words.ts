/** Words that an optional parameter of a query may be. */
import { enumOf, type Operation } from '../../spec/index.ts';

/** Each word of each optional parameter, one at a time: what a request may ask for besides (contract 3.1, 4.3). */
export function optionalWords({ parameters }: Operation): (readonly [name: string, word: string])[] {
  return parameters
    .filter((one) => one.in === 'query' && !one.required)
    .flatMap(({ name, schema }) => enumOf(schema).map((word) => [name, String(word)] as const));
}
