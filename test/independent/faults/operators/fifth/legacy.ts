/** The legacy actions (2.2, 4.12, 4.13, 7.2): one condition, one path, one place of a list at a time. */
import type { Json } from '../../../contract/types.ts';
import type { Condition } from '../../../legacy/manner.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { withWords } from '../fourth/plants.ts';
import { DCV, data, dcv, isStatus, record, reverted, STATUS } from '../legacy/plants.ts';
import { argument, isOp, on } from '../second/legacy-plants.ts';
import { fault, parted } from '../second/plants.ts';
import { wayOf, words } from '../third/legacy-plants.ts';

const COMMON: readonly Condition[] = [
  'not-https',
  'argument-missing',
  'argument-unrecognized',
  'argument-invalid',
  'authentication-failed',
];
const OF_CHANGES: readonly Condition[] = [
  ...COMMON,
  'permission-denied',
  'already-issued',
  'already-validated',
  'unexpected-state',
  'update-failed',
  'wildcard-http-hash',
];
const conditions = [...withWords(on(STATUS), COMMON), ...withWords(on(DCV), OF_CHANGES)];
/** Error codes that are not below zero, or no integer. */
const CODES: Readonly<Record<string, (code: number) => string>> = {
  positive: (code) => String(-code),
  zero: () => '0',
  fraction: (code) => `${code}.5`,
  empty: () => '""',
};
/** Turns the answer to one condition. */
const answerTo = (op: string, name: string, turn: (text: string, call: Call) => string): Plant => ({
  condition: (call, condition) => {
    call.service.memory.set('met', isOp(call, op) && condition === name);
    return condition;
  },
  late: (call, reply) => {
    const met = isOp(call, op) && call.service.memory.get('met') === true;
    call.service.memory.set('met', false);
    if (!met || !reply.body || !('text' in reply.body)) return reply;
    return { ...reply, body: { ...reply.body, text: turn(reply.body.text, call) } };
  },
});
const coded = (text: string, code: string) =>
  text.startsWith('{')
    ? text.replace(/"errorCode":-?\d+/, `"errorCode":${code}`)
    : text.replace(/errorCode=-?\d+/, `errorCode=${code.replaceAll('"', '')}`);
const numberIn = (text: string) => Number(/errorCode"?[=:](-?\d+)/.exec(text)?.[1]);
const DOWNLOAD = 'legacy.order-status.download';
/** Unrecognized arguments that are passed over. */
const UNKNOWN: Readonly<Record<string, (names: readonly string[], known: RegExp) => boolean>> = {
  'behind all': (names, known) => names.slice(0, -1).every((name) => known.test(name)),
  'in front': (names, known) => names.slice(1).every((name) => known.test(name)),
  'like a known one': (names, known) =>
    names.every((name) => known.test(name) || /^(login|order|domain|new)/i.test(name)),
};
const KNOWN = /^(loginName|loginPassword|orderNumber|domainNames?|newMethods?)$/;
const namesIn = ({ request }: Call) => [...new URLSearchParams(request.body.toString()).keys()];
/** What the record shows otherwise for all orders. */
const SHOWN: Readonly<Record<string, (all: Record<string, Json>) => Record<string, Json>>> = {
  'productType fraction': (all) => ({ ...all, productType: Number(all['productType']) + 0.5 }),
  'certificateDuration text': (all) => ({ ...all, certificateDuration: `${all['certificateDuration']} days` }),
  'productTerm null': (all) => ({ ...all, productTerm: null }),
  'orderStatus number': (all) => ({ ...all, orderStatus: 1 }),
  'orderNumber number': (all) => ({ ...all, orderNumber: Number(all['orderNumber']) }),
  'domainName list': (all) => ({ ...all, domainName: [all['domainName'] as Json] }),
};
/** Where in a list of domains something goes wrong. */
const PLACES: Readonly<Record<string, (n: number, all: number) => boolean>> = {
  'the second of two': (n, all) => all === 2 && n === 1,
  'the second of three': (n, all) => all === 3 && n === 1,
  'the last of three': (n, all) => all === 3 && n === 2,
  'the first of three': (n, all) => all === 3 && n === 0,
};
/** Makes the changes of a list that stand before the one for which it is refused. */
const halfDone = (wanted: Condition): Plant => ({
  condition: (call, condition) => {
    const order = call.service.orders.get(argument(call, 'orderNumber'));
    if (call.op !== DCV || condition !== wanted || !order || !call.login) return condition;
    const [names, methods] = [words(argument(call, 'domainNames')), words(argument(call, 'newMethods'))];
    for (const [n, name] of names.entries()) {
      const domain = order.domains.find((known) => known.name === name);
      const way = wayOf(call, methods[n] ?? '');
      if (!domain || !way || (name.startsWith('*') && way.startsWith('http'))) break;
      domain.method = way;
    }
    return condition;
  },
});

export const LEGACY_ONE_BY_ONE: readonly Operator[] = [
  fault(
    'legacy-one-code-otherwise',
    '7.2',
    (key) => `answers one condition with a code that is no negative integer: ${key}`,
    withWords(conditions, Object.keys(CODES)),
    (key) => {
      const [op = '', name = '', way = ''] = key.split(' ');
      return answerTo(op, name, (text) => coded(text, CODES[way]?.(numberIn(text)) ?? '0'));
    },
  ),
  fault(
    'legacy-one-message-otherwise',
    '7.2',
    (key) => `answers one condition without a message that says something: ${key}`,
    withWords(conditions, ['empty', 'blank']),
    (key) => {
      const [op = '', name = '', way = ''] = key.split(' ');
      const message = way === 'blank' ? ' ' : '';
      return answerTo(op, name, (text) =>
        text.startsWith('{')
          ? JSON.stringify({ ...(JSON.parse(text) as object), errorMessage: message })
          : text.replace(/errorMessage=.*/, `errorMessage=${message.replace(' ', '+')}`),
      );
    },
  ),
  fault(
    'legacy-success-of-condition',
    '7.2',
    (key) => `answers one condition as a success, and does nothing: ${key}`,
    withWords(on(DCV), OF_CHANGES),
    (key) => answerTo(DCV, parted(key)[1], () => 'errorCode=0'),
  ),
  fault(
    'legacy-overlooked-at-download',
    '7.2',
    (key) => `overlooks a condition at the second path alone: ${key}`,
    withWords(on(STATUS), ['not-https', 'argument-missing', 'argument-unrecognized', 'wrong-method']),
    (key) => ({ overlooked: (call, condition) => call.op === DOWNLOAD && condition === parted(key)[1] }),
    { readings: ['A'] },
  ),
  fault(
    'legacy-unknown-passed-over',
    '7.2',
    (key) => `passes over an argument that it does not know: ${key}`,
    withWords([...on(STATUS), ...on(DCV)], Object.keys(UNKNOWN)),
    (key) => {
      const [op, way] = parted(key);
      return {
        overlooked: (call, condition) =>
          isOp(call, op) && condition === 'argument-unrecognized' && UNKNOWN[way]?.(namesIn(call), KNOWN) === true,
      };
    },
  ),
  fault(
    'legacy-shown-otherwise',
    '2.2',
    (key) => `shows a member of another type: ${key}`,
    withWords(on(STATUS), Object.keys(SHOWN)),
    (key) => data((all) => SHOWN[parted(key)[1]]?.(all) ?? all),
  ),
  fault(
    'legacy-code-of-success',
    '2.2',
    (key) => `the code of a success is no 0: ${key}`,
    withWords(on(STATUS), ['false', 'null', '1', '-0.5']),
    (key) => record((json) => ({ ...json, errorCode: JSON.parse(parted(key)[1]) as Json })),
  ),
  fault(
    'legacy-one-of-list-lost',
    '4.13',
    (key) => `does not change one domain of a list: ${key}`,
    withWords(on(DCV), Object.keys(PLACES)),
    (key) => {
      const fits = PLACES[parted(key)[1]];
      return dcv((order, before, call) => {
        const names = words(argument(call, 'domainNames'));
        for (const [n, name] of names.entries()) {
          const domain = order.domains.find((one) => one.name === name);
          if (domain && fits?.(n, names.length)) domain.method = before.get(name) ?? domain.method;
        }
      });
    },
  ),
  fault(
    'legacy-list-turned',
    '4.13',
    (key) => `pairs domains and methods otherwise: ${key}`,
    withWords(on(DCV), ['last two exchanged', 'turned by one', 'all as the first', 'all as the last', 'sorted']),
    (key) => {
      const [, way] = parted(key);
      return dcv((order, _, call) => {
        const [names, methods] = [words(argument(call, 'domainNames')), words(argument(call, 'newMethods'))];
        const n = methods.length;
        if (n < 2) return;
        const last = methods.at(-1) as string;
        const turned: Readonly<Record<string, readonly string[]>> = {
          'last two exchanged': n > 2 ? [...methods.slice(0, -2), last, methods.at(-2) as string] : methods,
          'turned by one': n > 2 ? [last, ...methods.slice(0, -1)] : methods,
          'all as the first': methods.map(() => methods[0] as string),
          'all as the last': methods.map(() => last),
          sorted: methods.toSorted(),
        };
        for (const [i, name] of names.entries()) {
          const domain = order.domains.find((one) => one.name === name);
          const method = wayOf(call, turned[way]?.[i] ?? '');
          if (domain && method) domain.method = method;
        }
      });
    },
  ),
  fault(
    'legacy-half-done-for',
    '7.2',
    (key) => `makes the changes of a list before the one for which it is refused: ${key}`,
    withWords(on(DCV), ['argument-invalid', 'wildcard-http-hash', 'argument-missing']),
    (key) => halfDone(parted(key)[1] as Condition),
  ),
  fault(
    'legacy-change-of-neighbour',
    '4.13',
    (key) => `a change of one order changes another one: ${key}`,
    withWords(on(DCV), ['the one before', 'the same domain elsewhere']),
    (key) =>
      dcv((order, before, call) => {
        const all = [...call.service.orders.values()];
        const changes = order.domains.filter(({ name, method }) => before.get(name) !== method);
        const [first] = changes;
        const previous = all[all.indexOf(order) - 1];
        if (!first) return;
        if (key.endsWith('before') && previous?.domains[0]) previous.domains[0].method = first.method;
        else
          for (const other of all)
            for (const domain of other.domains) if (domain.name === first.name) domain.method = first.method;
      }),
  ),
  fault(
    'legacy-change-lost-of-login',
    '4.13',
    () => 'every second change of an order is lost',
    on(DCV),
    () =>
      dcv((order, before, call) => {
        const { memory } = call.service;
        const n = Number(memory.get(`n ${order.number}`) ?? 0);
        memory.set(`n ${order.number}`, n + 1);
        if (n % 2 === 1) reverted(order, before, () => true);
      }),
  ),
  fault(
    'legacy-record-after-error',
    '2.2',
    () => 'shows the record of the order that was asked for before an error',
    on(STATUS),
    () => ({
      late: (call, reply) => {
        const { memory } = call.service;
        if (!isStatus(call) || !reply.body || !('text' in reply.body)) return reply;
        const good = reply.body.text.startsWith('{"errorCode":0');
        const held = memory.get('held');
        const again = memory.get('erred') === true && typeof held === 'string' && good;
        memory.set('erred', !good);
        if (again) return { ...reply, body: { ...reply.body, text: held } };
        if (good) memory.set('held', reply.body.text);
        return reply;
      },
    }),
  ),
];
