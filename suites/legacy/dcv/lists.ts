/** Lists of domains, methods and addresses for multi-domain orders (contract 4.13): space-separated, positional, bounded. */

import type { Wanted } from '../../judges/envelope-dcv.ts';
import { maxLengthOf } from '../call.ts';
import { encode, type Field, field, raw, withFields } from '../form.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';

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

/** What an accepted assignment must show. */
export function wantedOf(subject: OrderSubject, assignment: Assignment): Wanted[] {
  return assignment.map(([domain, method]) => ({ domain, method: subject.names.methods[method] }));
}

/**
 * Two different methods whose names fit into newMethods together, those that were seen to be accepted before others;
 * undefined when the names are too long for that.
 */
export function fittingPair(subject: OrderSubject, accepted: readonly Method[]): readonly [Method, Method] | undefined {
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
