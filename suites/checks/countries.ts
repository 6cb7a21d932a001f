/** Countries: every assigned code is documented, so each may be asked for (contract 4.7: ISO 3166-1 alpha-2). */
import fc from 'fast-check';
import { countryCodes } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';

/** Codes of the largest countries that are tried, and how many of the others. */
const SOME: Readonly<Record<Depth, readonly [largest: number, others: number]>> = {
  quick: [3, 1],
  standard: [20, 10],
  deep: [countryCodes.length, 0],
};

/** Two that some notations read as a word (no, not a number), and those that lists of former years do not have. */
const EASILY_MISSED = ['NO', 'NA', 'SS', 'CW', 'SX', 'BQ', 'AX'];

/** Codes that a country may have: the largest countries, and a sample of the others by seed; none for other texts. */
export function countriesOf(schema: JsonSchema, depth: Depth, seed: number): readonly string[] {
  if (typeof schema === 'boolean' || schema['x-semantic'] !== 'iso-3166-1-alpha-2') return [];
  const [largest, sample] = SOME[depth];
  const others = countryCodes.slice(largest).filter((code) => !EASILY_MISSED.includes(code));
  const rest = fc.shuffledSubarray(others, { minLength: sample, maxLength: sample });
  const some = [...countryCodes.slice(0, largest), ...EASILY_MISSED, ...fc.sample(rest, { seed, numRuns: 1 }).flat()];
  return [...new Set(some)];
}
