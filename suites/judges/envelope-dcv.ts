/** Judges what the status record shows of a change of DCV methods (contract 4.13; silence `legacy.dcv.visible`). Pure. */
import { type Exchange, pointerOf, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { differences, inWords } from './documents.ts';
import { isSameMethod, spelledAs, type Visible } from './domain-list.ts';
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
  if (stable) return warn(expected, actual, `The record changed after a refusal: ${actual}.`);
  return observed('The record moves by itself, and does not show the methods.');
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
    return observed('The order status does not show the methods in use.');
  const expected = wanted.map(({ domain, method }) => `${domain}: ${method}`).join(', ');
  const wrong = wanted
    .filter(({ domain, method }) => methods.get(domain.toLowerCase()) !== method)
    .map(({ domain }) => `${domain}: ${methods.get(domain.toLowerCase()) ?? 'not listed'}`);
  const named = new Set(wanted.map(({ domain }) => domain.toLowerCase()));
  const others = changedDomains(before.methods, methods).filter((change) => !named.has(change.split(':')[0] ?? ''));
  if (wrong.length === 0 && others.length === 0) return PASS;
  const actual = [...wrong, ...others.map((change) => `${change} (not asked for)`)].join(', ');
  if (declared) return fail(expected, actual);
  return observed(`Where the assumed dialect shows the methods: ${actual}; asked for ${expected}.`);
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
