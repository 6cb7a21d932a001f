/** Delegations to several organizations at once, where the GET of the endpoint shows them (contract 4.9). */
import type { Judgement } from '../../engine/check.ts';
import { accepted, type ModeTrial } from './trial.ts';

/** A PUT of several organizations, and whether all of them show. */
export interface Listed {
  readonly trial: ModeTrial;
  readonly judgement: Judgement;
}

/**
 * Judges the accepted PUTs of several organizations from global mode. Only those are missed that were seen to show when they
 * were put alone: what else a GET shows of delegations is open. Pure.
 */
export function judgeListings(trials: readonly ModeTrial[]): Listed[] {
  const puts = trials.filter(
    (trial) => trial.action === 'put' && trial.from === 'global' && accepted(trial) && trial.unseen === undefined,
  );
  // That the mode stays global is judged by itself, and nothing need show then.
  const switched = puts.filter(({ shownAfter }) => shownAfter !== 'global');
  const shown = new Set(puts.flatMap(({ put, visible = [] }) => (put.length === 1 ? visible : [])));
  return switched.flatMap((trial): Listed[] => {
    const { put, visible } = trial;
    const telling = put.filter((id) => shown.has(id));
    if (put.length < 2 || telling.length < 2 || visible === undefined) return [];
    const missing = telling.filter((id) => !visible.includes(id));
    if (missing.length === 0) return [{ trial, judgement: { verdict: 'pass' } }];
    const expected = `the organizations ${telling.join(', ')} show, as each does alone`;
    const actual = `accepted, and ${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not show`;
    return [{ trial, judgement: { verdict: 'fail', expected, actual } }];
  });
}
