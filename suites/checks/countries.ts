/** Every country that a parameter may name, and letters that are none's (contract 4.7: ISO 3166-1 alpha-2): a server may be wrong about any one of them. */
import { countryCodes, type TextViolation, unassignedCodes, withParameter } from '../../generators/index.ts';
import type { Depth, JsonSchema } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { isAccepted } from '../judges/index.ts';
import { show, textViolationsOf } from './inputs.ts';
import { acceptCase, type Subject } from './parameter-cases.ts';
import type { Judged } from './taken.ts';

/** Codes of the largest countries that are tried in a request of their own. */
const LARGEST: Readonly<Record<Depth, number>> = { quick: 3, standard: 6, deep: 20 };

/** Two that some notations read as a word (no, not a number), and some that lists of former years do not have. */
const EASILY_MISSED = ['NO', 'NA', 'SS', 'CW'];

/** Refusals in a row after which the countries are taken to be refused for something else. */
const MOST_REFUSED = 3;

/** Sends some codes by themselves, and all others together with those of the operation's other countries; what is refused there, alone. */
export async function countryCases(context: CheckContext, subject: Subject): Promise<Judged[]> {
  if (!isCountry(subject.parameter.schema)) return [];
  const alone = [...countryCodes.slice(0, LARGEST[context.depth]), ...EASILY_MISSED];
  const refused = context.depth === 'quick' ? [] : await refusedTogether(context, subject);
  const cases: Judged[] = [];
  for (const code of new Set([...alone, ...refused])) {
    const judged = await acceptCase(context, subject, [code], `${subject.parameter.name} = ${show(code)} (a country)`);
    if (judged !== undefined) cases.push(judged);
  }
  return cases;
}

/** The codes of the parameter with which a request was refused that gives all of the operation's countries different ones, or this one alone. */
async function refusedTogether(context: CheckContext, subject: Subject): Promise<readonly string[]> {
  const { operation, parameter } = subject;
  const all = operation.parameters.filter(({ schema }) => isCountry(schema)).map(({ name }) => name);
  for (const names of [all, [parameter.name]]) {
    const refused = await askedFor(context, subject, names);
    if (refused !== undefined) return refused.flatMap(([name, code]) => (name === parameter.name ? [code] : []));
  }
  return [];
}

type Given = readonly [name: string, code: string];

/** Asks once for every code of each of these parameters; undefined where none is accepted. */
function askedFor(
  { send, session }: CheckContext,
  { operation, base }: Subject,
  names: readonly string[],
): Promise<readonly Given[] | undefined> {
  return session.once(`countries:${operation.id}:${names}:${JSON.stringify(base.request.path)}`, async () => {
    const refused: Given[][] = [];
    for (const at of countryCodes.keys()) {
      const given = names.map((name, n): Given => [name, turned(at, (n * countryCodes.length) / names.length)]);
      const request = given.reduce((whole, [name, code]) => withParameter(whole, name, [code]), base.request);
      if (!isAccepted(await send(request))) refused.push(given);
      if (refused.length === MOST_REFUSED && refused.length > at) return undefined;
    }
    return refused.flat();
  });
}

/** Letters that are no country's and are tried: others with another seed. */
const MOST_UNASSIGNED: Readonly<Record<Depth, number>> = { quick: 0, standard: 8, deep: unassignedCodes.length };

/** Violations by codes that nobody has. Lists differ, so whoever takes one is warned of it. */
export function unassignedCountries(
  { depth, seed }: Pick<CheckContext, 'depth' | 'seed'>,
  { parameter: { schema }, requirement }: Pick<Subject, 'parameter' | 'requirement'>,
): TextViolation[] {
  const made = textViolationsOf(schema).find(({ operator }) => operator === 'unassigned-code');
  if (made === undefined || requirement.constraint?.keyword !== 'pattern') return [];
  // Steps that have nothing in common with their number come to all of them.
  const at = (n: number): number =>
    (Math.abs(seed) * STEP * MOST_UNASSIGNED.standard + n * STEP) % unassignedCodes.length;
  return Array.from({ length: MOST_UNASSIGNED[depth] }, (_, n) => unassignedCodes[at(n)] ?? '').map((value) => ({
    ...made,
    new: value,
    value,
    texts: [value],
  }));
}

const STEP = 101;

function turned(at: number, by: number): string {
  return countryCodes[(at + Math.floor(by)) % countryCodes.length] ?? '';
}

function isCountry(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema['x-semantic'] === 'iso-3166-1-alpha-2';
}
