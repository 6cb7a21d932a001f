/** Calls of the DCV action that must be refused whatever the state of the order is (contract 4.13, 7.2). */
import type { CheckContext } from '../../engine/check.ts';
import { FORM, madeUpLogin, maxLengthOf } from '../call.ts';
import {
  ANY_CONDITION,
  emptyValueConditions,
  type Probe,
  unknownOrderConditions,
  WRONG_METHODS,
  withMethod,
} from '../conditions.ts';
import { type Field, field, raw, withFields, without } from '../form.ts';
import { notationsOf } from '../notations.ts';
import type { Bench } from './bench.ts';

/** A refusal on top of an accepted change, whose fields it gets. */
export type Fault = (fields: readonly Field[]) => Probe;

type Change = (fields: readonly Field[]) => Field[];

function fault(
  id: string,
  because: string,
  conditions: readonly string[],
  alter: Change,
  more: Partial<Probe> = {},
): Fault {
  return (fields) => ({ id, label: because, fields: alter(fields), conditions, refusal: { because }, ...more });
}

/** Required arguments left out, one at a time and all. */
export function missingFaults(context: CheckContext): Fault[] {
  const empty = emptyValueConditions(context.contract);
  const missing = ['argument-missing'];
  // Without a whole login, authentication fails too; which of the two is answered is open (legacy.precedence).
  const login = ['argument-missing', 'authentication-failed'];
  return [
    fault('missing.loginName', 'loginName is missing', login, (fields) => without(fields, 'loginName')),
    fault('missing.loginPassword', 'loginPassword is missing', login, (fields) => without(fields, 'loginPassword')),
    fault('missing.order', 'orderNumber is missing, and the initial order too', missing, (fields) =>
      without(fields, 'orderNumber'),
    ),
    fault('missing.newMethod', 'newMethod is missing', missing, (fields) => without(fields, 'newMethod')),
    fault('missing.all', 'all arguments are missing', login, () => []),
    fault('empty.orderNumber', 'orderNumber has no value', empty, (fields) =>
      withFields(fields, raw('orderNumber', '')),
    ),
    fault('empty.newMethod', 'newMethod has no value', empty, (fields) => withFields(fields, raw('newMethod', ''))),
  ];
}

/** Unknown arguments, last and first. */
export function unrecognizedFaults(): Fault[] {
  const unknown = field('noSuchArgument', '1');
  const conditions = ['argument-unrecognized'];
  return [
    fault('unrecognized.last', 'noSuchArgument is no argument of the action', conditions, (fields) => [
      ...fields,
      unknown,
    ]),
    fault('unrecognized.first', 'noSuchArgument, sent first, is no argument of the action', conditions, (fields) => [
      unknown,
      ...fields,
    ]),
    fault('unrecognized.longer', 'orderNumberX is no argument of the action', conditions, (fields) => [
      ...fields,
      field('orderNumberX', '1'),
    ]),
  ];
}

/** Texts that only a careless reader takes for the number of the order; the integer in another notation may well be it. */
export function notationFaults({ order }: Bench): { readonly text: string; readonly make: Fault }[] {
  const near = [order.number.slice(0, -1), `${order.number}0`].map((text) => ({ text, how: 'cut or lengthened' }));
  const others = notationsOf(order.number).filter(({ debatable }) => !debatable.integer);
  return [...near, ...others].map(({ text, how }) => {
    const because = `orderNumber = ${JSON.stringify(text)} (the number of a lent order, ${how})`;
    const alter = (fields: readonly Field[]): Field[] => withFields(fields, field('orderNumber', text));
    return { text, make: fault(`notation.${text}`, because, [ANY_CONDITION], alter) };
  });
}

/** Order numbers that are no integers; some of them begin as the right one does. */
export function orderNumberFaults(context: CheckContext, { order }: Bench): Fault[] {
  const conditions = ['argument-invalid', ...unknownOrderConditions(context.contract)];
  return ['abc', `${order.number}x`, `${order.number}.5`, `${order.number} x`, 'twelve'].map((text) =>
    fault(`orderNumber.${text}`, `orderNumber = ${JSON.stringify(text)} is no integer`, conditions, (fields) =>
      withFields(fields, field('orderNumber', text)),
    ),
  );
}

/** Texts beyond the documented length of a parameter, at the edge and far over. */
export function longFaults({ operation }: Bench, name: string, make: (length: number) => string): Fault[] {
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
export function resemblingMethodFaults({ names }: Bench): Fault[] {
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

/** The documented call with another method than POST. */
export function methodFaults(): Fault[] {
  return WRONG_METHODS.map((method) => (fields: readonly Field[]) => ({
    id: `verb.${method}`,
    label: `${method} is sent in place of POST`,
    ...withMethod(method, fields),
  }));
}

/** The accepted change over plain HTTP; off this machine with a login that does not exist. */
export function plainFault(context: CheckContext): Fault {
  const near = context.target.loopback;
  return fault(
    'plain',
    'the call is made over plain HTTP',
    near ? ['not-https'] : ['not-https', 'authentication-failed'],
    (fields) => (near ? [...fields] : withFields(fields, ...madeUpLogin(context.seed))),
    {
      plain: true,
      headers: [['Content-Type', FORM]],
      refusal: { because: 'legacy actions must be called over HTTPS', byHttp: true },
    },
  );
}
