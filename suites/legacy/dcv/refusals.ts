/** Calls of the DCV action that must be refused whatever the state of the order is (contract 4.13, 7.2). */
import type { Contract, Requirement } from '../../../spec/index.ts';
import { type CheckContext, ifAvailable } from '../../engine/index.ts';
import { DCV } from '../action.ts';
import { type Field, field, maxLengthOf, withFields } from '../call.ts';
import { ANY_CONDITION, type Fault, fault, unknownOrderConditions } from '../conditions.ts';
import type { TextPlace } from '../odd.ts';
import { notationsOf } from '../orders.ts';
import type { DcvAction } from './action.ts';
import { type Assignment, listFields, twoDomains } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { tell } from './steps.ts';

/** A number that names no order. */
export function unknownOrderFault(contract: Contract, number: string): Fault {
  return fault('unknown-order', `orderNumber = ${number} names no order`, unknownOrderConditions(contract), (fields) =>
    withFields(fields, field('orderNumber', number)),
  );
}

/** Texts that only a careless reader takes for the number of the order, and notations that some readers of integers know. */
export function notationFaults({
  order,
}: OrderSubject): { readonly text: string; readonly make: Fault; readonly debatable: boolean }[] {
  const near = [order.number.slice(0, -1), `${order.number}0`].map((text) => ({
    text,
    how: 'cut or lengthened',
    debatable: false,
  }));
  const others = notationsOf(order.number)
    .filter(({ debatable }) => !debatable.text)
    .map((one) => ({ ...one, debatable: one.debatable.integer }));
  return [...near, ...others].map(({ text, how, debatable }) => {
    const because = `orderNumber = ${JSON.stringify(text)} (the number of an order of the profile, ${how})`;
    const alter = (fields: readonly Field[]): Field[] => withFields(fields, field('orderNumber', text));
    return { text, make: fault(`notation.${text}`, because, [ANY_CONDITION], alter), debatable };
  });
}

/** Order numbers that are no integers; some of them begin as the right one does. */
export function orderNumberFaults(context: CheckContext, { order }: OrderSubject): Fault[] {
  const conditions = ['argument-invalid', ...unknownOrderConditions(context.contract)];
  return ['abc', `${order.number}x`, `${order.number}.5`, `${order.number} x`, 'twelve'].map((text) =>
    fault(`orderNumber.${text}`, `orderNumber = ${JSON.stringify(text)} is no integer`, conditions, (fields) =>
      withFields(fields, field('orderNumber', text)),
    ),
  );
}

/** Texts beyond the documented length of a parameter, at the edge and far over. */
export function longFaults({ operation }: OrderSubject, name: string, make: (length: number) => string): Fault[] {
  const limit = maxLengthOf(operation, name);
  return [limit + 1, limit * 2, limit * 20].map((length) =>
    fault(
      `long.${name}.${length}`,
      `${name} has ${length} characters, more than the permitted ${limit}`,
      ['argument-invalid', ANY_CONDITION],
      (fields) => withFields(fields, field(name, make(length))),
    ),
  );
}

/** A method that nobody has. */
export function unknownMethodFault(): Fault {
  return methodFault('NO_SUCH_METHOD');
}

function methodFault(name: string): Fault {
  const because = `${JSON.stringify(name)} is no method`;
  return fault(`method.${name}`, because, ['argument-invalid', 'update-failed'], (fields) =>
    withFields(fields, field('newMethod', name)),
  );
}

/**
 * Words that a careless comparison takes for one of the methods, or that mean something to whoever looks one up. Two methods
 * with a blank between them are none of these: lists of several domains are written so (contract 4.13).
 */
export function resemblingMethodFaults({ names }: OrderSubject): Fault[] {
  const own = new Set(Object.values(names.methods));
  // The e-mail method would want for an address as well.
  const hashes = [names.methods.http, names.methods.https, names.methods.cname];
  const words = hashes.flatMap((name) => [name.slice(0, -1), `${name}X`, `X${name}`]);
  const halves = hashes.map((name) => name.slice(0, Math.ceil(name.length / 2)));
  const others = ['0', '1', '-1', 'null', 'true', 'constructor', '__proto__', '*', '%', '.*'];
  const all = [...new Set([...words, ...halves, ...others])];
  return all.filter((word) => word.length >= 1 && word.length <= 32 && !own.has(word)).map(methodFault);
}

/** A domain name of just this length that nobody has. */
export function longDomain(length: number): string {
  const top = '.invalid';
  const rest = length - top.length;
  const characters = Array.from({ length: rest }, (_, i) => (i % 61 === 60 && i < rest - 1 ? '.' : 'a'));
  return characters.join('') + top;
}

/** Names of the parameters that play a part whose name the contract hides. */
export function roleOf(contract: Contract, role: 'initial-order' | 'email' | 'emails'): string | undefined {
  return contract.operation(DCV).parameters.find((parameter) => parameter.role === role)?.name;
}

/** The requirements that values of these parameters are refused, or accepted. */
export function requirementsOf(
  contract: Contract,
  direction: 'accepts' | 'refuses',
  ...parameters: readonly (string | undefined)[]
): Requirement[] {
  return contract.requirements.filter(
    ({ operation, constraint }) =>
      operation === DCV &&
      constraint?.direction === direction &&
      constraint.parameter !== undefined &&
      parameters.includes(constraint.parameter),
  );
}

/** The arguments of a change of one domain. */
export function singlePlaces(context: CheckContext, { subject: order, fields }: DcvAction): TextPlace[] {
  return [
    placeOf(context, order, 'newMethod', fields),
    placeOf(context, order, 'domainName', fields),
    placeOf(context, order, order.names.email, () => order.change('email')),
  ];
}

/** The lists, where the profile has an order of several domains that accepts a change. */
export async function listPlaces(context: CheckContext): Promise<TextPlace[]> {
  const lists = await ifAvailable(twoDomains(context));
  if (lists === undefined) return [];
  const { order, straight, byMail } = lists;
  const place = (name: string, assignment: Assignment): TextPlace => ({
    ...placeOf(context, order, name, () => listFields(order, assignment)),
    list: true,
  });
  return [place('domainNames', straight), place('newMethods', straight), place(order.names.emails, byMail)];
}

function placeOf(context: CheckContext, order: OrderSubject, name: string, fields: () => readonly Field[]): TextPlace {
  return {
    name,
    send: (text, label) =>
      tell(context, order, { label, fields: withFields(fields(), field(name, text)), byHttp: true }, [ANY_CONDITION]),
  };
}
