/** Which entities are alike, as far as the profile says: one of each sort says more than several of one. */
import type { Fixture } from '../../target/types.ts';

/** Traits that name something of one entity, and no sort of it. */
const OWN: ReadonlySet<string> = new Set([
  'requester',
  ...['domains', 'domainNames', 'domainName', 'email', 'initialOrder', 'method'],
]);

/** What the profile says of an entity that others may be as well: two of one sort have the same. */
export function sortOf({ traits }: Fixture): string {
  return JSON.stringify(Object.entries(traits).filter(([name]) => !OWN.has(name)));
}
