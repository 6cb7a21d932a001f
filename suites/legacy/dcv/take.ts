/** An order is taken in hand, and sees to it that its methods are set again (design rule 5). */
import { pointerOf } from '../../../spec/index.ts';
import type { Fixture, WireRequest } from '../../../target/types.ts';
import { type CheckContext, ifAvailable, type Session, unavailable } from '../../engine/index.ts';
import type { RecordLook } from '../../judges/index.ts';
import { undoLater } from '../../subject/restore.ts';
import { DCV, needLogin } from '../action.ts';
import { field, plainFields, wireOf } from '../call.ts';
import { formedAddress, type OrderNeed, orderOf } from '../orders.ts';
import { acceptedStatus } from '../status/control.ts';
import { type Answered, throttleOf } from '../throttle.ts';
import { lookAt, recordLook } from './looks.ts';
import { type DcvNames, dcvNames } from './names.ts';
import { type Known, OrderSubject } from './order-subject.ts';

/** Takes an order and sees to it that it is put back; once per group and name. @throws Unavailable when none fits. */
export async function takeOrder(context: CheckContext, need: OrderNeed): Promise<OrderSubject> {
  const known = await context.session.once(`order:${need.name}`, () => prepare(context, need));
  return new OrderSubject(context, known);
}

async function prepare(context: CheckContext, need: OrderNeed): Promise<Known> {
  const { session, contract } = context;
  needLogin(context);
  // Names are learned from the record of the control's order where they are not declared.
  const control = await ifAvailable(acceptedStatus(context));
  const names = dcvNames(contract, control?.reply.reading?.data);
  if (names === undefined) throw unavailable({ what: 'answer', silence: 'legacy.dcv.methods' });
  const where = (one: Fixture): boolean => need.fits(orderOf(one));
  const fixture = await session.fixture({ kind: 'order', effect: 'modify', where, like: need.like });
  const order = orderOf(fixture);
  const last = await lookAt(context, order.number, names);
  const changes = { sent: false, accepted: false };
  const seen = {
    settled: true,
    pendingSince: 0,
    vain: 0,
    accepted: [],
    taken: new Set<string>(),
    changed: new Set<string>(),
  };
  const known: Known = { order, names, last, changes, ...seen };
  await restoreMethodsLater(context, known);
  return known;
}

/**
 * Sees to it that the methods are set again when the session closes. Where they do not show and the profile does not name them,
 * how to do it is left in the journal.
 */
async function restoreMethodsLater(context: CheckContext, known: Known): Promise<void> {
  const { session } = context;
  const { order, names, last: before, changes } = known;
  const restore = restoring(session, known);
  const control = await ifAvailable(acceptedStatus(context));
  const verify = control && wireOf(control.operation, { label: 'verify', fields: plainFields(order.number) });
  const send = (request: WireRequest, format: 'form' | 'json'): Promise<Answered> =>
    throttleOf(session.target, session.contract).send((one) => session.restore(one), request, format, { valid: true });
  /** Whether the methods show as they did at first; undefined when they do not show. */
  const shows = async (): Promise<boolean | undefined> => {
    if (before?.methods === undefined || verify === undefined) return undefined;
    const now = recordLook(await send(verify, 'json'), names);
    return now && [...before.methods].every(([name, method]) => now.methods?.get(name) === method);
  };
  const undo = async (): Promise<boolean> => {
    // A refused change may have been made all the same: where the methods show, they are looked at.
    if (!changes.sent || ((await shows()) ?? !changes.accepted)) return true;
    let accepted = true;
    for (const request of restore) accepted = (await send(request, 'form')).reading?.outcome === 'success' && accepted;
    const back = await session.patience.until('the DCV method shows', shows, (seen) => seen !== false);
    return back ?? (accepted && order.method !== undefined);
  };
  const entry = { fixture: order.fixture, restore };
  const shown = before && {
    before: before.body ?? '',
    shown: { '/errorCode': 0 },
    compare: comparison(names, before),
  };
  await undoLater(session, verify === undefined || shown === undefined ? entry : { ...entry, verify, ...shown }, undo);
}

/** Where the methods show, nothing else counts: a record may move by itself. */
function comparison({ visible }: DcvNames, { methods }: RecordLook): readonly string[] {
  const count = methods?.size ?? 0;
  if (visible === undefined || count === 0) return ['/data'];
  const at = (i: number, place: string): string => `${visible.pointer}/${i}${pointerOf(place)}`;
  return Array.from({ length: count }, (_, i) => [at(i, visible.name), at(i, visible.method)]).flat();
}

/** One change per domain: lists of methods would soon be longer than permitted. */
function restoring({ contract }: Session, { order, names, last }: Known): WireRequest[] {
  const shown = [...(last?.methods ?? [])];
  const domains = order.kind === 'single' ? [undefined] : order.domains;
  const named = order.method === undefined ? [] : domains.map((domain) => [domain, order.method ?? ''] as const);
  return (shown.length > 0 ? shown : named)
    .filter(([, method]) => method !== '')
    .map(([domain, method]) => {
      const own = domain !== undefined && order.kind === 'multi' ? [field('domainName', domain)] : [];
      const address = order.addressOf(domain) ?? formedAddress(domain ?? order.domains[0] ?? '');
      const isByMail = names.methods.email === method;
      const email = isByMail ? [field(names.email, address)] : [];
      const fields = [...plainFields(order.number), ...own, field('newMethod', method), ...email];
      return wireOf(contract.operation(DCV), { label: 'restore', fields });
    });
}
