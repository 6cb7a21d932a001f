import type { State } from '../store.ts';
import { emptyState } from '../store.ts';

/** Added to an id to make that of the other customer's entity. */
const OFFSET = 700_000;

/** The other customer's administrator whose token the emulator hands out. */
export const FOREIGNER = 401 + OFFSET;

/** Kinds that stand under no other. */
const KINDS = [
  'sslCertificates',
  'clientCertificates',
  'markCertificates',
  'administrators',
  'persons',
  'organizations',
  'notifications',
  'endpoints',
  'domains',
  'netTasks',
  'adTasks',
] as const satisfies readonly (keyof State)[];

/** What another customer has: one entity of each kind, like the first of this one. */
export function seedForeign(own: State): State {
  const state = emptyState();
  for (const kind of KINDS) {
    const [first] = (own[kind] as Map<number, { id: number }>).values();
    if (first === undefined) continue;
    const id = first.id + OFFSET;
    (state[kind] as Map<number, { id: number }>).set(id, { ...structuredClone(first), id });
  }
  return state;
}
