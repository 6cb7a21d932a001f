/** The order status action in the hand of a check, and the call of it that must succeed: without that no refusal says anything (contract 4.12; design rule 3). */
import { type Contract, claimed, type Exchange, header, type Operation } from '../../../spec/index.ts';
import { type CheckContext, ifAvailable, Unavailable } from '../../engine/index.ts';
import { mentions } from '../../judges/index.ts';
import { needLogin, STATUS } from '../action.ts';
import { type Field, formatOf, plainFields, wireOf } from '../call.ts';
import { absentOrder, isPlain, type Order, ordersOf } from '../orders.ts';
import { ask, fromAction, isAccepted, outcomeOf, type Reply, statusOf, unusable } from '../replies.ts';
import { throttleOf } from '../throttle.ts';

/** A call that the owner of the target vouches for: login and order are the profile's. */
export interface StatusControl {
  /** The path that is served. */
  readonly operation: Operation;
  readonly order: Order;
  readonly fields: readonly Field[];
  readonly reply: Reply;
  readonly accepted: boolean;
}

/** The path of the reference heading. */
export const DOWNLOAD = 'legacy.order-status.download';

/** The paths that the owner of the target says are served; undefined when nobody says. */
export function declaredPaths(contract: Contract): readonly string[] | undefined {
  return claimed(contract, 'legacy.status.paths');
}

/** The order status operations that may be served, the one of the sample request first: not what is declared unserved. */
export function statusOperations(contract: Contract): Operation[] {
  const declared = declaredPaths(contract);
  return [STATUS, DOWNLOAD]
    .map((id) => contract.operation(id))
    .filter(({ path }) => declared === undefined || declared.includes(path));
}

/** Reads the status of one of the profile's orders, at either documented path; once per group. */
export function statusControl(context: CheckContext): Promise<StatusControl> {
  return context.session.once('status-control', () => firstServed(context));
}

/** A control that succeeded. @throws Unavailable when there is none. */
export async function acceptedStatus(context: CheckContext): Promise<StatusControl> {
  const control = await statusControl(context);
  if (control.accepted) return control;
  const { call, exchange } = control.reply;
  const said = exchange.error?.message ?? outcomeOf(control.reply);
  throw new Unavailable(
    { what: 'answered', of: call.label, status: exchange.response?.status, said },
    'control-refused',
  );
}

/** Statuses by which a server says that there is nothing at a path, in whatever form. */
const NOTHING_THERE = [404, 405, 410];

/** True when something of the action answers a valid call; a client error, a redirect or a web page say that it is not served. */
export function isServed(reply: Reply): boolean {
  // Throttling speaks of load, not of the path.
  if (unusable(reply) !== undefined) return true;
  const status = statusOf(reply);
  if (NOTHING_THERE.includes(status)) return false;
  return fromAction(reply) || status >= 500 || (status < 300 && !isPage(reply.exchange));
}

function isPage({ response }: Exchange): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(header(response?.headers ?? [], 'content-type') ?? '');
}

async function firstServed(context: CheckContext): Promise<StatusControl> {
  needLogin(context);
  const orders = ordersOf(context.session.target);
  // The last plain one: changes are tried on the first, perhaps at this very moment. One of an odd length is for what is about lengths.
  const plain = orders.filter(isPlain).reverse();
  const usual = plain.toSorted((a, b) => a.number.length - b.number.length);
  const [first, ...others] = [...usual, ...orders.filter((one) => !isPlain(one))];
  if (first === undefined) throw context.session.short({ kind: 'order', effect: 'observe' });
  const control = await servedWith(context, first);
  if (control.accepted || !(await isUnknown(context, control))) return control;
  for (const other of others.slice(0, MOST_OTHERS)) {
    const found = await ifAvailable(servedWith(context, other));
    if (found?.accepted === true) return found;
  }
  return control;
}

/** Other orders that are tried where the first one seems to be gone. */
const MOST_OTHERS = 3;

/**
 * True where an order is refused like a number that no order has: it may be gone. One that is refused otherwise is there, and one
 * whose record is shown, whatever code that has.
 */
async function isUnknown(context: CheckContext, { operation, order, reply }: StatusControl): Promise<boolean> {
  const { session } = context;
  if (mentions(reply.reading?.data, order.number)) session.chronicle.shown(order.fixture);
  if (reply.reading?.outcome !== 'error' || unusable(reply) !== undefined) return false;
  const fields = plainFields(absentOrder(session.target));
  const call = { label: 'the status of an order that does not exist', fields };
  const absent = await ask(context, operation, call, ['argument-invalid']);
  if (absent.reading?.outcome !== 'error' || absent.reading.code === reply.reading.code) return true;
  session.chronicle.shown(order.fixture);
  return false;
}

/** The control with one order, at the first path that is served. */
async function servedWith(context: CheckContext, order: Order): Promise<StatusControl> {
  const second = context.session.group.operation === DOWNLOAD;
  const declared = declaredPaths(context.contract) ?? [];
  const tried: StatusControl[] = [];
  for (const operation of statusOperations(context.contract)) {
    if (second && operation.id !== DOWNLOAD) continue;
    const control = await attempt(context, operation, order);
    // An error record comes from the action itself, and what is declared is judged whatever it answers.
    const judged = control.reply.reading?.outcome === 'error' || declared.includes(operation.path);
    if (control.accepted || (judged && isServed(control.reply))) return control;
    tried.push(control);
  }
  const control = tried.find(({ reply }) => isServed(reply)) ?? tried[0];
  if (second && (control === undefined || !isServed(control.reply))) throw unserved(context, control);
  if (control === undefined) throw new Error(`${STATUS} is missing from the contract.`);
  return control;
}

/** The second path is not served. That is open, unless the owner of the target declares that it is. */
function unserved({ contract }: CheckContext, control: StatusControl | undefined): Unavailable {
  const { path: of } = contract.operation(DOWNLOAD);
  if (control === undefined || declaredPaths(contract) === undefined)
    return new Unavailable({ what: 'open', of, but: { silence: 'legacy.status.paths' } }, 'other', { open: true });
  const status = statusOf(control.reply);
  return new Unavailable({ what: 'answered', of, status, but: 'judged-apart' }, 'earlier-step');
}

async function attempt(context: CheckContext, operation: Operation, order: Order): Promise<StatusControl> {
  const fields = plainFields(order.number);
  const call = { label: `the status of order ${order.number} at ${operation.path}`, fields, byHttp: true as const };
  const throttle = throttleOf(context.session.target, context.contract);
  let reply = await ask(context, operation, call);
  let waited = 0;
  for (const pause of throttle.looks) {
    if (!isRefused(reply) || !(await throttle.rest(pause, waited))) break;
    waited += pause;
    reply = await ask(context, operation, call);
  }
  const accepted = isAccepted(reply) && statusOf(reply) < 500;
  if (accepted) throttle.trust(wireOf(operation, call), formatOf(operation));
  else if (isRefused(reply) && !throttle.declared && !throttle.hasWitness) reply = { ...reply, doubtful: true };
  return { operation, order, fields, reply, accepted };
}

/** True for an error record of the action itself: what is said of a path that is not served is none of the limit's. */
function isRefused(reply: Reply): boolean {
  const status = statusOf(reply);
  const isError = !reply.throttled && reply.reading?.outcome === 'error';
  return isError && status < 500 && !NOTHING_THERE.includes(status);
}

/** Reads the status of an order, at the served path or another. @throws Unavailable when none is served. */
export async function askStatus(context: CheckContext, number: string, at?: Operation): Promise<Reply> {
  const operation = at ?? (await acceptedStatus(context)).operation;
  const label = `the status of order ${number}${at === undefined ? '' : ` at ${at.path}`}`;
  return ask(context, operation, { label, fields: plainFields(number) });
}
