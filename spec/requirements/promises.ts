/** Selects requirements by what they are about: whoever judges one never builds its id. */
import type { Requirement } from '../types.ts';

/** The requirements of one topic of an operation. */
export interface Promises {
  /** Their ids, in the order of the contract. */
  readonly ids: readonly string[];
  /** The id that ends in these parts (`header`, `x-total-count`); of none, the only one. Undefined where that is not promised. */
  find(...parts: readonly string[]): string | undefined;
  /** The same. @throws Error where that is not promised, or the parts fit several. */
  id(...parts: readonly string[]): string;
}

/** What an operation promises under a topic (its id, as others may be named in state machines and tables). */
export function promisesOf(
  { requirements }: { readonly requirements: readonly Requirement[] },
  operation: string,
  topic: string,
): Promises {
  const ids = byTopic(requirements).get(keyOf(operation, topic)) ?? [];
  const find = (...parts: readonly string[]): string | undefined => {
    const ending = parts.join('.');
    const fitting = ids.filter((id) => ending === '' || id === ending || id.endsWith(`.${ending}`));
    if (fitting.length > 1)
      throw new Error(`${operation} promises several of ${topic} ${ending}: ${fitting.join(', ')}.`);
    return fitting[0];
  };
  const id = (...parts: readonly string[]): string => {
    const found = find(...parts);
    if (found === undefined) throw new Error(`${operation} promises no ${topic} ${parts.join('.')}.`);
    return found;
  };
  return { ids, find, id };
}

/** By operation and topic: every check of the catalogue asks, each time it is made. */
const known = new WeakMap<readonly Requirement[], ReadonlyMap<string, readonly string[]>>();

function byTopic(requirements: readonly Requirement[]): ReadonlyMap<string, readonly string[]> {
  let topics = known.get(requirements);
  if (topics === undefined) {
    const groups = Map.groupBy(requirements, ({ operation, topic }) => keyOf(operation ?? '', topic));
    topics = new Map([...groups].map(([key, own]) => [key, own.map(({ id }) => id)]));
    known.set(requirements, topics);
  }
  return topics;
}

const keyOf = (operation: string, topic: string): string => `${operation} ${topic}`;
