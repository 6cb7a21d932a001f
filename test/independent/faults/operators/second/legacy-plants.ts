/** What the operators on the legacy actions have in common. */
import { LOGINS } from '../../../legacy/logins.ts';
import type { Condition, MethodWord } from '../../../legacy/manner.ts';
import type { Order } from '../../../legacy/orders.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { DCV, login, STATUS } from '../legacy/plants.ts';
import { fault } from './plants.ts';

export const on = (op: string) => [{ key: op, op }];
export const both = [...on(STATUS), ...on(DCV)];
export const one = (
  id: string,
  section: string,
  op: string,
  sentence: string,
  plant: () => Plant,
  more: Partial<Operator> = {},
) => fault(`legacy-${id}`, section, () => sentence, on(op), plant, more);
export const argument = (call: Call, name: string) => String(call.query[name] ?? '');
export const isOp = (call: Call, op: string) => call.op.startsWith(op);

/** Conditions that stand in the way of a change which could be made all the same. */
export const DONE: readonly Condition[] = [
  'not-https',
  'authentication-failed',
  'argument-unrecognized',
  'permission-denied',
  'already-issued',
  'already-validated',
  'unexpected-state',
  'update-failed',
  'wildcard-http-hash',
];
export const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];
export const WAYS: readonly MethodWord[] = ['email', 'http', 'https', 'cname'];
/** Sorts of orders that the profile tells apart. */
export const SORTS: Readonly<Record<string, (order: Order) => boolean>> = {
  multi: ({ multi }) => multi,
  extended: ({ ev }) => ev,
  wildcard: ({ domains }) => domains.some(({ name }) => name.startsWith('*.')),
  replacement: ({ initial, number }) => initial !== undefined && initial !== number,
  issued: ({ hindrance }) => hindrance === 'already-issued',
};
export const orderOf = (call: Call) => call.service.orders.get(argument(call, 'orderNumber'));
export const MISSED: readonly (readonly [string, string])[] = [
  [STATUS, 'loginName'],
  [STATUS, 'loginPassword'],
  [STATUS, 'orderNumber'],
  [DCV, 'loginName'],
  [DCV, 'loginPassword'],
];
export const open = (state: string) => state === 'open';
export const atOp = (op: string, { overlooked }: Plant): Plant => ({
  overlooked: (call, condition) => isOp(call, op) && overlooked?.(call, condition) === true,
});
export const LOGINS_TAKEN: Readonly<Record<string, Plant>> = {
  'name in other case': login(
    (name, password, known) =>
      open(known.state) &&
      name !== known.name &&
      name.toLowerCase() === known.name.toLowerCase() &&
      password === known.password,
  ),
  'name cut': login(
    (name, password, known) =>
      open(known.state) && name.length > 0 && known.name.startsWith(name) && password === known.password,
  ),
  'name in blanks': login(
    (name, password, known) => open(known.state) && name.trim() === known.name && password === known.password,
  ),
  'name extended': login(
    (name, password, known) => open(known.state) && name.startsWith(known.name) && password === known.password,
  ),
  'password of another': login(
    (name, password, known) =>
      open(known.state) && name === known.name && LOGINS.some((other) => other.password === password),
  ),
  locked: login(
    (name, password, known) => known.state === 'locked' && name === known.name && password === known.password,
  ),
  expired: login(
    (name, password, known) => known.state === 'expired' && name === known.name && password === known.password,
  ),
  blocked: login(
    (name, password, known) => known.state === 'blocked' && name === known.name && password === known.password,
  ),
};
