/** Words that are no member of an enumeration but of another one, or common: a lax server takes the likeliest of them (contract 3.1). */
import type { TextViolation } from '../../generators/index.ts';
import type { Contract, JsonSchema } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

/** What enumerations of states and kinds mostly have, and this one may not. */
const COMMON = ['Pending', 'Active', 'Completed', 'Canceled', 'Unknown', 'None', 'Other', 'All', 'UNKNOWN', 'OTHER'];

/** Most words that are tried for one parameter. */
const MOST: Readonly<Record<Depth, number>> = { quick: 6, standard: 40, deep: 400 };

/** Violations of a parameter's enumeration by words of the contract's other ones. */
export function otherWords(contract: Contract, depth: Depth, { parameter, requirement }: Subject): TextViolation[] {
  if (requirement.constraint?.keyword !== 'enum') return [];
  const own = wordsOf(parameter.schema);
  const made = textViolationsOf(parameter.schema).find(
    ({ operator, keyword, pointer }) => operator === 'not-in-enum' && keyword === 'enum' && pointer === '',
  );
  if (own.length === 0 || made === undefined) return [];
  const known = new Set(own.map((word) => word.toLowerCase()));
  const others = contract.operations.flatMap(({ parameters }) => parameters.flatMap(({ schema }) => wordsOf(schema)));
  const words = [...new Set([...COMMON, ...others])].filter((word) => !known.has(word.toLowerCase()));
  return words
    .slice(0, MOST[depth])
    .map((value) => ({ ...made, operator: 'other-word', old: own[0] ?? '', new: value, value, texts: [value] }));
}

function wordsOf(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean' || !Array.isArray(schema['enum'])) return [];
  return schema['enum'].filter((member) => typeof member === 'string');
}
