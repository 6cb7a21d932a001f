import { LONG_NUMBER } from '../../../legacy/orders.ts';
import type { Operator } from '../../fault.ts';
import { data, isStatus, record, STATUS, STEPS, step } from '../legacy/plants.ts';
import { argument, one, orderOf, SORTS } from './legacy-plants.ts';
import { fault, parted } from './plants.ts';

export const LEGACY_RECORDS: readonly Operator[] = [
  // A readable order of any sort shows the members of 2.2 with their types.
  fault(
    'legacy-record-of-one-sort',
    '2.2',
    (key) => `shows a member of another type for one sort of orders: ${key}`,
    Object.keys(SORTS).flatMap((sort) =>
      ['certificateDuration', 'productName', 'orderStatus', 'productType'].map((member) => ({
        key: `${sort} ${member}`,
        op: STATUS,
      })),
    ),
    (key) => {
      const [sort, member] = parted(key);
      return data((all, call) => {
        const order = orderOf(call);
        const value = all[member];
        return order && SORTS[sort]?.(order)
          ? { ...all, [member]: typeof value === 'number' ? String(value) : [value ?? ''] }
          : all;
      });
    },
  ),
  fault(
    'legacy-status-broken-for-one-sort',
    '4.12',
    (sort) => `answers 500 for one sort of orders: ${sort}`,
    Object.keys(SORTS).map((key) => ({ key, op: STATUS })),
    (sort) => ({
      late: (call, reply) => {
        const order = isStatus(call) ? orderOf(call) : undefined;
        return order && reply.status === 200 && SORTS[sort]?.(order) ? { status: 500 } : reply;
      },
    }),
  ),
  one('long-number-rounded', '2.2', STATUS, 'shows a long order number as a floating-point number would', () =>
    data((all) => (all['orderNumber'] === LONG_NUMBER ? { ...all, orderNumber: String(Number(LONG_NUMBER)) } : all)),
  ),
  one('wildcard-name-bare', '2.2', STATUS, 'shows the common name of a wildcard certificate without its asterisk', () =>
    data((all) => ({ ...all, domainName: String(all['domainName']).replace(/^\*\./, '') })),
  ),
  fault(
    'legacy-quiet-step-null',
    '2.2',
    (name) => `a step that does not apply carries a description without value: ${name}`,
    STEPS.slice(2, 6).map((key) => ({ key, op: STATUS })),
    (name) => step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, description: null } : all)),
  ),
  one('message-null', '2.2', STATUS, 'errorMessage of a success is null', () =>
    record((json) => ({ ...json, errorMessage: null })),
  ),
  one('other-charset', '4.12', STATUS, 'the status record names another charset than UTF-8', () => ({
    late: (call, reply) =>
      isStatus(call) && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'application/json; charset=ISO-8859-1' } }
        : reply,
  })),
  one('errors-html', '7.2', STATUS, 'errors of the status action come as a page', () => ({
    late: (call, reply) =>
      isStatus(call) && reply.body && 'text' in reply.body && !reply.body.text.startsWith('{"errorCode":0')
        ? { ...reply, body: { text: '<html><body>Error</body></html>', type: 'text/html' } }
        : reply,
  })),
  one(
    'download-unchecked',
    '5',
    STATUS,
    'the second path of the status action takes any password',
    () => ({
      overlooked: (call, condition) =>
        call.op === 'legacy.order-status.download' && condition === 'authentication-failed',
    }),
    { readings: ['A'] },
  ),
  one('number-extended', '4.12', STATUS, 'an order number that begins with that of an order finds it', () => ({
    condition: (call, was) => {
      if (!isStatus(call) || was !== call.reading.legacy.unknownOrder || !call.login) return was;
      const number = argument(call, 'orderNumber');
      const known = [...call.service.orders.values()].find(
        (order) => order.customer === 'own' && number.startsWith(order.number),
      );
      if (!known || number.length > 64) return was;
      call.query['orderNumber'] = known.number;
      return undefined;
    },
  })),
];
