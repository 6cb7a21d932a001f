/** The first words of every report: the outcome, and what it is about where that is less than everything. */
import type { Depth, Outcome } from '../spec/vocabulary.ts';
import type { Scope } from './model.ts';
import { OUTCOME_TITLES } from './words.ts';

/** The facts of a run that may narrow what its outcome says. */
export interface Narrowing {
  readonly scope?: Scope;
  readonly depth: Depth;
  readonly runs?: number;
}

/** `CONFORMANT for 3 of 12 areas, at depth quick`. A run that was stopped says so before all else. */
export function headline(outcome: Outcome, facts: Narrowing, interrupted = false): string {
  const about = narrowingOf(facts);
  return `${interrupted ? 'INTERRUPTED' : OUTCOME_TITLES[outcome]}${about === undefined ? '' : ` ${about}`}`;
}

/** What makes an outcome say less than it would about a whole run; undefined where nothing does. */
export function narrowingOf({ scope, depth, runs }: Narrowing): string | undefined {
  const parts = [
    ...scopeOf(scope),
    ...(depth === 'quick' ? ['at depth quick'] : []),
    ...(runs === undefined ? [] : [`with --runs ${runs}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function scopeOf(scope: Scope | undefined): string[] {
  if (scope === undefined) return [];
  const { areas, requirements, whole } = scope;
  if (requirements.judged === requirements.all) return [];
  const [part, of] = whole ? [areas, 'areas'] : [requirements, 'requirements'];
  return [`for ${part.judged} of ${part.all} ${of}`];
}
