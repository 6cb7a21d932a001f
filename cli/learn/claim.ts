/** Whether the owner could vouch for the dialect that a run assumed: everything that was seen of its schemas was as it says. */

import type { Result } from '../../reports/model.ts';
import { counted } from '../../reports/visible.ts';
import { BUILT_IN_DIALECTS } from '../../spec/dialect.ts';
import { isClientError } from '../../spec/status.ts';
import { statedBase } from './base.ts';
import type { Evidence } from './evidence.ts';
import type { Suggestions } from './suggestion.ts';

/** Fewer than these can be kept by accident. */
const ENOUGH = 20;
/** Requirements that are named where they were not kept. */
const NAMED = 3;

/** The suggestion to claim the stated base; undefined where it is claimed, none is stated, or too little was seen. */
export function claimFrom({ profile, contract, results }: Evidence): Suggestions['base'] {
  const base = statedBase(profile);
  if (base === undefined || contract.dialect.claimed || !isBuiltIn(base) || base === 'none') return undefined;
  const about = results.filter(isAboutSchemas);
  const kept = about.filter(isKept);
  const others = about.filter((result) => !isKept(result));
  if (kept.length < ENOUGH) return undefined;
  const open = about.filter(({ verdict }) => verdict === 'observed').length;
  const judged = `${counted(open, 'verdict')} would become judged, and everything else that it says`;
  const value = { base, claimed: true } as const;
  if (others.length === 0) {
    const because = `${kept.length} statements of its schemas were seen to hold, and none not to; ${judged}`;
    return { value, sure: true, because };
  }
  const named = others.slice(0, NAMED).map(({ requirement }) => requirement);
  const more = others.length > NAMED ? ' …' : '';
  const because = `${kept.length} statements of its schemas were seen to hold, ${others.length} were not: ${named.join(', ')}${more}`;
  return { value, sure: false, because };
}

function isBuiltIn(base: string): boolean {
  return (BUILT_IN_DIALECTS as readonly string[]).includes(base);
}

/** What the schemas of a dialect say of requests and answers, where something was seen of it. */
function isAboutSchemas({ source, topic, requirement, verdict, exchanges }: Result): boolean {
  const seen = verdict === 'pass' || (verdict === 'observed' && exchanges.length > 0);
  return seen && source === 'dialect' && (topic === 'body-schema' || requirement.endsWith('.schema'));
}

/** True where it was as assumed: accepted what it ought to accept, and refused what it ought to refuse. */
function isKept({ verdict, requirement, exchanges: [first] }: Result): boolean {
  if (verdict === 'pass') return true;
  // The plainest case is asked first; what is debatable comes after it, and may be accepted.
  const status = first?.response?.status ?? 0;
  return requirement.endsWith('.refuses') && isClientError(status);
}
