/** Updates that a server loses which goes by what it was asked just before (contract 4.1): of another entity, what it refused, or what changed the same one otherwise. */
import { type CheckContext, ifAvailable, toWire } from '../engine/index.ts';
import { tryOn } from '../requests/control.ts';
import { inHand } from '../subject/subject.ts';
import { type BadUpdate, badUpdates } from './bad-updates.ts';
import { apart, changesFor } from './changes.ts';
import { rewritable, type UpdateSubject } from './update-subject.ts';
import { write } from './writing.ts';
import type { Written } from './written.ts';

/** Each of two entities is changed twice, since only every other change may be lost. */
const ROUNDS = [0, 1];

/** A change right after an update that ought to be refused, one of each kind: whatever came of that one, this one must show. */
export async function writeAfterRefusals(context: CheckContext, subject: UpdateSubject): Promise<Written[]> {
  const restorable = rewritable(context, subject.valid.request, subject.before);
  const mayHit = (member: string): boolean => subject.disposable || restorable.has(member);
  const found: Written[] = [];
  for (const [turn, bad] of oneOfEachKind(badUpdates(context, subject.valid.request, mayHit)).entries()) {
    const { request, credential } = bad;
    const wire = toWire(request, { session: context.session, ...(credential === undefined ? {} : { credential }) });
    const send = (): Promise<unknown> => context.send(wire);
    found.push(...(await touch(context, subject, turn, { when: `right after ${bad.label}`, send })));
  }
  return found;
}

/** The form, the credential, and what is written: a server refuses these at different stages. */
function oneOfEachKind(all: readonly BadUpdate[]): BadUpdate[] {
  const after = all.findLastIndex(({ credential }) => credential !== undefined) + 1;
  const [tampered, none] = all.filter(({ credential }) => credential !== undefined);
  return [...new Set([all[0], tampered, none, all[after]])].filter((one) => one !== undefined);
}

/** Changes of two entities by turns; none where they are one. */
export async function writeInTurns(
  context: CheckContext,
  [one, other]: readonly [UpdateSubject, UpdateSubject],
): Promise<Written[]> {
  if (one.fixture === other.fixture) return [];
  const found: Written[] = [];
  for (const turn of ROUNDS) {
    for (const subject of [one, other])
      found.push(...(await touch(context, subject, turn, { when: 'in turn with another one' })));
  }
  return found;
}

/**
 * A change right after each other operation on the same entity: who keeps an entity in several places may put what was there before
 * over it. None of an entity that must be put back, as each of them leaves something behind.
 */
export async function writeAfterOthers(context: CheckContext, subject: UpdateSubject): Promise<Written[]> {
  const { operation, fixture, disposable } = subject;
  if (!disposable || context.depth === 'quick') return [];
  const others = context.contract.operations.filter(
    (one) => one.entity === operation.entity && one.effect === 'modify' && one.id !== operation.id,
  );
  const found: Written[] = [];
  for (const [turn, other] of others.entries()) {
    const send = (): Promise<unknown> => ifAvailable(tryOn(inHand(context.session, other, fixture)));
    found.push(...(await touch(context, subject, turn, { when: `right after ${other.id}`, send })));
  }
  return found;
}

async function touch(
  context: CheckContext,
  subject: UpdateSubject,
  turn: number,
  prelude: Parameters<typeof write>[3],
): Promise<Written[]> {
  const shown = (await subject.observer?.look())?.value;
  const [change] = changesFor(context, subject, shown, { turn, omit: apart(context, subject) });
  return change === undefined ? [] : ((await write(context, subject, [change], prelude)) ?? []);
}
