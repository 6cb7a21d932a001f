/** The calls of the status action that must be refused, by the condition of 7.2 that they bring about. */
import type { CheckContext } from '../../engine/check.ts';
import { FORM, madeUpLogin, maxLengthOf } from '../call.ts';
import { emptyValueConditions, type Probe, unknownOrderConditions, WRONG_METHODS, withMethod } from '../conditions.ts';
import { type Field, field, raw, withFields, without } from '../form.ts';
import { absentOrder } from '../orders.ts';
import type { StatusControl } from './control.ts';

/** A required argument is left out, each in turn and all at once, or has no value. */
export function missingProbes(context: CheckContext, { fields }: StatusControl): Probe[] {
  const names = ['loginName', 'loginPassword', 'orderNumber'];
  const left: Probe[] = names.map((name) => ({
    id: `missing.${name}`,
    label: `${name} left out`,
    fields: without(fields, name),
    // Without a whole login, authentication fails too; which of the two is answered is open (legacy.precedence).
    conditions: name === 'orderNumber' ? ['argument-missing'] : ['argument-missing', 'authentication-failed'],
    refusal: { because: `the required argument ${name} is missing` },
  }));
  const empty = emptyValueConditions(context.contract);
  return [
    ...left,
    {
      id: 'missing.all',
      label: 'no arguments at all',
      fields: [],
      conditions: ['argument-missing', 'authentication-failed'],
      refusal: { because: 'all required arguments are missing' },
    },
    {
      id: 'empty.orderNumber',
      label: 'orderNumber without a value',
      fields: withFields(fields, raw('orderNumber', '')),
      conditions: empty,
      refusal: { because: 'the required argument orderNumber has no value' },
    },
    {
      // A login that does not exist: an empty password for the real one might count as a wrong login.
      id: 'empty.loginPassword',
      label: 'loginPassword without a value',
      fields: withFields(fields, madeUpLogin(context.seed)[0], raw('loginPassword', '')),
      conditions: [...empty, 'authentication-failed'],
      refusal: { because: 'the required argument loginPassword has no value' },
    },
  ];
}

/** An argument that the action does not know stands beside the documented ones: anybody's, the other action's, one that resembles. */
export function unrecognizedProbes({ fields }: StatusControl): Probe[] {
  const probe = (id: string, label: string, name: string, changed: readonly Field[]): Probe => ({
    id: `unrecognized.${id}`,
    label,
    fields: changed,
    conditions: ['argument-unrecognized'],
    refusal: { because: `${name} is no argument of the action` },
  });
  const after = (id: string, label: string, name: string): Probe =>
    probe(id, label, name, [...fields, field(name, '1')]);
  return [
    after('last', 'an unknown argument after the others', 'noSuchArgument'),
    probe('first', 'an unknown argument before the others', 'noSuchArgument', [
      field('noSuchArgument', '1'),
      ...fields,
    ]),
    after('other', 'an argument of the other action', 'newMethod'),
    after('longer', 'an argument whose name begins with a known one', 'orderNumberX'),
  ];
}

/** An order number that names no order of the account. */
export function unknownOrderProbe(context: CheckContext, { fields }: StatusControl): Probe {
  const number = absentOrder(context.session.target);
  return {
    id: 'unknown-order',
    label: `orderNumber = ${number} (names no order)`,
    fields: withFields(fields, field('orderNumber', number)),
    conditions: unknownOrderConditions(context.contract),
    refusal: { because: 'the order does not exist' },
  };
}

/** The number of a lent order with letters after it: another text, that names no order. */
export function appendedOrderProbe(context: CheckContext, { fields, order }: StatusControl): Probe {
  const number = `${order.number}zzz`;
  return {
    id: 'unknown-order.appended',
    label: `orderNumber = ${number} (the number of a lent order with letters appended)`,
    fields: withFields(fields, field('orderNumber', number)),
    conditions: ['argument-invalid', ...unknownOrderConditions(context.contract)],
    refusal: { because: 'no order has this number, only one that it begins with' },
  };
}

/** Values that break their constraint: far longer than permitted; the edges have a check of their own. */
export function invalidProbes(context: CheckContext, { operation, fields }: StatusControl): Probe[] {
  const limit = maxLengthOf(operation, 'orderNumber');
  return [limit + 1, limit * 10, limit * 100].map((length) => ({
    id: `invalid.orderNumber.${length}`,
    label: `orderNumber of ${length} digits`,
    fields: withFields(fields, field('orderNumber', '9'.repeat(length))),
    conditions: ['argument-invalid', ...unknownOrderConditions(context.contract)],
    refusal: { because: `orderNumber has ${length} characters, more than the permitted ${limit}` },
  }));
}

/** The documented call sent with another method than POST. */
export function methodProbes({ fields }: StatusControl): Probe[] {
  return WRONG_METHODS.map((method) => ({
    id: `method.${method}`,
    label: `${method} in place of POST`,
    ...withMethod(method, fields),
  }));
}

/** The documented call over plain HTTP. Off this machine it carries a login that does not exist. */
export function plainProbe(context: CheckContext, { fields }: StatusControl): Probe {
  const near = context.target.loopback;
  return {
    id: 'plain',
    label: 'over plain HTTP',
    plain: true,
    fields: near ? fields : withFields(fields, ...madeUpLogin(context.seed)),
    headers: [['Content-Type', FORM]],
    conditions: near ? ['not-https'] : ['not-https', 'authentication-failed'],
    refusal: { because: 'legacy actions must be called over HTTPS', byHttp: true },
  };
}
