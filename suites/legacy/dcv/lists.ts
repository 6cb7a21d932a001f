/** Lists of domains, methods and addresses for multi-domain orders (contract 4.13): space-separated, positional, bounded. */
import { type CheckContext, Unavailable } from '../../engine/index.ts';
import { encode, type Field, field, maxLengthOf, raw, withFields } from '../call.ts';
import { MULTI } from '../orders.ts';
import type { Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { type Turns, turns } from './steps.ts';

/** Domains with a method for each. */
export type Assignment = readonly (readonly [domain: string, method: Method])[];

/** How a space is written. */
export type Space = '+' | '%20';

/** The list parameters of a change. */
export function listFields(subject: OrderSubject, assignment: Assignment, space: Space = '+'): Field[] {
  const joined = (values: readonly string[]): string => values.map(encode).join(space);
  const methods = assignment.map(([, method]) => subject.names.methods[method]);
  const fields = [
    ...subject.start,
    raw('domainNames', joined(assignment.map(([domain]) => domain))),
    raw('newMethods', joined(methods)),
  ];
  if (assignment.some(([, method]) => method === 'email'))
    fields.push(field(subject.names.emails, assignment.map(([domain]) => subject.address(domain).text).join(' ')));
  return fields;
}

/**
 * Two different methods whose names fit into newMethods together, those that were seen to be accepted before others;
 * undefined when the names are too long for that.
 */
function fittingPair(subject: OrderSubject, accepted: readonly Method[]): readonly [Method, Method] | undefined {
  const limit = maxLengthOf(subject.operation, 'newMethods');
  const [one, other] = accepted;
  const pairs: [Method, Method][] = [
    ...(one === undefined || other === undefined || one === other ? [] : [[one, other] as [Method, Method]]),
    ['http', 'https'],
    ['http', 'cname'],
    ['https', 'cname'],
  ];
  return pairs.find(([a, b]) => joinedLength(subject, [a, b]) <= limit);
}

/** Length of newMethods for these methods. */
export function joinedLength({ names }: OrderSubject, methods: readonly Method[]): number {
  return methods.map((method) => names.methods[method]).join(' ').length;
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

interface Lists {
  readonly domains: readonly [string, string];
  /** A method for each, and the other way round. */
  readonly straight: Assignment;
  readonly crossed: Assignment;
  readonly byMail: Assignment;
}

/** @throws Unavailable when no such order is in the profile, or none of its changes is accepted. */
export async function twoDomains(
  context: CheckContext,
): Promise<Lists & { readonly order: OrderSubject; readonly turns: Turns }> {
  const order = await takeOrder(context, MULTI);
  const control = await turns(context, order);
  return { order, turns: control, ...listsOf(order, control.accepted) };
}

/** The lists of an order. @throws Unavailable when it has no two domains, or its methods are too long for a list. */
export function listsOf(order: OrderSubject, accepted: readonly Method[]): Lists {
  const [a, b] = order.domains;
  const pair = fittingPair(order, accepted);
  if (a === undefined || b === undefined || pair === undefined) {
    const reason =
      'Two domains of a multi-domain order and two short enough methods are needed; add traits: { domains: "a b" }.';
    throw new Unavailable(reason, 'no-fixture');
  }
  const [one, other] = pair;
  const assign = (first: Method, second: Method): Assignment => [
    [a, first],
    [b, second],
  ];
  return {
    domains: [a, b],
    straight: assign(one, other),
    crossed: assign(other, one),
    byMail: assign('email', 'email'),
  };
}
