import type { Expression } from './parse.ts';

/** Index of a set of characters in a list kept by the caller. */
export type SetIndex = number;

/** An edge to another state: over a character of a set, over nothing, or only at the start or end of the text. */
interface Edge {
  readonly over: SetIndex | 'nothing' | 'start' | 'end';
  readonly to: number;
}

/** A nondeterministic automaton for "the pattern is found somewhere in the text". State 0 is the start. */
export interface Nfa {
  readonly edges: readonly (readonly Edge[])[];
  readonly accepting: number;
}

const MOST_STATES = 20_000;

/**
 * Builds the automaton. `setIndex` gives the index of a set by its source, `any` is the set of all characters.
 * @throws RangeError when counted repetitions would make more than 20,000 states.
 */
export function buildNfa(expression: Expression, setIndex: (source: string) => SetIndex, any: SetIndex): Nfa {
  const edges: Edge[][] = [];
  const state = (): number => {
    if (edges.length >= MOST_STATES) throw new RangeError('the pattern repeats too much');
    return edges.push([]) - 1;
  };
  const link = (from: number, over: Edge['over'], to: number): void => {
    edges[from]?.push({ over, to });
  };

  /** Adds the expression after `from` and returns the state behind it. */
  const add = (part: Expression, from: number): number => {
    switch (part.kind) {
      case 'set': {
        const to = state();
        link(from, setIndex(part.source), to);
        return to;
      }
      case 'start':
      case 'end': {
        const to = state();
        link(from, part.kind, to);
        return to;
      }
      case 'assertion':
        return from;
      case 'sequence':
        return part.parts.reduce((at, next) => add(next, at), from);
      case 'choice': {
        const to = state();
        for (const option of part.options) {
          const begin = state();
          link(from, 'nothing', begin);
          link(add(option, begin), 'nothing', to);
        }
        return to;
      }
      case 'repeat':
        return repeat(part.body, part.min, part.max, from);
    }
  };

  const repeat = (body: Expression, min: number, max: number, from: number): number => {
    let at = from;
    for (let count = 0; count < min; count += 1) at = add(body, at);
    if (max === Number.POSITIVE_INFINITY) {
      const loop = state();
      link(at, 'nothing', loop);
      link(add(body, loop), 'nothing', loop);
      return loop;
    }
    const to = state();
    link(at, 'nothing', to);
    for (let count = min; count < max; count += 1) {
      at = add(body, at);
      link(at, 'nothing', to);
    }
    return to;
  };

  const start = state();
  link(start, any, start);
  const begin = state();
  link(start, 'nothing', begin);
  const accepting = add(expression, begin);
  link(accepting, any, accepting);
  return { edges, accepting };
}
