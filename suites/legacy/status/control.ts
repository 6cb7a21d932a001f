/** The call of the status action that must succeed: without it no refusal says anything (design rule 3). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../../spec/types.ts';
import type { CheckContext } from '../../engine/check.ts';
import { type Absence, STATUS, withoutLogin } from '../action.ts';
import { formatOf, LOGIN, wireOf } from '../call.ts';
import { type Field, field } from '../form.ts';
import { isPlain, type Order, ordersOf } from '../orders.ts';
import { ask, fromAction, type Sighting, unusable } from '../sightings.ts';
import { throttleOf } from '../throttle.ts';

/** A call that the owner of the target vouches for: login and order are the profile's. */
export interface StatusControl {
  /** The path that is served. */
  readonly operation: Operation;
  readonly order: Order;
  readonly fields: readonly Field[];
  readonly sighting: Sighting;
  readonly accepted: boolean;
}

/** Pauses before a refused first call is asked again: other users of the account may have used up its requests. */
const SECOND_LOOKS_MS = [500, 1500];

/** The path of the reference heading. */
export const DOWNLOAD = `${STATUS}.download`;

/** The order status operations that a group may use, the one of the sample request first. */
function statusPaths(context: CheckContext): Operation[] {
  const wanted = context.session.group.id === DOWNLOAD ? [DOWNLOAD] : [STATUS, DOWNLOAD];
  return wanted.map((id) => context.contract.operation(id));
}

/** Reads the status of one of the profile's orders, at either documented path; once per group. */
export function statusControl(context: CheckContext): Promise<StatusControl | Absence> {
  return context.session.once('status-control', () => firstServed(context));
}

/** A control that succeeded, or why there is none. */
export async function acceptedStatus(context: CheckContext): Promise<StatusControl | Absence> {
  const control = await statusControl(context);
  if ('lack' in control || control.accepted) return control;
  const { exchange, reading } = control.sighting;
  const got =
    exchange.error?.message ?? `status ${exchange.response?.status ?? 0}, errorCode ${reading?.code ?? 'none'}`;
  return {
    lack: `The status of a lent order could not be read (${got}), so no refusal can be told apart from it.`,
    cause: 'control-refused',
  };
}

/** True when something of the action answers at the path; a client-error page or a redirect says that it is not served. */
export function isServed(sighting: Sighting): boolean {
  // Throttling speaks of load, not of the path.
  if (unusable(sighting) !== undefined) return true;
  const status = sighting.exchange.response?.status ?? 0;
  return fromAction(sighting) || status < 300 || status >= 500;
}

async function firstServed(context: CheckContext): Promise<StatusControl | Absence> {
  const lack = withoutLogin(context);
  if (lack !== undefined) return lack;
  const orders = ordersOf(context.session.target);
  // The last plain one: changes are tried on the first, perhaps at this very moment.
  const order = orders.findLast(isPlain) ?? orders[0];
  if (order === undefined)
    return { lack: 'No fixture of kind order is known; add one under fixtures.order.', cause: 'no-fixture' };
  const tried: StatusControl[] = [];
  for (const operation of statusPaths(context)) {
    const control = await attempt(context, operation, order);
    // An error record comes from the action itself: the path is served, and the call was refused.
    if (control.accepted || control.sighting.reading?.outcome === 'error') return control;
    tried.push(control);
  }
  const control = tried.find(({ sighting }) => isServed(sighting)) ?? tried[0];
  if (control === undefined) throw new Error(`${STATUS} is missing from the contract.`);
  if (context.session.group.id === DOWNLOAD && !isServed(control.sighting)) {
    const status = control.sighting.exchange.response?.status;
    const lacking = `${control.operation.path} is not served (status ${status}), which the contract leaves open (legacy.status.paths).`;
    return { lack: lacking, cause: 'other', open: true };
  }
  return control;
}

async function attempt(context: CheckContext, operation: Operation, order: Order): Promise<StatusControl> {
  const fields = [...LOGIN, field('orderNumber', order.number)];
  const call = { label: `the status of order ${order.number} at ${operation.path}`, fields, byHttp: true as const };
  let sighting = await ask(context, operation, call);
  for (const pause of SECOND_LOOKS_MS) {
    if (sighting.reading?.outcome !== 'error') break;
    await sleep(pause);
    sighting = await ask(context, operation, call);
  }
  const accepted = sighting.reading?.outcome === 'success' && (sighting.exchange.response?.status ?? 500) < 500;
  if (accepted)
    throttleOf(context.session.target, context.contract).trust(wireOf(operation, call), formatOf(operation));
  return { operation, order, fields, sighting, accepted };
}

/** Reads the status of an order at the served path. */
export async function statusOf(context: CheckContext, number: string): Promise<Sighting | Absence> {
  const control = await acceptedStatus(context);
  if ('lack' in control) return control;
  return ask(context, control.operation, {
    label: `the status of order ${number}`,
    fields: [...LOGIN, field('orderNumber', number)],
  });
}
