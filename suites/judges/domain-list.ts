/** Judges the list of domains with their DCV methods, where the dialect says that a status record shows it (2.2, 4.13). */
import { pointerOf, token, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { pointerSet } from './documents.ts';
import { fail, observed, PASS } from './judgement.ts';

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
  const list = valueAt(answer, visible.pointer);
  const entries = Array.isArray(list) ? (list as unknown[]) : undefined;
  const methodOf = (entry: unknown): unknown => valueAt(entry, pointerOf(visible.method)) ?? null;
  const wrong = entries?.findIndex((entry) => {
    const method = methodOf(entry);
    return (
      typeof valueAt(entry, pointerOf(visible.name)) !== 'string' || (method !== null && typeof method !== 'string')
    );
  });
  if (entries !== undefined && wrong === -1) {
    const other = entries
      .map(methodOf)
      .find((method) => method !== null && !dialect.methods.some((name) => isSameMethod(name, String(method))));
    if (other === undefined) return PASS;
    return observed(`A domain shows the method ${JSON.stringify(other)}, which the dialect does not name.`);
  }
  const actual =
    wrong === undefined ? `no list at ${visible.pointer}` : `the entry ${JSON.stringify(entries?.[wrong])}`;
  if (!dialect.claimed) return observed(`The assumed list of domains: ${actual}.`);
  const expected = `a list at ${visible.pointer}, each entry with ${visible.name} and, once chosen, a method in ${visible.method}`;
  return fail(expected, actual);
}

/** The answer with the methods of the list spelled as the parameter spells them, so that a schema that enumerates them is not about spelling. */
export function respelled(answer: unknown, visible: Visible | null | undefined, methods: readonly string[]): unknown {
  if (visible === null || visible === undefined) return answer;
  const list = valueAt(answer, visible.pointer);
  if (!Array.isArray(list)) return answer;
  const place = pointerOf(visible.method);
  return (list as unknown[]).reduce((whole, entry, index) => {
    const method = valueAt(entry, place);
    if (typeof method !== 'string') return whole;
    return pointerSet(whole, `${visible.pointer}${token(index)}${place}`, spelledAs(methods, method));
  }, answer);
}

/** True when two names differ in letter case, `-`, `_` and blanks at most. */
export function isSameMethod(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** The one of `names` that a text stands for, or the text itself where none or several would do. */
export function spelledAs(names: readonly string[], text: string): string {
  if (names.includes(text)) return text;
  const [found, ...others] = names.filter((name) => isSameMethod(name, text));
  return found === undefined || others.length > 0 ? text : found;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
