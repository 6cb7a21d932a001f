import type { MethodWord } from '../../../legacy/manner.ts';
import type { Operator } from '../../fault.ts';
import { counted, judging } from '../../hooks.ts';
import { DCV, dcv, isStatus, reverted, STATUS } from '../legacy/plants.ts';
import { argument, on, one, orderOf, SORTS, WAYS } from './legacy-plants.ts';
import { AC, each, fault, parted } from './plants.ts';

export const LEGACY_CHANGES: readonly Operator[] = [
  one('foreign-order-changed', '4.13', DCV, 'changes the orders of another customer', () => ({
    judge: (call, place, raw, type, verdict) => {
      const order =
        call.op === DCV && place === `${DCV}/orderNumber` && type.is === 'int'
          ? call.service.orders.get(String(raw))
          : undefined;
      if (order && call.login && order.customer === 'other') call.login = { ...call.login, customer: 'other' };
      return verdict;
    },
  })),
  one('number-junk', '4.13', DCV, 'passes over what stands behind the digits of an order number', () =>
    judging(`${DCV}/orderNumber`, (raw, verdict) => {
      const digits = /^(\d+)\D/.exec(String(raw))?.[1];
      return 'wrong' in verdict && digits !== undefined ? { value: digits } : undefined;
    }),
  ),
  fault(
    'legacy-one-way-lost',
    '4.13',
    (key) => `accepts a change to one method and does not make it: ${key}`,
    each(on(DCV), WAYS),
    (key) => {
      const [, way] = parted(key);
      return dcv((order, before) => {
        for (const domain of order.domains)
          if (domain.method === way) domain.method = before.get(domain.name) ?? domain.method;
      });
    },
  ),
  fault(
    'legacy-change-lost-for-one-sort',
    '4.13',
    (sort) => `accepts a change and does not make it for one sort of orders: ${sort}`,
    ['multi', 'extended', 'wildcard', 'replacement'].map((key) => ({ key, op: DCV })),
    (sort) =>
      dcv((order, before) => {
        if (SORTS[sort]?.(order)) reverted(order, before, () => true);
      }),
  ),
  one('third-change-lost', '4.13', DCV, 'every third change of an order is not made', () =>
    dcv((order, before, call) => {
      if (counted(call, `change ${order.number}`) % 3 === 2) reverted(order, before, () => true);
    }),
  ),
  one('series-changes', '4.13', DCV, 'a change of a replacement changes the initial order, too', () =>
    dcv((order, _, call) => {
      const initial = order.initial === undefined ? undefined : call.service.orders.get(order.initial);
      for (const domain of initial && initial !== order ? initial.domains : [])
        domain.method = order.domains[0]?.method ?? domain.method;
    }),
  ),
  // 7.2 forbids the two hash methods for wildcard domains, each of them, wherever the domain stands, and no other.
  fault(
    'legacy-wildcard-one-way',
    '7.2',
    (way) => `validates wildcard domains by one of the two hash methods: ${way}`,
    ['http', 'https'].map((key) => ({ key, op: DCV })),
    (way) => ({
      overlooked: (call, condition) => {
        const word = call.reading.legacy.methods[way as MethodWord];
        return (
          call.op === DCV &&
          condition === 'wildcard-http-hash' &&
          [call.query['newMethod'], ...argument(call, 'newMethods').split(' ')].includes(word)
        );
      },
    }),
  ),
  one(
    'wildcard-in-list',
    '7.2',
    DCV,
    'validates wildcard domains by a hash method when several domains are listed',
    () => ({
      overlooked: (call, condition) =>
        call.op === DCV && condition === 'wildcard-http-hash' && call.query['domainNames'] !== undefined,
    }),
  ),
  one('wildcard-no-way', '7.2', DCV, 'refuses wildcard domains the method by DNS as well', () => ({
    ...dcv(() => undefined),
    condition: (call, was) => {
      const order = orderOf(call);
      const name = argument(call, 'domainName') || order?.domains[0]?.name || '';
      const refused =
        call.op === DCV &&
        was === undefined &&
        name.startsWith('*.') &&
        call.query['newMethod'] === call.reading.legacy.methods.cname;
      if (!order || !refused) return was;
      const before = (call.service.memory.get('methods') as Record<string, Record<string, MethodWord>>)[order.number];
      reverted(order, new Map(Object.entries(before ?? {})), () => true);
      return 'wildcard-http-hash';
    },
  })),
  one('permission-in-list', '7.2', DCV, 'asks for no permission when several domains are listed', () => ({
    overlooked: (call, condition) =>
      call.op === DCV && condition === 'permission-denied' && call.query['domainNames'] !== undefined,
  })),
  one(
    'initial-other',
    'the profile’s claim',
    DCV,
    'reads the number of an initial order otherwise than claimed',
    () => ({
      reading: (call, reading) =>
        call.op === DCV
          ? {
              ...reading,
              legacy: {
                ...reading.legacy,
                initialMeans: reading.legacy.initialMeans === 'latest' ? 'initial' : 'latest',
              },
            }
          : reading,
    }),
  ),
  one('message-not-encoded', '4.13', DCV, 'writes the message of an error without encoding it', () => ({
    late: (call, reply) =>
      call.op === DCV && reply.body && 'text' in reply.body && reply.body.text.startsWith('errorCode=-')
        ? {
            ...reply,
            body: { ...reply.body, text: `${reply.body.text.split('&')[0]}&errorMessage=100% of it failed & more` },
          }
        : reply,
  })),
  one('rate-unlimited', '7.2', STATUS, 'never limits requests, though the profile tells the limit', () => ({
    overlooked: (call, condition) => isStatus(call) && condition === 'rate-limited',
  })),
  one(
    'rate-other-code',
    '7.2',
    STATUS,
    'answers another code when the request limit is exceeded',
    () => ({
      condition: (call, was) => (isStatus(call) && was === 'rate-limited' ? 'unknown-error' : was),
    }),
    { readings: AC },
  ),
];
