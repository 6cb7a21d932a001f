/** `--max-requests` and `--max-time`: what a run may spend, and a word beforehand where it would take very long without. */
import { counted } from '../reports/visible.ts';
import type { Contract } from '../spec/types.ts';
import type { Spending } from '../suites/engine/worth.ts';
import type { Budget } from '../suites/runner/budget.ts';
import { selection } from '../suites/runner/sources.ts';
import type { Profile } from '../target/index.ts';
import type { BudgetOptions } from './budget-options.ts';

/** What is known when a run is about to begin. */
export interface Outlook {
  readonly contract: Contract;
  readonly profile: Profile;
  readonly only: readonly string[];
  /** Milliseconds that the target took for its first answer. */
  readonly roundTrip: number;
}

/** Part of the requests in flight that is expected to be under way: some always wait for an entity, or for a change to show. */
const BUSY = 0.5;

/** Milliseconds between the beginning of a run and its first check. */
const START_MS = 3000;

/** Milliseconds from which on a run with a fixed rate is worth a word. */
const LONG_MS = 10 * 60_000;

/** Time in which people wait for a result, for which a budget is proposed. */
const PATIENCE_MS = 30 * 60_000;

/** What the options allow; undefined for a run that takes what it takes. A time is spent on as many requests as it should suffice for. */
export function budgetOf(
  { maxRequests, maxTime }: BudgetOptions,
  outlook: Outlook,
  startedAt: number,
): Budget | undefined {
  if (maxTime === undefined) return maxRequests === undefined ? undefined : { requests: maxRequests };
  const suffices = Math.max(1, Math.floor((maxTime - START_MS) / millisecondsEach(outlook)));
  return { requests: Math.min(suffices, maxRequests ?? suffices), until: startedAt + maxTime };
}

/** Milliseconds of the run for each request: of the rate that the profile allows, or of answers that come as the first one did. */
function millisecondsEach({ profile: { limits }, roundTrip }: Outlook): number {
  const paced = limits.rate === 'adaptive' ? 0 : limits.rate.spanMs / limits.rate.count;
  return Math.max(paced, roundTrip / (limits.concurrency * BUSY), 0.5);
}

/** How long a run takes at a fixed rate and which budget takes less; undefined where that is no matter, or there is a budget. */
export async function longWait({ maxRequests, maxTime }: BudgetOptions, outlook: Outlook): Promise<string | undefined> {
  const { rate } = outlook.profile.limits;
  if (maxRequests !== undefined || maxTime !== undefined || rate === 'adaptive') return undefined;
  const all = await spendingOf(outlook, Number.POSITIVE_INFINITY);
  const each = rate.spanMs / rate.count;
  if (all.requests * each < LONG_MS) return undefined;
  const some = await spendingOf(outlook, Math.floor(PATIENCE_MS / each));
  const long = `About ${counted(all.requests, 'request')} at limits.rate take ${span(all.requests * each)}`;
  if (some.requirements.size === all.requirements.size || some.requirements.size === 0) return `${long}.`;
  return (
    `${long}; --max-requests ${some.requests} takes ${span(some.requests * each)} and finds about ` +
    `${Math.round(100 * some.finds)} % of what the whole run finds (docs/budgets.md).`
  );
}

/** Loads all checks, as few runs have need to. */
async function spendingOf({ contract, profile, only }: Outlook, requests: number): Promise<Spending> {
  const claimed = (id: string): boolean => profile.claims.includes(contract.requirement(id).area);
  const chosen = selection(contract, only) ?? (() => true);
  const { catalogue } = await import('../suites/catalogue.ts');
  const { spend } = await import('../suites/engine/worth.ts');
  return spend(catalogue(contract), requests, (id) => claimed(id) && chosen(id));
}

/** `25 minutes`, `3 h 10 min`. */
function span(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 60 ? counted(minutes, 'minute') : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
