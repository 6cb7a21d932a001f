/** How the methods of an order are set again (design rule 5). */
import { pointerOf } from '../../../spec/index.ts';
import type { WireRequest } from '../../../target/types.ts';
import { type CheckContext, ifAvailable, type Session } from '../../engine/index.ts';
import type { RecordLook } from '../../judges/index.ts';
import { undoLater } from '../../subject/restore.ts';
import { DCV } from '../action.ts';
import { type Field, field, LOGIN, wireOf } from '../call.ts';
import { formedAddress, type Order } from '../orders.ts';
import { acceptedStatus } from '../status/control.ts';
import { type Answered, throttleOf } from '../throttle.ts';
import type { DcvNames, Method } from './names.ts';
import { recordLook } from './record-look.ts';

/** What became of the changes of an order. */
export interface Changes {
  sent: boolean;
  /** One of them may have been accepted. */
  accepted: boolean;
}

interface Before {
  readonly order: Order;
  readonly names: DcvNames;
  /** What the status record showed before the first change. */
  readonly before: RecordLook | undefined;
  readonly changes: Changes;
}

/**
 * Sees to it that the methods are set again when the session closes. Where they do not show and the profile does not name them,
 * how to do it is left in the journal.
 */
export async function restoreMethodsLater(context: CheckContext, known: Before): Promise<void> {
  const { session } = context;
  const { order, names, before, changes } = known;
  const restore = restoring(session, known);
  const control = await ifAvailable(acceptedStatus(context));
  const fields = [...LOGIN, field('orderNumber', order.number)];
  const verify = control && wireOf(control.operation, { label: 'verify', fields });
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
function restoring({ contract }: Session, { order, names, before }: Before): WireRequest[] {
  const shown = [...(before?.methods ?? [])];
  const domains = order.kind === 'single' ? [undefined] : order.domains;
  const named = order.method === undefined ? [] : domains.map((domain) => [domain, order.method ?? ''] as const);
  return (shown.length > 0 ? shown : named)
    .filter(([, method]) => method !== '')
    .map(([domain, method]) => {
      const fields = fieldsOf(order, names, domain, method);
      return wireOf(contract.operation(DCV), { label: 'restore', fields });
    });
}

function fieldsOf(order: Order, names: DcvNames, domain: string | undefined, method: string): Field[] {
  const fields = [...LOGIN, field('orderNumber', order.number)];
  if (domain !== undefined && order.kind === 'multi') fields.push(field('domainName', domain));
  fields.push(field('newMethod', method));
  const kind = (Object.keys(names.methods) as Method[]).find((one) => names.methods[one] === method);
  const address = order.addressOf(domain) ?? formedAddress(domain ?? order.domains[0] ?? '');
  if (kind === 'email') fields.push(field(names.email, address));
  return fields;
}
