/** Administrators who have nothing to do with the deletion of another one: their certificates stay theirs (contract 4.5). */
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { onEachSide } from '../lifecycles/neighbours.ts';
import { observerOf } from '../subject/read.ts';
import { hasAll, judgeStays, type Requested, requestedOf, requestedUntil, wordOf } from './requesters.ts';

/** So many on either side are asked for, as not everybody has requested a certificate. */
const EACH_SIDE = 2;

/** A requester who is not deleted, and the certificates that were there before the deletion of another one. */
export interface Bystander {
  readonly fixture: Fixture;
  readonly before: Requested;
}

/**
 * The certificates of those who stand next to an administrator by their ids: a server that reassigns too much mostly takes
 * those of the next one, too. `apart`: what is requested by the deleted one and by the successor, which they may share.
 */
export async function bystandersOf(
  context: CheckContext,
  victim: Fixture,
  apart: readonly Requested[],
): Promise<Bystander[]> {
  const { session } = context;
  const words = session.target.fixtures().flatMap((one) => (one.kind === 'administrator' ? (wordOf(one) ?? []) : []));
  // Where a part of a text is enough, the certificates of one called admin34 are found by admin3 as well.
  const isApart = (word: string): boolean =>
    words.filter((other) => other.toLowerCase().includes(word.toLowerCase())).length === 1 &&
    apart.every((one) => one.word !== word);
  const fits = (one: Fixture): boolean => isApart(wordOf(one) ?? '') && !session.chronicle.hasDeleted(one);
  const near = onEachSide(session, victim).flatMap((side) => side.filter(fits).slice(0, EACH_SIDE));
  const shared = new Set(apart.flatMap(({ keys }) => keys));
  const found: Bystander[] = [];
  for (const fixture of near) {
    const all = await requestedOf(context, fixture);
    const keys = all?.keys.filter((key) => !shared.has(key)) ?? [];
    if (all !== undefined && keys.length > 0) found.push({ fixture, before: { ...all, keys } });
  }
  return found;
}

/** Records under `id` that bystanders have what they had. One who was deleted meanwhile by somebody else says nothing. */
export async function recordBystanders(
  context: CheckContext,
  id: string,
  bystanders: readonly Bystander[],
): Promise<void> {
  const { contract, session, send } = context;
  for (const { fixture, before } of bystanders) {
    const after = await requestedUntil(context, before.word, (now) => hasAll(now, before.keys));
    const lost = after !== undefined && !hasAll(after, before.keys);
    const alive = async (): Promise<boolean> => {
      const { status } = await observerOf(send, session, contract.operation('admin.read'), fixture).look();
      return status === 200 && !session.chronicle.hasDeleted(fixture);
    };
    if (lost && !(await alive())) continue;
    const label = `certificates of ${before.word}, who is not deleted`;
    const seen = after === undefined ? {} : { exchange: after.last.exchange };
    context.record(id, judgeStays(before, after), { label, ...seen });
  }
}
