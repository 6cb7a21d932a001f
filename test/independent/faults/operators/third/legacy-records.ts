/** Status records (2.2, 4.12) of some orders, of the second path, or after some requests. */
import type { Json } from '../../../contract/types.ts';
import { together } from '../../../server/together.ts';
import type { Operator } from '../../fault.ts';
import { data, dcv, isStatus, record, STATUS, STEPS, step } from '../legacy/plants.ts';
import { on, one, orderOf } from '../second/legacy-plants.ts';
import { each, fault, parted } from '../second/plants.ts';

const QUIET = ['callbackStatus', 'organizationStatus', 'secondApprovalStatus', 'fsupStatus'];
const asStep = (json: Json | undefined) => json as Record<string, Json>;

export const LEGACY_RECORDS_AGAIN: readonly Operator[] = [
  one('status-of-latest', '4.12', STATUS, 'shows the latest order of a series for its initial order', () => ({
    judge: (call, place, raw, _, verdict) => {
      const all = [...call.service.orders.values()].filter(({ initial }) => initial === raw);
      return isStatus(call) && place.endsWith('/orderNumber') && all.length > 1
        ? { value: (all.at(-1) as { number: string }).number }
        : verdict;
    },
  })),
  one('message-sticks', '2.2', STATUS, 'shows the message of the last error in the next success', () => ({
    late: (call, reply) => {
      if (!isStatus(call) || !reply.body || !('text' in reply.body)) return reply;
      const { memory } = call.service;
      const json = JSON.parse(reply.body.text) as Record<string, Json>;
      const last = memory.get('last message') ?? '';
      memory.set('last message', json['errorCode'] === 0 ? '' : (json['errorMessage'] ?? ''));
      if (json['errorCode'] !== 0) return reply;
      return { ...reply, body: { ...reply.body, text: JSON.stringify({ ...json, errorMessage: last }) } };
    },
  })),
  one(
    'multi-text-after-change',
    '2.2',
    STATUS,
    'shows the first domain of a multi-domain order once a method changed',
    () =>
      together([
        dcv((order, _, call) => {
          call.service.memory.set(`method changed ${order.number}`, true);
        }),
        data((all, call) => {
          const order = orderOf(call);
          const changed = order?.multi && call.service.memory.get(`method changed ${order.number}`) === true;
          return changed ? { ...all, domainName: order.domains[0]?.name ?? '' } : all;
        }),
      ]),
    { also: ['legacy-dcv'] },
  ),
  fault(
    'legacy-quiet-step-tells-more',
    '2.2',
    (key) => `a step that does not apply carries another member than title and status: ${key}`,
    QUIET.map((key) => ({ key, op: STATUS })),
    (name) => step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, phoneNumber: '' } : all)),
  ),
  one('empty-address-null', '2.2', STATUS, 'shows null for an empty e-mail address of the agreement', () =>
    step('agreementStatus', (all) =>
      all['clickThroughEmailAddress'] === '' ? { ...all, clickThroughEmailAddress: null } : all,
    ),
  ),
  one(
    'no-actions-null',
    '2.2',
    STATUS,
    'shows null for an empty list of actions',
    () =>
      data((all) =>
        Object.fromEntries(
          Object.entries(all).map(([name, value]) => {
            const actions = STEPS.includes(name) ? asStep(value)['availableActions'] : undefined;
            return [
              name,
              Array.isArray(actions) && actions.length === 0 ? { ...asStep(value), availableActions: null } : value,
            ];
          }),
        ),
      ),
    { readings: ['B', 'C'] },
  ),
  fault(
    'legacy-download-bare',
    '2.2',
    (key) => `the second path of the status action leaves a member out: ${key}`,
    each(on(STATUS), ['productName', 'csrStatus', 'domainName', 'errorMessage']),
    (key) => {
      const [, name] = parted(key);
      return record((json, call) => {
        if (!call.op.endsWith('download')) return json;
        const drop = (from: Record<string, Json>) =>
          Object.fromEntries(Object.entries(from).filter(([one]) => one !== name));
        return { ...drop(json), data: drop(asStep(json['data'])) };
      });
    },
    { readings: ['A'] },
  ),
];
