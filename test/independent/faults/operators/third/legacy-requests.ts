/** Legacy requests (4.12, 4.13, 7.2): spellings, logins, limits, numbers, and what stands where. */
import { CONDITIONS, type Condition } from '../../../legacy/manner.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { DCV, isStatus, STATUS } from '../legacy/plants.ts';
import { argument, both, isOp, on, one } from '../second/legacy-plants.ts';
import { each, fault, parted } from '../second/plants.ts';
import { refusingDcv, unread } from './legacy-plants.ts';

/** Writings of one and the same form. */
const WRITTEN: Readonly<Record<string, (text: string) => boolean>> = {
  'lower-case hexadecimal': (text) => /%(?:[a-f][\da-f]|\d[a-f])/.test(text),
  'escaped letters': (text) => /%(?:4[1-9A-F]|5[\dA]|6[1-9A-F]|7[\dA]|3\d)/i.test(text),
  'order first': (text) => /orderNumber=.*loginName=/s.test(text),
  'password first': (text) => /loginPassword=.*loginName=/s.test(text),
};
const BLANKS: Readonly<Record<string, RegExp>> = { '%20': /domainNames=[^&]*%20/, '+': /domainNames=[^&]*\+/ };
const LIMITED: readonly (readonly [string, string])[] = [
  [STATUS, 'loginName'],
  [STATUS, 'loginPassword'],
  [STATUS, 'orderNumber'],
  [DCV, 'loginName'],
  [DCV, 'loginPassword'],
  [DCV, 'domainName'],
  [DCV, 'newMethod'],
  [DCV, 'domainNames'],
  [DCV, 'newMethods'],
];
const METHOD_PARTS: Readonly<Record<string, (raw: string, word: string) => boolean>> = {
  'other case': (raw, word) => raw.toLowerCase() === word.toLowerCase(),
  beginning: (raw, word) => raw.length > 0 && word.startsWith(raw),
  extended: (raw, word) => raw.startsWith(word),
};
const OF_STATUS = CONDITIONS.slice(0, 8).filter((one) => one !== 'unknown-error' && one !== 'wrong-method');
const OF_CHANGE = CONDITIONS.filter((one) => !['unknown-error', 'wrong-method', 'rate-limited'].includes(one));
const rate =
  (turn: (rate: { requests: number; seconds: number }) => { requests?: number; seconds?: number }) => () => ({
    reading: (call: Parameters<typeof isStatus>[0], reading: (typeof call)['reading']) =>
      isStatus(call)
        ? { ...reading, legacy: { ...reading.legacy, rate: { ...reading.legacy.rate, ...turn(reading.legacy.rate) } } }
        : reading,
  });

export const LEGACY_REQUESTS_AGAIN: readonly Operator[] = [
  fault(
    'legacy-written-so-unread',
    '4.12',
    (key) => `finds no arguments in a form that is written in some way: ${key}`,
    each(both, Object.keys(WRITTEN)),
    (key) => {
      const [op, way] = parted(key);
      return unread(op, (text) => WRITTEN[way]?.(text) === true);
    },
  ),
  fault(
    'legacy-blank-not-read',
    '4.13',
    (key) => `finds no arguments where blanks between domains are written in one way: ${key}`,
    each(on(DCV), Object.keys(BLANKS)),
    (key) => {
      const [op, way] = parted(key);
      return unread(op, (text) => (BLANKS[way] as RegExp).test(text));
    },
  ),
  fault(
    'legacy-charset-unread',
    '4.12',
    (op) => `${op} finds no arguments where the content type names a charset`,
    both,
    (op) => unread(op, (_, { request }) => /charset/i.test(request.headers['content-type'] ?? '')),
  ),
  fault(
    'legacy-refused-after-wrong',
    '5',
    (op) => `${op} refuses the good login once after a wrong one`,
    both,
    (op) => {
      const name = `wrong login ${op}`;
      const refusing = refusingDcv((call) => call.service.memory.get(name) === true, 'authentication-failed');
      return {
        ...refusing,
        condition: (call, was) => {
          if (!isOp(call, op)) return was;
          const { memory } = call.service;
          if (was === 'authentication-failed') memory.set(name, true);
          if (was === 'authentication-failed' || memory.get(name) !== true) return was;
          const answer = op === DCV ? refusing.condition?.(call, was) : (was ?? 'authentication-failed');
          memory.set(name, false);
          return answer;
        },
      };
    },
  ),
  fault(
    'legacy-too-long-broken',
    '7.2',
    (key) => `answers 500 to an argument that is too long: ${key}`,
    LIMITED.map(([op, name]) => ({ key: `${op}/${name}`, op })),
    (key) => ({
      judge: (call, place, _, __, verdict) => {
        const wanted = isOp(call, key.split('/')[0] as string) && place.endsWith(`/${key.split('/')[1]}`);
        if (wanted && 'wrong' in verdict && verdict.wrong === 'too long') call.broken = true;
        return verdict;
      },
    }),
  ),
  fault(
    'legacy-message-lost-for-one',
    '7.2',
    (key) => `answers one condition without a message: ${key}`,
    [...each(on(STATUS), OF_STATUS), ...each(on(DCV), OF_CHANGE)],
    (key) => {
      const [op, wanted] = parted(key) as readonly [string, Condition];
      return {
        condition: (call, was) => {
          call.service.memory.set('condition', was ?? null);
          return was;
        },
        late: (call, reply) =>
          isOp(call, op) && call.service.memory.get('condition') === wanted && reply.body && 'text' in reply.body
            ? {
                ...reply,
                body: {
                  ...reply.body,
                  text: reply.body.text
                    .replace(/"errorMessage":"[^"]*"/, '"errorMessage":""')
                    .replace(/errorMessage=[^&]*/, 'errorMessage='),
                },
              }
            : reply,
      };
    },
  ),
  fault(
    'legacy-plain-redirected',
    '7.2',
    (op) => `${op} answers plain HTTP with a redirection and no errorCode`,
    both,
    (op) => ({
      early: (call) =>
        isOp(call, op) && !call.request.secure
          ? { status: 301, headers: { Location: 'https://localhost/' } }
          : undefined,
    }),
  ),
  one(
    'rate-at-half',
    'the profile’s claim',
    STATUS,
    'limits requests at half the number that is claimed',
    rate(({ requests }) => ({ requests: Math.floor(requests / 2) })),
  ),
  one(
    'rate-longer',
    'the profile’s claim',
    STATUS,
    'counts requests over five times as long as is claimed',
    rate(({ seconds }) => ({ seconds: 5 * seconds })),
  ),
  one('zeros-passed-over', '4.12', STATUS, 'passes over zeros in front of an order number', () => ({
    judge: (call, place, raw, _, verdict) =>
      isStatus(call) && place.endsWith('/orderNumber') && typeof raw === 'string' && /^0+[1-9]/.test(raw)
        ? { value: raw.replace(/^0+/, '') }
        : verdict,
  })),
  one('number-wraps', '4.13', DCV, 'keeps the lower 32 bits of an order number', () => ({
    judge: (call, place, raw, type, verdict) =>
      place === `${DCV}/orderNumber` &&
      type.is === 'int' &&
      /^\d{10,20}$/.test(String(raw)) &&
      !call.service.orders.has(String(raw))
        ? { value: String(BigInt(String(raw)) % 4_294_967_296n) }
        : verdict,
  })),
  one('number-above-int-refused', '4.13', DCV, 'refuses order numbers beyond 32 bits', () => ({
    judge: (_, place, raw, type, verdict) =>
      place === `${DCV}/orderNumber` && type.is === 'int' && String(raw).length > 10 ? { wrong: 'too great' } : verdict,
  })),
  fault(
    'legacy-method-by-part',
    'the profile’s claim',
    (key) => `takes something like a method for the method: ${key}`,
    each(on(DCV), Object.keys(METHOD_PARTS)),
    (key) => {
      const [, way] = parted(key);
      return {
        judge: (call, place, raw, _, verdict) => {
          const known = Object.values(call.reading.legacy.methods);
          if (place !== `${DCV}/newMethod` || typeof raw !== 'string' || known.includes(raw)) return verdict;
          const found = known.find((word) => METHOD_PARTS[way]?.(raw, word));
          return found === undefined ? verdict : { value: found };
        },
      };
    },
    { readings: ['A', 'B'] },
  ),
  one('empty-name-passed-over', '4.13', DCV, 'takes a domain name of blanks for none', () =>
    judging(`${DCV}/domainName`, (raw, verdict, call) => {
      const blank = typeof raw === 'string' && raw !== '' && raw.trim() === '';
      const order = blank ? call.service.orders.get(argument(call, 'orderNumber')) : undefined;
      return order ? { value: order.domains[0]?.name ?? '' } : verdict;
    }),
  ),
];
