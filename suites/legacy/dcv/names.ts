/** The names that the contract does not show: methods and parameters of the DCV action, from the dialect, or learned from a status record (contract 2.2, 4.13). What is learned is still a guess: it makes more calls worth sending, and no refusal of it a failure. */
import { type Contract, token } from '../../../spec/index.ts';
import { type Excuse, membersOf, type Visible } from '../../judges/index.ts';

export type Method = 'email' | 'http' | 'https' | 'cname';

/** Names with whether the target's owner vouches for them. */
export interface DcvNames {
  readonly methods: Readonly<Record<Method, string>>;
  readonly methodsDeclared: boolean;
  readonly initialOrder: string;
  readonly email: string;
  readonly emails: string;
  readonly parametersDeclared: boolean;
  /** Where the status record shows the methods, when anything says so. */
  readonly visible: Visible | undefined;
  readonly visibleDeclared: boolean;
}

/** What is known of the names; undefined when the dialect gives none. `data`: status records to learn from what is not declared. */
export function dcvNames(contract: Contract, data?: unknown): DcvNames | undefined {
  const methods = contract.answer('legacy.dcv.methods');
  const parameters = contract.answer('legacy.dcv.parameters');
  const visible = contract.answer('legacy.dcv.visible');
  if (methods === undefined || parameters === undefined) return undefined;
  const named = parameters.value as Readonly<Record<'initial-order' | 'email' | 'emails', string>>;
  const methodsDeclared = methods.standing === 'claimed';
  const learned = learnMethods(data);
  const names = {
    ...(methods.value as DcvNames['methods']),
    ...(methodsDeclared ? {} : learned?.methods),
  };
  const visibleDeclared = visible?.standing === 'claimed';
  const assumed = (visible?.value ?? undefined) as Visible | undefined;
  return {
    methods: names,
    methodsDeclared,
    initialOrder: named['initial-order'],
    email: named.email,
    emails: named.emails,
    parametersDeclared: parameters.standing === 'claimed',
    visible: visibleDeclared
      ? assumed
      : (learnVisible(data, [...Object.values(names), ...(learned?.all ?? [])]) ?? assumed),
    visibleDeclared,
  };
}

/** Why a refusal may be the fault of a name that we only assume; undefined when the owner vouches for all that was used. */
export function assumedNames(names: DcvNames, uses: 'methods' | 'parameters'): Excuse {
  if (!names.methodsDeclared) return { silence: 'legacy.dcv.methods' };
  if (uses === 'parameters' && !names.parametersDeclared) return { silence: 'legacy.dcv.parameters' };
  return undefined;
}

const METHOD = /^[A-Za-z0-9_.-]{2,32}$/;
const DOMAIN = /^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/i;

/** Names of methods that a record lists. */
interface Learned {
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
