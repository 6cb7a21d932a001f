/** Puts back what a run changed and could not put back itself. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject, jsonIn, valueAt } from '../../spec/json.ts';
import { isSuccess } from '../../spec/status.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { type PendingEntry, pending } from '../journal.ts';
import type { Target } from '../types.ts';

/** What came of one pending change. */
export interface Restoration {
  readonly entry: PendingEntry;
  readonly restored: boolean;
  /** True when the fixture was looked at and is not as it was; what could not be seen may well be. */
  readonly seen: boolean;
  /** One sentence: what was done, or why the fixture could not be put back. */
  readonly note: string;
}

/**
 * Undoes the pending changes of a run, newest first, and marks those that are done. Sends the recorded requests only where the
 * fixture is not already as it was. `which` narrows it to some of the changes.
 */
export async function restore(
  directory: string,
  target: Target,
  which: (entry: PendingEntry) => boolean = () => true,
): Promise<Restoration[]> {
  const results: Restoration[] = [];
  const looks = new Looks(target);
  for (const entry of pending(directory).filter(which)) {
    const result = await restoreEntry(entry, target, looks);
    if (result.restored) await target.journal.done(entry.id);
    results.push(result);
  }
  return results;
}

async function restoreEntry(entry: PendingEntry, target: Target, looks: Looks): Promise<Restoration> {
  const name = `${entry.fixture.kind} ${JSON.stringify(entry.fixture.ids)}`;
  const no = (why: string, seen: boolean): Restoration => ({
    entry,
    restored: false,
    seen,
    note: `${name} could not be put back: ${why}`,
  });
  const yes = (what: string): Restoration => ({ entry, restored: true, seen: false, note: `${name} ${what}.` });
  const before = await looks.difference(entry);
  if (before === undefined) return yes('is as it was');
  if (entry.restore.length === 0) return no(`check ${entry.check} knew no way back. ${before.why}`, before.seen);
  if (entry.incomplete) return no('its restoring requests hold secrets, which are not kept on disk.', before.seen);
  let refused: string | undefined;
  for (const request of entry.restore) {
    const exchange = await target.send(request, { restoring: true });
    if (!succeeded(exchange)) refused ??= `${request.method} ${request.target} ${answerOf(exchange)}.`;
    // What is not needed may well be refused: a step that was taken already, nothing where nothing came in.
    else if (entry.verify !== undefined && (await looks.difference(entry)) === undefined) return yes('was put back');
  }
  if (entry.verify === undefined) return refused === undefined ? yes('was put back') : no(refused, true);
  const after = await looks.difference(entry);
  return after === undefined ? yes('was put back') : no(refused ?? after.why, after.seen);
}

/** Why a fixture does not count as being as it was. */
interface Difference {
  readonly why: string;
  /** True when its state was seen. */
  readonly seen: boolean;
}

/** Pauses before a look that showed nothing is repeated: a target that limits requests shows more after a while. */
const PAUSES_MS = [500, 2_000, 6_000, 20_000, 36_000];

/** Looks at what was changed. */
class Looks {
  readonly #target: Target;
  #pauses: readonly number[] = PAUSES_MS;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Undefined when the fixture is as it was. Without a request to verify by, it counts as different. */
  async difference(entry: PendingEntry): Promise<Difference | undefined> {
    if (entry.verify === undefined) return { why: 'There is no request that shows its state.', seen: true };
    let exchange = await this.#target.send(entry.verify, { restoring: true });
    for (const pause of this.#pauses) {
      if (!succeeded(exchange) || shows(entry, exchange)) break;
      await sleep(pause);
      exchange = await this.#target.send(entry.verify, { restoring: true });
    }
    const { method, target } = entry.verify;
    if (!succeeded(exchange)) return { why: `${method} ${target} ${answerOf(exchange)}.`, seen: true };
    if (!shows(entry, exchange)) {
      // Whoever has waited for so long in vain does not wait again.
      this.#pauses = [];
      return { why: `${method} ${target} does not show its state.`, seen: false };
    }
    const why = compare(entry.before ?? '', exchange.response?.body ?? '', entry.compare);
    return why === undefined ? undefined : { why, seen: true };
  }
}

function shows({ shown = {} }: PendingEntry, { response }: Exchange): boolean {
  const wanted = Object.entries(shown);
  const body = wanted.length === 0 ? undefined : jsonIn(response?.body ?? '');
  return wanted.every(([pointer, value]) => isDeepStrictEqual(valueAt(body, pointer), value));
}

/** Compares two bodies, or what the pointers name in them, as JSON where they are JSON, else as text. Undefined when they are equal. */
export function compare(before: string, now: string, pointers?: readonly string[]): string | undefined {
  if (before === now) return undefined;
  const [a, b] = [jsonIn(before), jsonIn(now)];
  if (a === undefined || b === undefined) return 'Its state is not what it was.';
  if (pointers !== undefined) {
    const differing = pointers.filter((pointer) => !isDeepStrictEqual(valueAt(a, pointer), valueAt(b, pointer)));
    return differing.length === 0 ? undefined : `These members are not as they were: ${differing.join(', ')}.`;
  }
  if (isDeepStrictEqual(a, b)) return undefined;
  const members = isObject(a) && isObject(b) ? differingMembers(a, b) : [];
  return members.length === 0
    ? 'Its state is not what it was.'
    : `These members are not as they were: ${members.join(', ')}.`;
}

function differingMembers(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isDeepStrictEqual(a[name], b[name]));
}

function succeeded(exchange: Exchange): boolean {
  return exchange.error === undefined && isSuccess(exchange.response?.status);
}

function answerOf(exchange: Exchange): string {
  return exchange.error !== undefined
    ? `got no answer (${exchange.error.message})`
    : `was answered with ${exchange.response?.status}`;
}
