/** Orders among the fixtures, what their traits say about them, and the sorts of them that checks need (contract 4.13). */
import { createHash } from 'node:crypto';
import type { Effect } from '../../spec/index.ts';
import type { Fixture, FixtureNeed, Target } from '../../target/types.ts';
import { type Unavailable, unavailable } from '../engine/index.ts';

/** Other words for the states of an order fixture; the words of 7.2 are the standard ones. */
export const STATES: Readonly<Record<string, string>> = {
  issued: 'already-issued',
  validated: 'already-validated',
  'no-permission': 'permission-denied',
  unexpected: 'unexpected-state',
  'update-fails': 'update-failed',
};

/** One order of the target. */
export interface Order {
  readonly fixture: Fixture;
  readonly number: string;
  readonly kind: 'single' | 'multi';
  readonly wildcard: boolean;
  readonly ev: boolean;
  /** `pending`, `initial`, `replacement`, or the condition of 7.2 that a change of its method meets. */
  readonly state: string;
  /** Its domains as far as the profile names them. */
  readonly domains: readonly string[];
  /** Number of the first order of its series, when the profile names it. */
  readonly initialOrder?: string;
  /** The address that is acceptable for the validation of a domain; undefined where the profile names none. */
  readonly addressOf: (domain: string | undefined) => string | undefined;
  /** The method in use before the run, when the profile names it. */
  readonly method?: string;
}

/** Reads an order fixture's traits: `order` (or `kind`), `state`, `wildcard`, `ev`, `domains`, `initialOrder`, `email`, `method`. */
export function orderOf(fixture: Fixture): Order {
  const { traits, ids } = fixture;
  const text = (...names: string[]): string | undefined =>
    names
      .map((name) => traits[name])
      .find((value) => value !== undefined && value !== '')
      ?.toString();
  const kind = text('order', 'kind') ?? 'single';
  const state = traits['foreign'] === true ? FOREIGN : (text('state') ?? 'pending');
  const domains = (text('domains', 'domainNames', 'domainName') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const initialOrder = text('initialOrder');
  const method = text('method');
  return {
    fixture,
    number: String(ids['orderNumber']),
    kind: kind === 'multi' ? 'multi' : 'single',
    wildcard: traits['wildcard'] === true || kind === 'wildcard' || domains.some((name) => name.startsWith('*.')),
    ev: traits['ev'] === true || kind === 'ev',
    state: STATES[state] ?? state,
    domains,
    ...(initialOrder === undefined ? {} : { initialOrder }),
    addressOf: addresses(text('email') ?? '', domains, kind !== 'multi'),
    ...(method === undefined ? {} : { method }),
  };
}

/** An address that is acceptable for the validation of most domains. */
export function formedAddress(domain: string): string {
  return `admin@${domain.replace(/^\*\./, '')}`;
}

/** One address for each domain: those named with their domain, or else all in the order of the domains. */
function addresses(text: string, domains: readonly string[], single: boolean): Order['addressOf'] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const named = new Map(
    words.map((word, i): [string, string] => {
      const [, domain = domains[i] ?? '', address = word] = /^([^=@]+)=(.+@.+)$/.exec(word) ?? [];
      return [domain.toLowerCase(), address];
    }),
  );
  const [only] = words;
  const forAll = single && words.length === 1 ? only : undefined;
  return (domain) => named.get((domain ?? domains[0] ?? '').toLowerCase()) ?? forAll;
}

/** The state of an order of another account: for the one question whether it is out of reach. */
export const FOREIGN = 'foreign';

/** Why nothing can be said of other accounts: nobody names an order of one. */
export function withoutForeign(effect: Effect): Unavailable {
  const wanted = { kind: 'order', effect, identifiers: ['orderNumber'], traits: { foreign: true } } as const;
  return unavailable({ what: 'fixture', wanted, state: { is: 'unknown' } });
}

/** Orders of other accounts. */
export function foreignOrders(target: Target): Order[] {
  return everyOrder(target).filter(({ state }) => state === FOREIGN);
}

/** All orders of the profile's account, plain pending ones first. */
export function ordersOf(target: Target): Order[] {
  const all = everyOrder(target).filter(({ state }) => state !== FOREIGN);
  return [...all.filter(isPlain), ...all.filter((order) => !isPlain(order))];
}

function everyOrder(target: Target): Order[] {
  return target
    .fixtures()
    .filter(({ kind }) => kind === 'order')
    .map(orderOf);
}

/** A single-domain order in whose way nothing stands. */
export function isPlain({ kind, state, wildcard, ev }: Order): boolean {
  return kind === 'single' && state === 'pending' && !wildcard && !ev;
}

/** An order number that names no order: the profile's, or one at the far end of the range. */
export function absentOrder(target: Target): string {
  const named = target.facts.absent.order?.['orderNumber'];
  if (named !== undefined) return String(named);
  const taken = new Set(everyOrder(target).map(({ number }) => number));
  let number = 2_147_000_001;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** An order number of so many digits that names no order: digits without a pattern, as someone may have an order for one. */
export function absentOrderOf(length: number, seed: number): string {
  const digits = createHash('shake256', { outputLength: length })
    .update(`order ${String(seed)}`)
    .digest();
  return `9${Array.from(digits, (byte) => String(byte % 10)).join('')}`.slice(0, length);
}

/** Which order a check needs. */
export interface OrderNeed {
  /** Checks whose need has the same name share the order. */
  readonly name: string;
  /** What an order that fits says of itself. */
  readonly like: NonNullable<FixtureNeed['like']>;
  readonly fits: (order: Order) => boolean;
}

function pending(name: string, kind: Order['kind'], like: OrderNeed['like'], wildcard = false): OrderNeed {
  return { name, like, fits: (one) => one.kind === kind && one.state === 'pending' && one.wildcard === wildcard };
}

const [TWO, WILD] = ['a.example.test b.example.test', '*.example.test'];

export const SINGLE = pending('single', 'single', { order: 'single', state: 'pending' });
export const MULTI = pending('multi', 'multi', { order: 'multi', state: 'pending', domains: TWO });
/** The one whose domains fill a list of so many characters best. */
export function longestList(target: Target, most: number): OrderNeed | undefined {
  const lengthOf = ({ domains }: Order): number => domains.join(' ').length;
  const [longest] = ordersOf(target)
    .filter((one) => MULTI.fits(one) && lengthOf(one) <= most)
    .sort((a, b) => lengthOf(b) - lengthOf(a));
  if (longest === undefined) return undefined;
  return { ...MULTI, name: 'longest list', fits: ({ number }) => number === longest.number };
}

export const WILDCARD = pending('wildcard', 'single', { wildcard: true, state: 'pending', domains: WILD }, true);
export const WILDCARD_OF_SEVERAL = pending(
  'wildcard of several',
  'multi',
  { order: 'multi', wildcard: true, state: 'pending', domains: `${WILD} a.example.test` },
  true,
);

/** An order under extended validation, of one domain or of several. */
export function extended(kind: Order['kind']): OrderNeed {
  return {
    name: `extended validation, ${kind}`,
    like: { order: kind, ev: true, state: 'pending' },
    fits: (one) => one.ev && one.kind === kind && one.state === 'pending' && !one.wildcard,
  };
}

/** What tells orders apart by what they are for. */
export type Sort = Pick<Order, 'kind' | 'ev' | 'wildcard'>;

/** The sorts of orders of an account whose change of method meets a condition of 7.2; of one domain and of several at least one each. */
export function sortsIn(target: Target, condition: string): Sort[] {
  const sorts = new Map<string, Sort>();
  for (const { kind, ev, wildcard, state } of ordersOf(target))
    if (state === condition) sorts.set(`${kind} ${ev} ${wildcard}`, { kind, ev, wildcard });
  for (const kind of ['single', 'multi'] as const)
    if (![...sorts.values()].some((one) => one.kind === kind)) sorts.set(kind, { kind, ev: false, wildcard: false });
  return [...sorts.values()];
}

/** An order of a sort whose change of method meets a condition of 7.2. */
export function inState(condition: string, { kind, ev, wildcard }: Sort): OrderNeed {
  const more = { ...(ev && { ev }), ...(wildcard && { wildcard }) };
  return {
    name: [condition, kind, ...Object.keys(more)].join(', '),
    like: { order: kind, state: condition, ...more },
    fits: (one) => one.state === condition && one.kind === kind && one.ev === ev && one.wildcard === wildcard,
  };
}

interface Notation {
  readonly text: string;
  readonly how: string;
  /** Where a reader has good reason to take it for the number: of a text, and of an integer. */
  readonly debatable: { readonly text: boolean; readonly integer: boolean };
}

/** The number in other notations, beyond 32 bits, and with what readers pass over; none of them for a number that is no digits. */
export function notationsOf(number: string): Notation[] {
  if (!/^[1-9]\d*$/.test(number)) return [];
  const rows: readonly (readonly [text: string, how: string, debatable?: 'integer' | 'always'])[] = [
    [String(BigInt(number) + 2n ** 32n), '32 bits more'],
    [`-${number}`, 'with a minus sign'],
    [`${number},${number}`, 'twice, with a comma'],
    [`${number}%`, 'with a wildcard'],
    [`${number}' OR '1'='1`, 'with a condition of a query'],
    [`${number}e0`, 'with an exponent', 'integer'],
    [`0x${BigInt(number).toString(16)}`, 'in hexadecimal', 'integer'],
    [`${number}.0`, 'with a fraction', 'always'],
    [`0${number}`, 'with a zero before it', 'always'],
    [`+${number}`, 'with a plus sign', 'always'],
    [` ${number} `, 'between blanks', 'always'],
  ];
  return rows.map(([text, how, as]) => ({
    text,
    how,
    debatable: { text: as === 'always', integer: as !== undefined },
  }));
}
