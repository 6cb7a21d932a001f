/** Known failures: what a run's owner knows to be wrong, so that a gate sees what is new. None may rot unseen. */
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';

/** One entry of a file of known failures. */
export interface KnownFailure {
  /** Id of a requirement; `*` stands for any part. */
  readonly requirement: string;
  /** What the target was seen to do, as the report says it, or a part of that. */
  readonly seen: string;
  readonly reason: string;
  readonly ticket?: string;
  /** Last day on which it counts, as yyyy-MM-dd. */
  readonly expires?: string;
}

/** Why an entry does not hold any more. */
export type Rot = 'passes' | 'fails-otherwise' | 'expired';

/** What a run made of its known failures. */
export interface KnownReport {
  /** Entries that failed as noted, with the requirements. */
  readonly held: readonly { readonly entry: KnownFailure; readonly requirements: readonly string[] }[];
  readonly rotten: readonly {
    readonly entry: KnownFailure;
    readonly why: Rot;
    readonly requirements: readonly string[];
  }[];
  /** Entries about which the run showed nothing; they are kept. */
  readonly open: readonly KnownFailure[];
}

/** Compares what failed with what is known to. `day` is the day of the run, as yyyy-MM-dd. */
export function assessKnown(results: readonly Result[], known: readonly KnownFailure[], day: string): KnownReport {
  const report = { held: [], rotten: [], open: [] } as {
    held: KnownReport['held'][number][];
    rotten: KnownReport['rotten'][number][];
    open: KnownFailure[];
  };
  for (const entry of known) {
    const about = results.filter(({ requirement }) => isAbout(entry, requirement));
    const failed = about.filter((result) => verdictOf(result) === 'fail');
    const idsOf = (some: readonly Result[]): string[] => [...new Set(some.map(({ requirement }) => requirement))];
    const otherwise = failed.filter((result) => !isAsSeen(entry, result));
    const isPast = entry.expires !== undefined && entry.expires < day;
    if (failed.length > 0 && isPast) {
      report.rotten.push({ entry, why: 'expired', requirements: idsOf(failed) });
    } else if (otherwise.length > 0) {
      report.rotten.push({ entry, why: 'fails-otherwise', requirements: idsOf(otherwise) });
    } else if (failed.length > 0) {
      report.held.push({ entry, requirements: idsOf(failed) });
    } else if (about.length > 0 && about.every(isFine)) {
      report.rotten.push({ entry, why: 'passes', requirements: idsOf(about) });
    } else if (about.length > 0 && isPast) {
      // What cannot be shown must not outlive its day unseen either.
      report.rotten.push({ entry, why: 'expired', requirements: idsOf(about) });
    } else {
      report.open.push(entry);
    }
  }
  return report;
}

/** What failed once and not again is not mended. */
function isFine(result: Result): boolean {
  return ['pass', 'warn', 'observed'].includes(verdictOf(result)) && result.failure?.unsteady === undefined;
}

/** True where an entry is about the requirement, whatever it notes. */
export function isKnown(known: readonly KnownFailure[], requirement: string): boolean {
  return known.some((entry) => isAbout(entry, requirement));
}

/** Requirements whose failure is known, and is as it was noted. */
export function coveredBy(report: KnownReport | undefined): ReadonlySet<string> {
  return new Set(report?.held.flatMap(({ requirements }) => requirements));
}

/** Entries for all that failed, to start a file with. */
export function baselineOf(results: readonly Result[]): KnownFailure[] {
  const failed = results.filter((result) => verdictOf(result) === 'fail');
  return failed.map((result) => ({
    requirement: result.requirement,
    seen: seenIn(result),
    reason: 'not yet looked into',
  }));
}

const ROT: Readonly<Record<Rot, string>> = {
  passes: 'fixed: take it out',
  'fails-otherwise': 'it fails otherwise than noted',
  expired: 'its day is past',
};

/** `person.update.x: fixed: take it out`. */
function rotText({ entry, why, requirements }: KnownReport['rotten'][number]): string {
  const which = requirements.length === 1 || why === 'passes' ? '' : ` (${requirements.join(', ')})`;
  return `${entry.requirement}: ${ROT[why]}${why === 'expired' ? ` since ${entry.expires}` : ''}${which}`;
}

/** All that a report says of them, one line each. */
export function knownLines({ held, rotten, open }: KnownReport): string[] {
  const named = ({ reason, ticket, expires }: KnownFailure): string =>
    `${reason}${ticket === undefined ? '' : ` (${ticket})`}${expires === undefined ? '' : `, until ${expires}`}`;
  return [
    ...rotten.map(rotText),
    ...held.map(({ entry, requirements }) => `${requirements.join(', ')}: ${entry.seen}; ${named(entry)}`),
    ...open.map((entry) => `${entry.requirement}: not shown by this run, kept; ${named(entry)}`),
  ];
}

function isAsSeen({ seen }: KnownFailure, result: Result): boolean {
  return seenIn(result).includes(seen);
}

function seenIn({ failure, reason }: Result): string {
  return failure?.actual ?? reason ?? '';
}

/** True where an entry's id, or pattern, is that of a requirement. */
export function isAbout({ requirement: pattern }: Pick<KnownFailure, 'requirement'>, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(id);
}
