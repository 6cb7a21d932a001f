/** Lists of domains, methods and addresses for multi-domain orders (contract 4.13): space-separated, positional, bounded. */
import { type CheckContext, Unavailable } from '../../engine/index.ts';
import { encode, type Field, field, maxLengthOf, plainFields, raw, withFields } from '../call.ts';
import { MULTI } from '../orders.ts';
import { isAccepted } from '../replies.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { change, changeable, settle } from './steps.ts';

/** Domains with a method for each. */
export type Assignment = readonly (readonly [domain: string, method: Method])[];

/** The list parameters of a change. `space`: how one is written. */
export function listFields(order: OrderSubject, assignment: Assignment, space: '+' | '%20' = '+'): Field[] {
  const joined = (values: readonly string[]): string => values.map(encode).join(space);
  const addresses = assignment.map(([domain]) => order.address(domain)).join(' ');
  return [
    ...plainFields(order.order.number),
    raw('domainNames', joined(assignment.map(([domain]) => domain))),
    raw('newMethods', joined(assignment.map(([, method]) => order.names.methods[method]))),
    ...(assignment.some(([, method]) => method === 'email') ? [field(order.names.emails, addresses)] : []),
  ];
}

/** What a list says, in words. */
export function wordsOf({ names }: OrderSubject, assignment: Assignment): string {
  return assignment.map(([domain, method]) => `${domain}: ${names.methods[method]}`).join(', ');
}

/** How many characters newMethods has for these methods. */
export function lengthOf({ names }: OrderSubject, assignment: Assignment): number {
  return assignment.map(([, method]) => names.methods[method]).join(' ').length;
}

/** True when each parameter has room for its list: a longer one must be refused, whatever it says. */
export function fits(order: OrderSubject, assignment: Assignment): boolean {
  const fields = listFields(order, assignment);
  return fields
    .filter(([name]) => ['domainNames', 'newMethods', order.names.emails].includes(name))
    .every(([name]) => plainText(fields, name).length <= maxLengthOf(order.operation, name));
}

/** The value of a field as plain text; empty when there is none. */
export function plainText(fields: readonly Field[], name: string): string {
  const found = fields.find(([own]) => own === name);
  return decodeURIComponent((found?.[1] ?? '').replaceAll('+', ' '));
}

/** The list parameter padded with spaces to a length; undefined when it is longer already. */
export function padded(fields: readonly Field[], name: string, length: number): Field[] | undefined {
  const text = plainText(fields, name);
  const [first, ...rest] = text.split(' ');
  const spaces = length - text.length;
  if (rest.length === 0 || spaces < 0) return undefined;
  return withFields(fields, field(name, `${first}${' '.repeat(spaces + 1)}${rest.join(' ')}`));
}

/** An order, two methods for two of its domains and the other way round, and both by e-mail. */
export interface Lists {
  readonly order: OrderSubject;
  readonly domains: readonly [string, string];
  readonly straight: Assignment;
  readonly crossed: Assignment;
  readonly byMail: Assignment;
}

/** The lists of an order of which changes are accepted. @throws Unavailable when there is none. */
export async function twoDomains(context: CheckContext): Promise<Lists> {
  return listsOf(await changeable(context, MULTI));
}

/**
 * The lists of an order: two different methods whose names fit into newMethods together, those that were seen to be accepted
 * before others. @throws Unavailable when it has no two domains, or its methods are too long for a list.
 */
export function listsOf(order: OrderSubject): Lists {
  const [a = '', b] = order.domains;
  const assign = (first: Method, second: Method): Assignment => [
    [a, first],
    [b ?? '', second],
  ];
  const [one, other] = order.known.accepted;
  const seen: [Method, Method][] = one === undefined || other === undefined ? [] : [[one, other]];
  const pairs: [Method, Method][] = [...seen, ['http', 'https'], ['http', 'cname'], ['https', 'cname']];
  const [first, second] = pairs.find((pair) => fits(order, assign(...pair))) ?? [];
  if (b === undefined || first === undefined || second === undefined)
    throw new Unavailable({ what: 'none', of: 'pair-of-domains', was: 'known', but: 'name-domains' }, 'no-fixture');
  const [straight, crossed] = [assign(first, second), assign(second, first)];
  return { order, domains: [a, b], straight, crossed, byMail: assign('email', 'email') };
}

/**
 * All domains of an order of more than two, with the accepted methods by turns, and once more with each at the next domain; where
 * newMethods has no room for that, with one method for all. Two methods by turns may read the same from behind: each has a half.
 */
export function wholesOf(order: OrderSubject): Assignment[] {
  const { domains, names, current } = order;
  const { accepted } = order.known;
  if (domains.length <= 2 || accepted.length === 0) return [];
  const byTurns = (methods: readonly Method[], from = 0): Assignment =>
    domains.flatMap((domain, at) => {
      const turn = methods.length === 2 ? Math.floor((at * 2) / domains.length) : at;
      const method = methods[(turn + from) % methods.length];
      return method === undefined ? [] : [[domain, method] as const];
    });
  const turned = accepted.length > 1 ? [byTurns(accepted), byTurns(accepted, 1)] : [];
  const others = accepted.filter((method) => names.methods[method] !== current).map((method) => byTurns([method]));
  // Of a longer name there may be room for one only.
  const fitting = [turned, others.slice(0, 1), others.slice(1, 2)].map((lists) =>
    lists.filter((list) => fits(order, list)),
  );
  return fitting.find(({ length }) => length > 0) ?? [];
}

/** More than two domains, each by e-mail: its name is short, so that lists hold it often. Undefined where they do not. */
export function allByMail(order: OrderSubject): Assignment | undefined {
  const all = order.domains.map((domain) => [domain, 'email'] as const);
  return all.length > 2 && fits(order, all) ? all : undefined;
}

/** For each of these domains an accepted method that the list does not give it. */
export function awayFrom({ known }: OrderSubject, list: Assignment): Assignment {
  const [one, other] = known.accepted;
  return list.flatMap(([domain, method]) => {
    const before = method === one ? other : one;
    return before === undefined ? [] : [[domain, before] as const];
  });
}

/** Sends a pair of lists, and where it is refused once more: what is in use already may be why (legacy.dcv.same-method), so that each domain is given another method first. */
export async function changeAll(
  order: OrderSubject,
  list: Assignment,
  space: '+' | '%20' = '+',
): ReturnType<typeof change> {
  const label = `${wordsOf(order, list)}${space === '+' ? '' : ', spaces as %20'}`;
  const call = { label, fields: listFields(order, list, space) };
  const first = await change(order, call);
  if (isAccepted(first.reply)) return first;
  await settle(order, awayFrom(order, list));
  return change(order, call);
}
