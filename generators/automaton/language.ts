import { type Alphabet, type Group, groupsOf } from './alphabet.ts';
import { buildNfa, type Nfa } from './nfa.ts';
import { parsePattern } from './parse.ts';

/** A pattern that texts must (or, negated, must not) contain a match of. */
export interface PatternRule {
  readonly pattern: string;
  readonly negated?: boolean;
}

const MOST_STATES = 6_000;
const MOST_CELLS = 60_000_000;

/**
 * The texts over an alphabet that satisfy several patterns at once, as one deterministic automaton. Any text of any
 * possible length can be drawn from it directly: nothing is generated and thrown away.
 */
export class Language {
  /** False when some assertion of a pattern was left out; texts must then be checked. */
  readonly exact: boolean;
  readonly #groups: readonly Group[];
  readonly #next: number[] = [];
  readonly #accepts: boolean[] = [];
  /** `#reach[k][s]`: an accepting state lies exactly k characters after s. */
  readonly #reach: Uint8Array[] = [];
  readonly #free: boolean;

  /**
   * @throws SyntaxError for patterns that are not valid or use back references.
   * @throws RangeError when the automaton would be too large.
   */
  constructor(rules: readonly PatternRule[], alphabet: Alphabet) {
    const sources = ['[^]'];
    const setIndex = (source: string): number => {
      const known = sources.indexOf(source);
      return known >= 0 ? known : sources.push(source) - 1;
    };
    const parsed = rules.map((rule) => parsePattern(rule.pattern));
    this.exact = parsed.every((one) => one.exact);
    // What is left out of a negated pattern would forbid too much, so such a rule is left to the check.
    const kept = rules.flatMap((rule, index) => {
      const one = parsed[index];
      return one && (one.exact || !rule.negated) ? [{ negated: rule.negated === true, one }] : [];
    });
    const nfas = kept.map(({ one }) => buildNfa(one.expression, setIndex, 0));
    const { groups, members } = groupsOf(alphabet, sources);
    this.#groups = groups;
    this.#free = rules.length === 0;
    this.#determinize(
      nfas,
      members,
      kept.map((rule) => rule.negated),
    );
    this.#reach.push(Uint8Array.from(this.#accepts, (accepting) => (accepting ? 1 : 0)));
  }

  /** The lengths from `min` to `max` (both included, in code points) that some text has. */
  lengths(min: number, max: number): number[] {
    const found: number[] = [];
    for (let length = min; length <= max; length += 1) if (this.has(length)) found.push(length);
    return found;
  }

  /** Whether some text has this length. @throws RangeError when that would take too much memory to tell. */
  has(length: number): boolean {
    this.#extend(length);
    return this.#reach[length]?.[0] === 1;
  }

  /** The least length of a text, not below `min`, looked for up to `limit`; undefined when there is none. */
  shortest(min: number, limit: number): number | undefined {
    for (let length = min; length <= limit; length += 1) {
      if (this.has(length)) return length;
    }
    return undefined;
  }

  /** Number of states: no text is needed that is longer than this to know that a text exists. */
  get size(): number {
    return this.#accepts.length;
  }

  /**
   * A text of a possible length. `pick(n)` chooses one of n alternatives; always 0 gives the simplest text.
   * @throws RangeError when no text has this length.
   */
  text(length: number, pick: (alternatives: number) => number): string {
    if (!this.has(length)) throw new RangeError(`no text of length ${length}`);
    let state = 0;
    let text = '';
    for (let at = 0; at < length; at += 1) {
      const open = this.#open(state, length - at - 1);
      const group = open[open.length === 1 ? 0 : pick(open.length)] ?? 0;
      const isInside = at > 0 && at < length - 1;
      // Two in a row are a comment to some, or a way up: whoever guards a service may refuse them.
      text += this.#char(group, isInside && !this.#isMild(text.at(-1)), pick);
      state = this.#next[state * this.#groups.length + group] ?? 0;
    }
    return text;
  }

  /** Groups that still lead to an end; those with unobjectionable characters where there are any. */
  #open(state: number, left: number): number[] {
    const reach = this.#reach[left];
    const width = this.#groups.length;
    const open: number[] = [];
    const favoured: number[] = [];
    for (let group = 0; group < width; group += 1) {
      if (reach?.[this.#next[state * width + group] ?? 0] !== 1) continue;
      open.push(group);
      if (this.#groups[group]?.favoured.length) favoured.push(group);
    }
    return favoured.length > 0 ? favoured : open;
  }

  #char(index: number, inside: boolean, pick: (alternatives: number) => number): string {
    const group = this.#groups[index];
    if (!group) return '';
    const mild = this.#free && inside && group.mild.length > 0 && pick(16) === 15;
    const from = mild ? group.mild : group.favoured.length > 0 ? group.favoured : group.chars;
    return from[from.length === 1 ? 0 : pick(from.length)] ?? '';
  }

  #isMild(char: string | undefined): boolean {
    return char !== undefined && this.#groups.some(({ mild }) => mild.includes(char));
  }

  #extend(length: number): void {
    const states = this.#accepts.length;
    if (length * states > MOST_CELLS) throw new RangeError('the pattern is too complex for texts of this length');
    const width = this.#groups.length;
    for (let k = this.#reach.length; k <= length; k += 1) {
      const before = this.#reach[k - 1];
      const row = new Uint8Array(states);
      for (let state = 0; state < states; state += 1) {
        for (let group = 0; group < width; group += 1) {
          if (before?.[this.#next[state * width + group] ?? 0] !== 1) continue;
          row[state] = 1;
          break;
        }
      }
      this.#reach.push(row);
    }
  }

  #determinize(nfas: readonly Nfa[], members: readonly ReadonlySet<number>[], negated: readonly boolean[]): void {
    const states: number[][][] = [];
    const known = new Map<string, number>();
    const add = (sets: number[][]): number => {
      const key = sets.map((set) => set.join(',')).join(';');
      const existing = known.get(key);
      if (existing !== undefined) return existing;
      if (states.length >= MOST_STATES) throw new RangeError('the patterns are too complex together');
      known.set(key, states.length);
      const initial = states.length === 0;
      const accepting = nfas.every((nfa, index) => {
        const end = closure(nfa, sets[index] ?? [], initial, true);
        return end.includes(nfa.accepting) !== negated[index];
      });
      this.#accepts.push(accepting);
      return states.push(sets) - 1;
    };
    add(nfas.map((nfa) => closure(nfa, [0], true, false)));
    for (let state = 0; state < states.length; state += 1) {
      for (let group = 0; group < this.#groups.length; group += 1) {
        const next = nfas.map((nfa, index) => step(nfa, states[state]?.[index] ?? [], group, members));
        this.#next.push(add(next));
      }
    }
  }
}

function step(nfa: Nfa, from: readonly number[], group: number, members: readonly ReadonlySet<number>[]): number[] {
  const reached = new Set<number>();
  for (const state of from) {
    for (const edge of nfa.edges[state] ?? []) {
      if (typeof edge.over === 'number' && members[edge.over]?.has(group)) reached.add(edge.to);
    }
  }
  // Once a match is found everything may follow: the other states add nothing.
  if (reached.has(nfa.accepting)) return [nfa.accepting];
  return closure(nfa, [...reached], false, false);
}

function closure(nfa: Nfa, from: readonly number[], atStart: boolean, atEnd: boolean): number[] {
  const reached = new Set(from);
  for (const state of reached) {
    for (const { over, to } of nfa.edges[state] ?? []) {
      if (over === 'nothing' || (over === 'start' && atStart) || (over === 'end' && atEnd)) reached.add(to);
    }
  }
  if (reached.has(nfa.accepting) && !atEnd) return [nfa.accepting];
  return [...reached].sort((a, b) => a - b);
}
