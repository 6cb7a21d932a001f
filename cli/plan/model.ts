/** What a plan says. This is also the form of `certconform plan --json`. */
import type { Wanting } from '../../reports/hints.ts';
import type { Cause } from '../../reports/model.ts';
import type { FixtureKind } from '../../spec/types.ts';
import type { Depth, Effect } from '../../spec/vocabulary.ts';
import type { Why } from '../../spec/why.ts';

/**
 * Whether a requirement can be judged: `open` ones stay inconclusive for want of something in the profile, `skipped` ones do not
 * apply to this target and run, and of `unsure` ones only the target's answers can tell.
 */
export type Prospect = 'judged' | 'unsure' | 'open' | 'skipped';

export interface PlannedRequirement {
  readonly requirement: string;
  readonly prospect: Prospect;
  readonly reason?: string;
  readonly cause?: Cause;
  /** What is missing, as data. */
  readonly why?: Why;
}

export interface PlannedCheck {
  readonly check: string;
  readonly title: string;
  readonly effect: Effect;
  /** Requests of this check alone. */
  readonly requests: number;
  readonly requirements: readonly PlannedRequirement[];
}

/** A fixture of the profile that a group would use. */
export interface PlannedLease {
  readonly kind: FixtureKind;
  /** Empty for what the profile's provisioning module would have to make. */
  readonly ids: Readonly<Record<string, string | number>>;
  readonly effect: Effect;
}

export interface PlannedGroup {
  readonly group: string;
  readonly area: string;
  readonly checks: readonly PlannedCheck[];
  readonly leases: readonly PlannedLease[];
  /** Requests that wait for each other, for each part that the group was cut into. */
  readonly chains: readonly number[];
  /** Requests that checks of the group share: positive controls, preparations, restorations. */
  readonly sharedRequests: number;
}

export interface Plan {
  readonly target: { readonly name: string; readonly urls: readonly string[] };
  readonly effect: Effect;
  readonly dialect: {
    readonly name: string;
    /** True when the owner vouches for the base as well. */
    readonly claimed: boolean;
    /** Names of schemas that the owner describes, on whatever base. */
    readonly claimedSchemas: readonly string[];
    /** What the owner should know of a vendor's document, one sentence each. */
    readonly notices: readonly string[];
  };
  readonly seed: number;
  readonly depth: Depth;
  readonly groups: readonly PlannedGroup[];
}

/** What stands in the way of the requirements with one of these prospects, check by check. */
export function wantingsOf(
  groups: readonly PlannedGroup[],
  prospects: readonly Prospect[],
): (Wanting & PlannedRequirement)[] {
  const ids = new Set(
    requirementsOf(groups)
      .filter(({ prospect }) => prospects.includes(prospect))
      .map(({ requirement }) => requirement),
  );
  return groups
    .flatMap(({ checks }) => checks)
    .flatMap(({ check, requirements }) =>
      requirements
        .filter(({ requirement, prospect }) => ids.has(requirement) && prospects.includes(prospect))
        .map((planned) => ({ check, ...planned })),
    );
}

/** The longest chains of a plan, with their groups: the run takes no less than these, however many requests may be in flight. */
export function longestChains({ groups }: Plan, most: number): { readonly group: string; readonly requests: number }[] {
  return groups
    .map(({ group, chains }) => ({ group, requests: Math.max(0, ...chains) }))
    .toSorted((a, b) => b.requests - a.requests)
    .slice(0, most);
}

/** All requests of a group. */
export function requestsOf(group: PlannedGroup): number {
  return group.checks.reduce((sum, { requests }) => sum + requests, group.sharedRequests);
}

/** All requirements of groups, with one prospect each: the worst that a check expects. */
export function requirementsOf(groups: readonly PlannedGroup[]): PlannedRequirement[] {
  const worst = new Map<string, PlannedRequirement>();
  const rank = ['open', 'unsure', 'judged', 'skipped'];
  for (const planned of groups.flatMap(({ checks }) => checks.flatMap(({ requirements }) => requirements))) {
    const known = worst.get(planned.requirement);
    if (known === undefined || rank.indexOf(planned.prospect) < rank.indexOf(known.prospect)) {
      worst.set(planned.requirement, planned);
    }
  }
  return [...worst.values()];
}
