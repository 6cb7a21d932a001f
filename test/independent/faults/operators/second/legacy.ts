/** The legacy actions: what is refused and done, one method, one argument, one login, one sort of order. */
import { LOGINS } from '../../../legacy/logins.ts';
import type { Condition, MethodWord } from '../../../legacy/manner.ts';
import { LONG_NUMBER, type Order } from '../../../legacy/orders.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { counted, judging } from '../../hooks.ts';
import { DCV, data, dcv, isStatus, login, record, reverted, STATUS, STEPS, step } from '../legacy/plants.ts';
import { AC, each, fault, parted } from './plants.ts';

const on = (op: string) => [{ key: op, op }];
const both = [...on(STATUS), ...on(DCV)];
const one = (
  id: string,
  section: string,
  op: string,
  sentence: string,
  plant: () => Plant,
  more: Partial<Operator> = {},
) => fault(`legacy-${id}`, section, () => sentence, on(op), plant, more);
const argument = (call: Call, name: string) => String(call.query[name] ?? '');
const isOp = (call: Call, op: string) => call.op.startsWith(op);

/** Conditions that stand in the way of a change which could be made all the same. */
const DONE: readonly Condition[] = [
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
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];
const WAYS: readonly MethodWord[] = ['email', 'http', 'https', 'cname'];
/** Sorts of orders that the profile tells apart. */
const SORTS: Readonly<Record<string, (order: Order) => boolean>> = {
  multi: ({ multi }) => multi,
  extended: ({ ev }) => ev,
  wildcard: ({ domains }) => domains.some(({ name }) => name.startsWith('*.')),
  replacement: ({ initial, number }) => initial !== undefined && initial !== number,
  issued: ({ hindrance }) => hindrance === 'already-issued',
};
const orderOf = (call: Call) => call.service.orders.get(argument(call, 'orderNumber'));
const MISSED: readonly (readonly [string, string])[] = [
  [STATUS, 'loginName'],
  [STATUS, 'loginPassword'],
  [STATUS, 'orderNumber'],
  [DCV, 'loginName'],
  [DCV, 'loginPassword'],
];
const open = (state: string) => state === 'open';
const atOp = (op: string, { overlooked }: Plant): Plant => ({
  overlooked: (call, condition) => isOp(call, op) && overlooked?.(call, condition) === true,
});
const LOGINS_TAKEN: Readonly<Record<string, Plant>> = {
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

export const LEGACY_TOO: readonly Operator[] = [
  // 7.2: what is answered with an error is not done; the status record shows the method of a domain (claim `legacy.dcv.visible`).
  fault(
    'legacy-refused-and-done',
    '7.2',
    (condition) => `answers an error and makes the change: ${condition}`,
    DONE.map((key) => ({ key, op: DCV })),
    (condition) => {
      const met = new WeakSet<Call>();
      return {
        overlooked: (call, which) => {
          if (call.op !== DCV || which !== condition) return false;
          met.add(call);
          return true;
        },
        condition: (call, was) => (met.has(call) && was === undefined ? (condition as Condition) : was),
      };
    },
  ),
  fault(
    'legacy-one-method-served',
    '7.2',
    (key) => `serves another method than POST: ${key}`,
    each(both, METHODS),
    (key) => {
      const [op, method] = parted(key);
      return {
        early: (call) => {
          if (isOp(call, op) && call.request.method === method) {
            call.request.method = 'POST';
            const { query } = call.request;
            if (method === 'GET' && call.request.body.length === 0 && query)
              call.request.body = Buffer.from(new URLSearchParams(query).toString());
          }
          return undefined;
        },
      };
    },
  ),
  fault(
    'legacy-missing-as-failed-login',
    '7.2',
    (key) => `answers a missing argument as a failed login: ${key}`,
    MISSED.map(([op, name]) => ({ key: `${op} ${name}`, op })),
    (key) => {
      const [op, name] = parted(key);
      return {
        condition: (call, was) =>
          isOp(call, op) && was === 'argument-missing' && call.query[name] === undefined
            ? 'authentication-failed'
            : was,
      };
    },
  ),
  fault(
    'legacy-argument-of-the-other',
    '7.2',
    (op) => `recognizes the arguments of the other action: ${op}`,
    on(STATUS),
    (op) => ({
      overlooked: (call, condition) =>
        isOp(call, op) &&
        condition === 'argument-unrecognized' &&
        /(^|&)(domainNames?|newMethods?)=/.test(call.request.body.toString()),
    }),
  ),
  fault(
    'legacy-empty-unrecognized-taken',
    '7.2',
    (op) => `passes over an argument that it does not know and that is empty: ${op}`,
    both,
    (op) => ({
      early: (call) => {
        if (isOp(call, op)) {
          const text = call.request.body.toString();
          call.request.body = Buffer.from(text.replace(/&(?!login|order|domain|new)\w+=(?=&|$)/g, ''));
        }
        return undefined;
      },
    }),
    { standing: 'debatable' },
  ),
  fault(
    'legacy-one-login-taken',
    '5',
    (key) => `takes a login that is none: ${key}`,
    each(both, Object.keys(LOGINS_TAKEN)),
    (key) => {
      const [op, sort] = parted(key);
      return atOp(op, LOGINS_TAKEN[sort] as Plant);
    },
  ),
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
    condition: (call, was) => {
      const name = argument(call, 'domainName') || orderOf(call)?.domains[0]?.name || '';
      return call.op === DCV &&
        was === undefined &&
        name.startsWith('*.') &&
        call.query['newMethod'] === call.reading.legacy.methods.cname
        ? 'wildcard-http-hash'
        : was;
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
