/** Puts back what a run changed and could not put back itself. */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../spec/vocabulary.ts';
import { type PendingEntry, pending } from '../journal.ts';
import type { Target } from '../types.ts';

/** What came of one pending change. */
export interface Restoration {
  readonly entry: PendingEntry;
  readonly restored: boolean;
  /** One sentence: what was done, or why the fixture could not be put back. */
  readonly note: string;
}

/**
 * Undoes the pending changes of a run, newest first, and marks those that are done. Sends the recorded requests only where the
 * fixture is not already as it was. `which` narrows it to some of the changes.
 */
export async function restore(
  runDirectory: string,
  target: Target,
  which: (entry: PendingEntry) => boolean = () => true,
): Promise<Restoration[]> {
  const results: Restoration[] = [];
  for (const entry of pending(runDirectory).filter(which)) {
    const result = await restoreEntry(entry, target);
    if (result.restored) await target.journal.done(entry.id);
    results.push(result);
  }
  return results;
}

async function restoreEntry(entry: PendingEntry, target: Target): Promise<Restoration> {
  const name = `${entry.fixture.kind} ${JSON.stringify(entry.fixture.ids)}`;
  const no = (why: string): Restoration => ({ entry, restored: false, note: `${name} could not be put back: ${why}` });
  const yes = (what: string): Restoration => ({ entry, restored: true, note: `${name} ${what}.` });
  const before = await difference(entry, target);
  if (before === undefined) return yes('is as it was');
  if (entry.restore.length === 0) return no(`check ${entry.check} knew no way back. ${before}`);
  if (entry.incomplete) return no('its restoring requests hold secrets, which are not kept on disk.');
  let refused: string | undefined;
  for (const request of entry.restore) {
    const exchange = await target.send(request, { restoring: true });
    if (!succeeded(exchange)) refused ??= `${request.method} ${request.target} ${answerOf(exchange)}.`;
    // What is not needed may well be refused: a step that was taken already, nothing where nothing came in.
    else if (entry.verify !== undefined && (await difference(entry, target)) === undefined) return yes('was put back');
  }
  if (entry.verify === undefined) return refused === undefined ? yes('was put back') : no(refused);
  const after = await difference(entry, target);
  return after === undefined ? yes('was put back') : no(refused ?? after);
}

/** Undefined when the fixture is as it was; else one sentence. Without a request to verify by, it counts as different. */
async function difference(entry: PendingEntry, target: Target): Promise<string | undefined> {
  if (entry.verify === undefined) return 'There is no request that shows its state.';
  const exchange = await target.send(entry.verify, { restoring: true });
  if (!succeeded(exchange)) return `${entry.verify.method} ${entry.verify.target} ${answerOf(exchange)}.`;
  return compare(entry.before ?? '', exchange.response?.body ?? '', entry.compare);
}

/** Compares two bodies, or what the pointers name in them, as JSON where they are JSON, else as text. Undefined when they are equal. */
export function compare(before: string, now: string, pointers?: readonly string[]): string | undefined {
  if (before === now) return undefined;
  const [a, b] = [parse(before), parse(now)];
  if (a === undefined || b === undefined) return 'Its state is not what it was.';
  if (pointers !== undefined) {
    const differing = pointers.filter((pointer) => !isDeepStrictEqual(at(a, pointer), at(b, pointer)));
    return differing.length === 0 ? undefined : `These members are not as they were: ${differing.join(', ')}.`;
  }
  if (isDeepStrictEqual(a, b)) return undefined;
  const members = isRecord(a) && isRecord(b) ? differingMembers(a, b) : [];
  return members.length === 0
    ? 'Its state is not what it was.'
    : `These members are not as they were: ${members.join(', ')}.`;
}

function differingMembers(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isDeepStrictEqual(a[name], b[name]));
}

/** The value at a JSON Pointer; undefined when there is none. */
function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    here = (here as Record<string, unknown> | null | undefined)?.[name];
  }
  return here;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function succeeded(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return exchange.error === undefined && status >= 200 && status < 300;
}

function answerOf(exchange: Exchange): string {
  return exchange.error !== undefined
    ? `got no answer (${exchange.error.message})`
    : `was answered with ${exchange.response?.status}`;
}
