/** What two targets answer otherwise to the same cases, grouped by what seems to be one cause. */
import type { Answer, SeenCase } from './answer.ts';

/** One way in which the targets differ. */
export interface Difference {
  readonly kind: 'status' | 'media type' | 'shape' | 'meaning';
  /** `400, other 200`; of a shape the place and what stands there. */
  readonly change: string;
  readonly cases: number;
  /** Operations with the number of cases, the most first. */
  readonly operations: readonly { readonly operation: string; readonly cases: number }[];
  /** A requirement and a case that show it. */
  readonly example: { readonly requirement: string; readonly label: string };
}

export interface Differences {
  /** Cases that both targets were asked, and those that only one was. */
  readonly compared: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly groups: readonly Difference[];
}

/** One difference of one case. */
interface Found {
  readonly kind: Difference['kind'];
  readonly change: string;
  /** Of a shape: in which answers. */
  readonly status?: string;
  readonly operation: string;
  readonly requirement: string;
  readonly label: string;
}

/** Compares the cases of two runs. */
export function differencesOf(first: readonly SeenCase[], second: readonly SeenCase[]): Differences {
  const rows = Map.groupBy(second, keyOf);
  const paired: (readonly [SeenCase, SeenCase])[] = [];
  let onlyFirst = 0;
  for (const [key, ours] of Map.groupBy(first, keyOf)) {
    const theirs = rows.get(key) ?? [];
    for (const [at, one] of ours.entries()) {
      const other = theirs[at];
      if (other === undefined) onlyFirst++;
      else paired.push([one, other]);
    }
  }
  const found = paired.flatMap(([one, other]) => differencesIn(one, other));
  return {
    compared: paired.length,
    onlyFirst,
    onlySecond: second.length - paired.length,
    groups: grouped([...found, ...otherShapes(paired)]),
  };
}

function keyOf({ requirement, label }: SeenCase): string {
  return `${requirement}\n${label}`;
}

/** The first thing that differs: what follows from it is no difference of its own. */
function differencesIn(one: SeenCase, other: SeenCase): Found[] {
  const { requirement, operation, label } = one;
  const differ = (kind: Found['kind'], a: string, b: string): Found[] => [
    { kind, change: `${a}, other ${b}`, operation, requirement, label },
  ];
  const [a, b] = [one.answer, other.answer];
  if (a !== undefined && b !== undefined) {
    if (a.status !== b.status) return differ('status', a.status, b.status);
    if (a.mediaType !== b.mediaType) return differ('media type', a.mediaType || 'none', b.mediaType || 'none');
  }
  const judged = [one.verdict, other.verdict].every((verdict) => JUDGED.has(verdict));
  return one.verdict === other.verdict || !judged ? [] : differ('meaning', one.verdict, other.verdict);
}

/** Verdicts that say something of the target; the others say what could be judged of it. */
const JUDGED: ReadonlySet<string> = new Set(['pass', 'warn', 'fail']);

/**
 * Members that only one of the targets ever shows in an answer of this status, or of another type. Each case by itself
 * would tell of the data more than of the server.
 */
function otherShapes(paired: readonly (readonly [SeenCase, SeenCase])[]): Found[] {
  const alike = paired.filter(([{ answer: a }, { answer: b }]) => a?.shape && b?.shape && a.status === b.status);
  const groups = Map.groupBy(alike, ([{ operation, answer }]) => `${operation} ${answer?.status}`);
  return [...groups.values()].flatMap((group) => {
    const [[{ operation, requirement, label, answer }]] = group as [(typeof group)[number]];
    const [ours, theirs] = [0, 1].map((side) => union(group.map((pair) => pair[side]?.answer)));
    const places = [...new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])];
    const changes = places.flatMap((at) => {
      const [a, b] = [ours?.get(at), theirs?.get(at)];
      // Below a place that only one has, nothing more is to be said.
      const above = at.slice(0, at.lastIndexOf('/'));
      if (at !== '' && (!ours?.has(above) || !theirs?.has(above))) return [];
      // An empty list shows nothing of its items.
      if (at.endsWith('/*') && (a === undefined || b === undefined)) return [];
      return compatible(a, b) ? [] : [`${at || 'the whole'}: ${said(a)}, other ${said(b)}`];
    });
    const status = answer?.status ?? '';
    return changes.map((change): Found => ({ kind: 'shape', status, change, operation, requirement, label }));
  });
}

function union(answers: readonly (Answer | undefined)[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const answer of answers) {
    for (const [at, types] of answer?.shape ?? []) {
      const known = all.get(at) ?? new Set<string>();
      all.set(at, known);
      for (const type of types.split(' or ')) known.add(type);
    }
  }
  return all;
}

/** What is null, or text of no form, may be of any type where it has a value. */
function compatible(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [ours, theirs] = [a, b].map((types) => new Set([...types].filter((type) => type !== 'null')));
  if (ours?.size === 0 || theirs?.size === 0) return true;
  return [...(ours ?? [])].some((type) => theirs?.has(type));
}

function said(types: ReadonlySet<string> | undefined): string {
  return types === undefined ? 'nothing' : [...types].sort().join(' or ');
}

/** On so many operations the same difference has one cause; on fewer each operation may have its own. */
const MANY = 4;

const KINDS: readonly Difference['kind'][] = ['status', 'media type', 'shape', 'meaning'];

function grouped(found: readonly Found[]): Difference[] {
  const alike = [...Map.groupBy(found, ({ kind, change, status = '' }) => `${kind} ${status} ${change}`).values()];
  const causes = alike.flatMap((group) => {
    const byOperation = Map.groupBy(group, ({ operation }) => operation);
    return byOperation.size >= MANY ? [group] : [...byOperation.values()];
  });
  // What stands in the same answers of the same operations comes of one cause, however many members it is.
  const merged = Map.groupBy(causes, (group) => {
    const [{ kind, change, status = '' }] = group as [Found];
    const operations = [...new Set(group.map(({ operation }) => operation))].sort().join();
    return `${kind} ${kind === 'shape' ? status : change} ${operations}`;
  });
  return [...merged.values()]
    .map((groups): Difference => {
      const all = groups.flat();
      const [{ kind, status, requirement, label }] = all as [Found];
      const operations = [...Map.groupBy(all, ({ operation }) => operation)]
        .map(([operation, cases]) => ({ operation, cases: cases.length }))
        .toSorted((a, b) => b.cases - a.cases);
      const changes = [...new Set(all.map((one) => one.change))].join('; ');
      const change = status === undefined ? changes : `of a ${status}: ${changes}`;
      return { kind, change, cases: all.length, operations, example: { requirement, label } };
    })
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.cases - a.cases);
}
