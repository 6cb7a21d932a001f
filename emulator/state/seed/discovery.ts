import type { Seeding } from './index.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { ids, pick } from './values.ts';

export const NET_TASKS = ids(801, 10);
export const AD_TASKS = ids(821, 10);
const BUCKET_COUNT = { observe: 2, modify: 10, destroy: 14 };

/** Ids of the buckets in the order of what may be done to them; random, so they come from the state. */
export function bucketIds(all: readonly string[]): { observe: string[]; modify: string[]; destroy: string[] } {
  const { observe, modify } = BUCKET_COUNT;
  return {
    observe: all.slice(0, observe),
    modify: all.slice(observe, observe + modify),
    destroy: all.slice(observe + modify),
  };
}

/** Discovery tasks and certificate buckets (contract 4.11). */
export function seedDiscovery({ state, random }: Seeding): void {
  const count = BUCKET_COUNT.observe + BUCKET_COUNT.modify + BUCKET_COUNT.destroy;
  for (let i = 0; i < count; i += 1) {
    const id = random.uuid();
    const protectedBucket = i % 2 === 0;
    state.buckets.set(id, {
      id,
      name: `Bucket ${i + 1}`,
      authenticationEnabled: protectedBucket,
      assignmentRules: [],
      orgDelegations: [pick(ORGANIZATIONS, i)],
      ...(protectedBucket ? { clientId: random.uuid(), clientSecret: random.uuid() } : {}),
    });
  }
  const certBucketId = [...state.buckets.keys()][0];
  const schedule = {
    certBucketId,
    frequency: 'Weekly',
    timeZone: 'UTC+00:00 - Coordinated Universal Time',
    time: { hours: 3, minutes: 30 },
    dayOfWeek: 2,
    agent: 'agent-1',
  };
  for (const id of NET_TASKS) {
    const ranges = [{ address: '10.0.0.0/24', ports: '443' }];
    state.netTasks.set(id, { id, details: { name: `Network scan ${id}`, ...schedule, ranges } });
  }
  for (const id of AD_TASKS) {
    const scope = { depth: 3, domainDefinition: 'DC=example,DC=test' };
    state.adTasks.set(id, { id, details: { name: `Directory scan ${id}`, ...schedule, ...scope } });
  }
}
