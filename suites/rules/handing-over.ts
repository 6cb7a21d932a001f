/** Certificates go over to whoever replaces their requester: from everybody, once and again (contract 4.5). */
import type { Exchange } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, ifAvailable, type Judgement } from '../engine/index.ts';
import { isAccepted, mentions, observed, unshown } from '../judges/index.ts';
import { observerOf } from '../subject/read.ts';
import { judgeHandedOver, showsRequester } from './handed-over.ts';
import { PROMISE } from './replacement-promises.ts';
import {
  bystandersOf,
  exactly,
  hasAll,
  hasNone,
  judgeLater,
  judgeReplaced,
  NO_LIST,
  type Requested,
  recordBystanders,
  requestedOf,
  requestedUntil,
  unwritten,
  wordOf,
} from './requesters.ts';
import type { Deletion, Victims, Wanted } from './victims.ts';

/** Deletes with a fit replacement, and looks who has the certificates then. */
export async function recordReplaced(
  context: CheckContext,
  victims: Victims,
  successor: Fixture,
  wanted: Wanted = 'requester',
): Promise<Deletion> {
  const { fixture } = (await victims.take(wanted)).lease;
  const found = await requestedOf(context, fixture);
  const before = found === undefined ? undefined : await exactly(context, found);
  const own = (await isStillCalledSo(context, successor, fixture)) ? await requestedOf(context, successor) : undefined;
  const apart = [before, own].filter((one) => one !== undefined);
  const bystanders = context.wants(PROMISE.others) ? await bystandersOf(context, fixture, successor, apart) : [];
  const deletion = await victims.delete(String(successor.ids['id']));
  const { exchange } = deletion;
  const unseen = unseenBefore(fixture, before, exchange);
  if (before === undefined || unseen !== undefined) {
    // Further ones need not have had any.
    if (wanted === 'requester')
      context.record(PROMISE.passed, unseen ?? NO_LIST, { label: 'certificates of the deleted one' });
    return deletion;
  }
  // A text that finds them already would find them in any case.
  const conclusive = own !== undefined && hasNone(own, before.keys) ? own.word : undefined;
  const alike = await isCalledAlike(context, successor, before.word);
  const its = (): Requested => unwritten(context, before);
  const old = await requestedUntil(context, before.word, (now) => alike || hasNone(now, its().keys));
  const now =
    conclusive === undefined
      ? undefined
      : await requestedUntil(
          context,
          conclusive,
          (one) => hasAll(one, its().keys) && showsRequester(context.contract, one, its().keys),
        );
  const after = { old, new: now, named: conclusive !== undefined, alike };
  const judgement = await judgeLater(context, before, (those) => judgeReplaced(those, after));
  const label = `${deletion.label}, certificates of "${before.word}"`;
  context.record(PROMISE.passed, judgement, { label, exchange });
  if (judgement.verdict === 'pass' && now !== undefined)
    context.record(
      PROMISE.passed,
      await judgeLater(context, before, (those) => judgeHandedOver(context.contract, those, now)),
      { label: `${label}, as they show`, exchange: now.last.exchange },
    );
  await recordBystanders(context, PROMISE.others, bystanders);
  return deletion;
}

/** True for one of whom a name has a word as a part, as far as he is known. */
async function isCalledAlike({ contract, session, send }: CheckContext, who: Fixture, word: string): Promise<boolean> {
  const { value } = await observerOf(send, session, contract.operation('admin.read'), who).look();
  const known = `${wordOf(who) ?? ''} ${JSON.stringify(value ?? '')}`;
  return known.toLowerCase().includes(word.toLowerCase());
}

/** False for one whose GET does not show the word that names requesters, where another's does: an update may have taken it away. */
async function isStillCalledSo(
  { contract, session, send }: CheckContext,
  one: Fixture,
  other: Fixture,
): Promise<boolean> {
  const reader = contract.operation('admin.read');
  const shows = async (who: Fixture): Promise<boolean> =>
    mentions((await observerOf(send, session, reader, who).look()).value, wordOf(who) ?? '');
  return (await shows(one)) || !(await shows(other));
}

/**
 * What was handed over is handed over again: an heir takes over, and is deleted in favour of somebody who has replaced another
 * one before. Where such administrators are scarce, that is left out.
 */
export async function recordInherited(context: CheckContext, victims: Victims, successor: Fixture): Promise<void> {
  if (!context.session.plenty({ kind: 'administrator', effect: 'destroy' })) return;
  const heir = await ifAvailable(victims.reserve('idle'));
  if (heir === undefined || wordOf(heir.lease.fixture) === undefined) return;
  const first = await ifAvailable(recordReplaced(context, victims, heir.lease.fixture, 'another'));
  if (first === undefined || !isAccepted(first.exchange)) return;
  victims.next(heir);
  await recordReplaced(context, victims, successor, 'another');
}

/** Why nothing can be said of the certificates of a deleted administrator. */
export function unseenBefore(
  fixture: Fixture,
  before: Requested | undefined,
  exchange: Exchange,
): Judgement | undefined {
  if (wordOf(fixture) === undefined) {
    const ids = Object.values(fixture.ids).join('/');
    return observed({ what: 'trait', kind: fixture.kind, ids, trait: 'requester' });
  }
  if (before === undefined || before.keys.length === 0)
    return observed({ what: 'none', of: 'certificate-of-this-requester', was: 'listed' });
  if (isAccepted(exchange)) return undefined;
  return unshown('control-refused', { what: 'none', of: 'administrator', was: 'deleted' });
}
