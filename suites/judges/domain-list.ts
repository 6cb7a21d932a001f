/** Judges the list of domains with their DCV methods, where the dialect says that a status record shows it (2.2, 4.13). */
import type { Judgement } from '../engine/check.ts';
import { membersOf } from './envelope-record.ts';
import { pointerGet } from './pointer.ts';

/** Where the status record lists domains and methods: the answer to `legacy.dcv.visible`. */
export interface Visible {
  readonly pointer: string;
  readonly name: string;
  readonly method: string;
}

/** Every entry names a domain, and a method once one is chosen. A dialect names four methods; the contract does not say that there are no others. */
export function judgeDomainList(
  answer: unknown,
  visible: Visible,
  dialect: { readonly methods: readonly string[]; readonly claimed: boolean },
): Judgement {
  const list = pointerGet(answer, visible.pointer);
  const entries = Array.isArray(list) ? (list as unknown[]) : undefined;
  const methodOf = (entry: unknown): unknown => membersOf(entry)?.[visible.method] ?? null;
  const wrong = entries?.findIndex((entry) => {
    const method = methodOf(entry);
    return typeof membersOf(entry)?.[visible.name] !== 'string' || (method !== null && typeof method !== 'string');
  });
  if (entries !== undefined && wrong === -1) {
    const other = entries.map(methodOf).find((method) => method !== null && !dialect.methods.includes(String(method)));
    if (other === undefined) return { verdict: 'pass' };
    const reason = `A domain shows the method ${JSON.stringify(other)}, which the dialect does not name.`;
    return { verdict: 'observed', reason };
  }
  const actual =
    wrong === undefined ? `no list at ${visible.pointer}` : `the entry ${JSON.stringify(entries?.[wrong])}`;
  if (!dialect.claimed) return { verdict: 'observed', reason: `The assumed list of domains: ${actual}.` };
  const expected = `a list at ${visible.pointer}, each entry with ${visible.name} and, once chosen, a method in ${visible.method}`;
  return { verdict: 'fail', expected, actual };
}
