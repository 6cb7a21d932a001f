/** Requests by methods that a path is not documented with (contract 4.1; silence http.unsupported-method). */
import type { Contract, Operation } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { type Session, toWire } from '../engine/index.ts';
import { absentPath } from './absent.ts';
import { compose } from './compose.ts';

type Method = WireRequest['method'];

/** Methods that a careless server routes like those it has. */
const TRIED: readonly Method[] = ['PATCH', 'POST', 'GET', 'PUT', 'DELETE'];

/** The methods that the path of an operation is not documented with. */
export function otherMethods({ operations }: Contract, { path }: Operation): Method[] {
  const documented = operations.filter((one) => one.path === path).map(({ method }): Method => method);
  return TRIED.filter((method) => !documented.includes(method));
}

/** True for one operation of each path: all of them are answered alike by methods that the path does not have. */
export function speaksForPath({ operations }: Contract, operation: Operation): boolean {
  return operations.find(({ path }) => path === operation.path) === operation;
}

/** A request without content to the path of an operation, about nothing that is there. */
export function byMethod(session: Session, operation: Operation, method: Method): WireRequest {
  return { ...toWire(compose(operation, { path: absentPath(session, operation), label: method })), method };
}
