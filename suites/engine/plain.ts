/** What the ids of a call name: those that every server reads alike (contract 2.1): another notation of one may be understood as anyone's. */
import type { Call } from './chronicle.ts';

const PLAIN = /^[1-9]\d{0,9}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True where all ids of a call are decimal digits, the first no zero, or a UUID. */
export function isPlain({ ids }: Pick<Call, 'ids'>): boolean {
  return Object.values(ids).every((id) => PLAIN.test(id));
}

/** The same for entities that are one, or of which one stands below the other. */
export function nearOf({ operation, ids }: Call): string {
  return `${operation.area} ${Object.values(ids)[0]?.toLowerCase() ?? ''}`;
}
