import type { Call } from '../call.ts';
import type { Bucket } from '../state/entities.ts';
import type { Fault } from './types.ts';

const RESET = 'bucket.client-secret.reset';

type Buckets = Call['world']['state']['buckets'];

/** What a reset of a client secret does besides: the name of the switch, in words, and the deed itself. */
const DEEDS: readonly (readonly [name: string, breaks: string, overdo: (one: Bucket, buckets: Buckets) => void])[] = [
  ['deletes', 'deletes the bucket', (one, buckets) => buckets.delete(one.id)],
  ['renames', 'renames the bucket', rename],
  ['switches-off', 'switches the authentication off', (one) => Object.assign(one, { authenticationEnabled: false })],
  ['next-renamed', 'renames the next bucket as well', (one, buckets) => rename(beside(one, buckets))],
  [
    'next-deleted',
    'deletes the next bucket',
    (one, buckets) => {
      const other = beside(one, buckets);
      if (other !== undefined) buckets.delete(other.id);
    },
  ],
];

/** Resets of a client secret that do more than they should (contract 4.11). */
export function resetFaults(): Fault[] {
  return DEEDS.map(([name, breaks]) => ({
    id: `${RESET}.${name}`,
    family: 'state',
    operation: RESET,
    breaks: `${RESET} ${breaks}.`,
    hint: { operation: RESET, topic: 'update' },
    change: { kind: 'switch', name },
  }));
}

/** Does what the active switches add to a reset. */
export function overdoReset(call: Call, one: Bucket): void {
  for (const [name, , overdo] of DEEDS) if (call.has(name)) overdo(one, call.world.state.buckets);
}

function rename(one: Bucket | undefined): void {
  if (one !== undefined) one.name = `Bucket of ${one.id.slice(0, 8)}`;
}

/** The bucket after this one, or before it when it is the last. */
function beside(one: Bucket, buckets: Buckets): Bucket | undefined {
  const all = [...buckets.values()];
  const at = all.indexOf(one);
  return all[at + 1] ?? all[at - 1];
}
