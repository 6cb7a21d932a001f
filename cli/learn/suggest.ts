/** From what was seen of a target to what could be added to its profile. */
import { isDeepStrictEqual } from 'node:util';
import { adviceText, gather } from '../../reports/hints.ts';
import { counted } from '../../reports/visible.ts';
import { isObject } from '../../spec/json.ts';
import { saidIn } from '../../suites/judges/body.ts';
import type { Example } from '../../target/index.ts';
import { answersFrom } from './answers.ts';
import { baseFrom } from './base.ts';
import { claimFrom } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { foundFrom } from './found.ts';
import { orderTraitsFrom } from './orders.ts';
import { withoutPersonal } from './personal.ts';
import type { Suggested, Suggestions } from './suggestion.ts';
import { traitsFrom } from './traits.ts';

/** Other things that are wanted, the most useful first. */
const MOST_WANTED = 20;

/** All that the evidence suggests. What the profile states already is not suggested again. */
export async function suggestionsFrom(evidence: Evidence): Promise<Suggestions> {
  const { contract, results } = evidence;
  const base = evidence.base ?? claimFrom(evidence) ?? (await baseFrom(evidence));
  const answers = answersFrom(contract, results);
  // What a claim of the base says already need not stand beside it.
  if (base?.sure === true && base.value.claimed === true) {
    for (const [id, { value, sure }] of answers)
      if (!sure || isPartOf(value, contract.answer(id)?.value)) answers.delete(id);
  }
  return {
    ...(base === undefined ? {} : { base }),
    answers,
    examples: examplesFrom(evidence),
    fixtures: [...traitsFrom(evidence), ...orderTraitsFrom(evidence.orders), ...foundFrom(evidence)],
    wanted: wantedFrom(evidence),
  };
}

/** True for what the base says, too, or a part of it: a run sees few of the error codes. */
function isPartOf(value: unknown, whole: unknown): boolean {
  if (!isObject(value) || !isObject(whole)) return isDeepStrictEqual(value, whole);
  return Object.entries(value).every(([name, member]) => isDeepStrictEqual(member, whole[name]));
}

/** What was accepted when it was tried; of what was refused a skeleton, with the server's own words. */
function examplesFrom({ results, trials, readings, profile }: Evidence): Map<string, Suggested<Example>> {
  const examples = new Map<string, Suggested<Example>>();
  for (const { operation, example, accepted, on, status, said } of trials) {
    const because = accepted
      ? `accepted with ${status} for ${operation.entity ?? 'it'} ${on}`
      : `refused with ${status ?? 'no answer'}${said === undefined ? '' : `: ${said}`}`;
    examples.set(operation.id, { value: example, sure: accepted, because });
  }
  for (const { why, exchanges } of results) {
    if (why?.what !== 'control' || why.takes !== 'body' || examples.has(why.operation)) continue;
    if (profile.examples[why.operation] !== undefined) continue;
    const shown = readings.find(({ operation }) => operation.id === why.operation.replace(/\.update$/, '.read'));
    const sent = exchanges.find(({ request }) => request.method === 'PUT');
    const told = count(results, why.operation);
    const said = why.said ?? (sent === undefined ? undefined : saidIn(sent));
    const because = `refused${why.status === undefined ? '' : ` with ${why.status}`}${said === undefined ? '' : `: ${said}`}; an accepted one would let ${counted(told, 'verdict')} be judged`;
    const body = shown === undefined ? {} : withoutPersonal(shown.value);
    examples.set(why.operation, { value: { body: isObject(body) ? body : {} }, sure: false, because });
  }
  return examples;
}

function count(results: Evidence['results'], operation: string): number {
  const open = results.filter(({ why }) => why?.what === 'control' && why.operation === operation);
  return new Set(open.map(({ requirement }) => requirement)).size;
}

/** What nobody but the owner can give, with how many of each are wanted. */
function wantedFrom({ results }: Evidence): string[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  return gather(open)
    .flatMap(({ members, advice }) =>
      advice?.hint.kind === 'fixture' ? [`${counted(members.length, 'verdict')}: ${adviceText(advice)}`] : [],
    )
    .slice(0, MOST_WANTED);
}
