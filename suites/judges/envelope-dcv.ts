/** Judges what the status record shows of a change of DCV methods (contract 4.13; silence `legacy.dcv.visible`). Pure. */
import { inWords } from '../../reports/remark.ts';
import { type Exchange, pointerOf, token, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { differences, pointerSet } from './documents.ts';
import { fail, observed, PASS, warn } from './judgement.ts';

/** Methods in use by domain name in lower case. */
export type MethodsShown = ReadonlyMap<string, string>;

/** The status record at one moment. `methods` is undefined where it does not show them. */
export interface RecordLook {
  readonly data: unknown;
  readonly methods: MethodsShown | undefined;
  /** The answer as it came. */
  readonly body?: string;
  /** The request that showed it. */
  readonly exchange?: Exchange;
}

/** A domain and the method that it was to get. */
export interface Wanted {
  readonly domain: string;
  readonly method: string;
}

/**
 * The methods that an answer of the status action shows; undefined when it shows none where the dialect says. One of `names` that
 * the record spells in another way is given as the parameter spells it: so it is compared, and so it can be set again.
 */
export function methodsShown(
  answer: unknown,
  visible: Visible | null | undefined,
  names: readonly string[],
): MethodsShown | undefined {
  if (visible === null || visible === undefined) return undefined;
  const list = valueAt(answer, visible.pointer);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const shown = new Map<string, string>();
  for (const entry of list as unknown[]) {
    const name = valueAt(entry, pointerOf(visible.name));
    if (typeof name !== 'string') return undefined;
    const method = String(valueAt(entry, pointerOf(visible.method)) ?? '');
    shown.set(name.toLowerCase(), spelledAs(names, method));
  }
  return shown;
}

/** A refused change left everything as it was. `stable`: two looks without a change between them were equal. */
export function judgeUnchanged(
  before: RecordLook,
  after: RecordLook,
  wanted: readonly Wanted[],
  stable: boolean,
): Judgement {
  const expected = 'the order status as before the refused change';
  if (before.methods !== undefined && after.methods !== undefined) {
    const changed = changedDomains(before.methods, after.methods);
    return changed.length === 0 ? PASS : fail(expected, changed.join(', '));
  }
  const found = differences(before.data, after.data);
  if (found.length === 0) return PASS;
  const actual = `a difference at ${inWords(found)}`;
  const applied = found.some((pointer) => {
    const value = valueAt(after.data, pointer);
    return typeof value === 'string' && wanted.some(({ method }) => isSameMethod(method, value));
  });
  if (applied) return fail(expected, actual);
  if (stable) return warn(expected, actual);
  return observed({ what: 'changed', of: 'record', at: found, but: 'moves-by-itself' });
}

/**
 * An accepted change shows for the domains that were named, and for no others. `declared`: the owner says where methods show;
 * without that nothing can fail, as we may be looking at something else.
 */
export function judgeShows(
  before: RecordLook,
  after: RecordLook,
  wanted: readonly Wanted[],
  declared: boolean,
): Judgement {
  const { methods } = after;
  if (methods === undefined || before.methods === undefined)
    return observed({ what: 'none', of: 'method', was: 'shown' });
  const expected = wanted.map(({ domain, method }) => `${domain}: ${method}`).join(', ');
  const wrong = wanted
    .filter(({ domain, method }) => methods.get(domain.toLowerCase()) !== method)
    .map(({ domain }) => `${domain}: ${methods.get(domain.toLowerCase()) ?? 'not listed'}`);
  const named = new Set(wanted.map(({ domain }) => domain.toLowerCase()));
  const others = changedDomains(before.methods, methods).filter((change) => !named.has(change.split(':')[0] ?? ''));
  if (wrong.length === 0 && others.length === 0) return PASS;
  const actual = [...wrong, ...others.map((change) => `${change} (not asked for)`)].join(', ');
  if (declared) return fail(expected, actual);
  return observed({ what: 'differs', expected, actual });
}

/** None but the domains that were named got a method of this change, since the look before it. */
export function judgeNoOthers(before: RecordLook, after: RecordLook, wanted: readonly Wanted[]): Judgement {
  const named = new Set(wanted.map(({ domain }) => domain.toLowerCase()));
  const methods = new Set(wanted.map(({ method }) => method));
  const others = [...(after.methods ?? [])]
    .filter(([name, method]) => !named.has(name) && methods.has(method) && before.methods?.get(name) !== method)
    .map(([name, method]) => `${name}: ${method} (not asked for)`);
  if (others.length === 0) return PASS;
  return fail(wanted.map(({ domain, method }) => `${domain}: ${method}`).join(', '), others.join(', '));
}

/** What was seen last is still there, though nothing was asked for since; undefined where the methods do not show. */
export function judgeStays(number: string, last: RecordLook, now: RecordLook): Judgement | undefined {
  if (last.methods === undefined || now.methods === undefined) return undefined;
  const changed = changedDomains(last.methods, now.methods);
  return changed.length === 0 ? PASS : fail(`order ${number} as it was seen after its last change`, changed.join(', '));
}

function changedDomains(before: MethodsShown, after: MethodsShown): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'not listed'} became ${after.get(name) ?? 'not listed'}`);
}

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
    return observed({ what: 'shown', of: 'a method that the dialect does not name', value: other });
  }
  const actual =
    wrong === undefined ? `no list at ${visible.pointer}` : `the entry ${JSON.stringify(entries?.[wrong])}`;
  if (!dialect.claimed) return observed({ what: 'differs', of: 'the list of domains', actual });
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
function spelledAs(names: readonly string[], text: string): string {
  if (names.includes(text)) return text;
  const [found, ...others] = names.filter((name) => isSameMethod(name, text));
  return found === undefined || others.length > 0 ? text : found;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
