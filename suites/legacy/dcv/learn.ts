/**
 * Reads from a status record how the target names its DCV methods and where it shows them. The contract describes a list of
 * domains with their state and available methods, but names none of it (2.2). What is learned so is still a guess: it makes
 * more calls worth sending, and no refusal of it a failure.
 */
import { token } from '../../../spec/json.ts';
import type { Visible } from '../../judges/envelope-dcv.ts';
import { membersOf } from '../../judges/envelope-record.ts';
import type { Method } from './names.ts';

const METHOD = /^[A-Za-z0-9_.-]{2,32}$/;
const DOMAIN = /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/i;

/** Names of methods that a record lists. */
export interface Learned {
  /** Those that tell what they are. */
  readonly methods: Readonly<Partial<Record<Method, string>>>;
  readonly all: readonly string[];
}

/** The first list of texts in the record that looks like one of methods; undefined when none does. */
export function learnMethods(data: unknown): Learned | undefined {
  for (const list of listsIn(data, '')) {
    if (!list.items.every((item) => typeof item === 'string' && METHOD.test(item))) continue;
    const found: Partial<Record<Method, string>> = {};
    for (const item of list.items as string[]) {
      const kind = kindOf(item);
      if (kind !== undefined) found[kind] ??= item;
    }
    if (Object.keys(found).length >= 2) return { methods: found, all: list.items as string[] };
  }
  return undefined;
}

/** Where a list of domains with a method for each stands, as pointers into the whole answer; undefined when nowhere. */
export function learnVisible(data: unknown, methods: readonly string[]): Visible | undefined {
  for (const { pointer, items } of listsIn(data, '/data')) {
    const entries = items.map(membersOf);
    const [first] = entries;
    if (first === undefined || entries.includes(undefined)) continue;
    const every = (name: string, good: (value: unknown) => boolean): boolean =>
      entries.every((entry) => good(entry?.[name]));
    const name = Object.keys(first).find((key) =>
      every(key, (value) => typeof value === 'string' && DOMAIN.test(value)),
    );
    const method = Object.keys(first).find((key) =>
      every(key, (value) => typeof value === 'string' && methods.includes(value)),
    );
    if (name !== undefined && method !== undefined) return { pointer, name, method };
  }
  return undefined;
}

function kindOf(name: string): Method | undefined {
  const text = name.toUpperCase();
  if (text.includes('MAIL')) return 'email';
  if (text.includes('HTTPS')) return 'https';
  if (text.includes('HTTP')) return 'http';
  return text.includes('CNAME') || text.includes('DNS') ? 'cname' : undefined;
}

interface List {
  readonly pointer: string;
  readonly items: readonly unknown[];
}

/** All arrays with at least one element, outer ones first. */
function listsIn(value: unknown, pointer: string): List[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && value.length > 0 ? [{ pointer, items: value }] : [];
  return [...own, ...Object.entries(value).flatMap(([name, child]) => listsIn(child, `${pointer}${token(name)}`))];
}
