/** What turns the answers, logins and changes of the two legacy actions. */
import type { Json } from '../../../contract/types.ts';
import { LOGINS } from '../../../legacy/logins.ts';
import type { Condition, MethodWord } from '../../../legacy/manner.ts';
import type { Order } from '../../../legacy/orders.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';

export const STATUS = 'legacy.order-status';
export const DCV = 'legacy.dcv-update';
export const hard = { class: 'hard', standing: 'explicit' } as const;
export const plain = { class: 'plain', standing: 'explicit' } as const;
export const isStatus = (call: Call) => call.op.startsWith(STATUS);
export const STEPS = [
  'csrStatus',
  'agreementStatus',
  'callbackStatus',
  'organizationStatus',
  'secondApprovalStatus',
  'fsupStatus',
  'caaCheckStatus',
];

/** Turns the record of the status action. */
export const record = (
  turn: (json: Record<string, Json>, call: Call) => Json,
  when: 'success' | 'error' = 'success',
): Plant => ({
  late: (call, reply) => {
    if (!isStatus(call) || !reply.body || !('text' in reply.body)) return reply;
    const json = JSON.parse(reply.body.text) as Record<string, Json>;
    if ((json['errorCode'] === 0) !== (when === 'success')) return reply;
    return { ...reply, body: { ...reply.body, text: JSON.stringify(turn(json, call)) } };
  },
});
export const data = (turn: (data: Record<string, Json>, call: Call) => Record<string, Json>): Plant =>
  record((json, call) => ({ ...json, data: turn(json['data'] as Record<string, Json>, call) }));
export const step = (name: string, turn: (step: Record<string, Json>) => Record<string, Json>): Plant =>
  data((all) => ({ ...all, [name]: turn(all[name] as Record<string, Json>) }));
export const without = (object: Record<string, Json>, name: string): Record<string, Json> => {
  const { [name]: _, ...rest } = object;
  return rest;
};
/** Turns the form-encoded answer of the change. */
export const form = (turn: (text: string) => string, when: (text: string) => boolean): Plant => ({
  late: (call, reply) =>
    call.op === DCV && reply.body && 'text' in reply.body && when(reply.body.text)
      ? { ...reply, body: { ...reply.body, text: turn(reply.body.text) } }
      : reply,
});

export const one = (id: string, op: string, wrong: string, plant: Plant, more: Partial<Operator> = {}): Operator => ({
  id: `legacy-${id}`,
  ...hard,
  wrong: () => wrong,
  places: [{ key: op, op }],
  plant: () => plant,
  ...more,
});

/** After a successful change: turns what it did to the orders. */
export const dcv = (turn: (order: Order, before: ReadonlyMap<string, MethodWord>, call: Call) => void): Plant => ({
  early: (call) => {
    if (call.op === DCV) {
      const all = [...call.service.orders.values()].map((order) => [
        order.number,
        Object.fromEntries(order.domains.map((domain) => [domain.name, domain.method])),
      ]);
      call.service.memory.set('methods', Object.fromEntries(all) as Json);
    }
    return undefined;
  },
  late: (call, reply) => {
    const order = call.op === DCV && call.changed !== undefined ? call.service.orders.get(call.changed) : undefined;
    if (!order) return reply;
    const before =
      (call.service.memory.get('methods') as Record<string, Record<string, MethodWord>>)[order.number] ?? {};
    turn(order, new Map(Object.entries(before)), call);
    return reply;
  },
});
export const reverted = (order: Order, before: ReadonlyMap<string, MethodWord>, which: (n: number) => boolean) => {
  const changed = order.domains.filter(({ name, method }) => before.get(name) !== method);
  for (const [n, domain] of changed.entries()) if (which(n)) domain.method = before.get(domain.name) as MethodWord;
};

export const login = (
  accepts: (name: string, password: string, given: { name: string; password: string; state: string }) => boolean,
): Plant => ({
  overlooked: (call, condition) =>
    condition === 'authentication-failed' &&
    LOGINS.some((known) =>
      accepts(String(call.query['loginName'] ?? ''), String(call.query['loginPassword'] ?? ''), known),
    ),
});
export const open = (state: string) => state === 'open';

export const overlooking = (condition: Condition, op: string): Plant => ({
  overlooked: (call, one) => one === condition && call.op.startsWith(op),
});
