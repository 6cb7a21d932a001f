/** Requests of the legacy actions (4.12, 4.13, 7.2) that are read or refused otherwise. */
import type { Condition } from '../../../legacy/manner.ts';
import { CONDITIONS } from '../../../legacy/manner.ts';
import { pairsOf } from '../../../server/message.ts';
import type { Operator } from '../../fault.ts';
import { DCV, STATUS } from '../legacy/plants.ts';
import { argument, both, isOp, on, one, orderOf } from '../second/legacy-plants.ts';
import { fault } from '../second/plants.ts';
import { refusingDcv, words } from '../third/legacy-plants.ts';
import { partsOf, withWords } from './plants.ts';

/** Conditions that requests of a test meet with certainty; a wrong method has an answer of its own in two readings. */
const MET: readonly Condition[] = CONDITIONS.filter(
  (name) => !['unknown-error', 'rate-limited', 'wrong-method'].includes(name),
);
const COMMON: readonly Condition[] = [
  'not-https',
  'argument-missing',
  'argument-unrecognized',
  'argument-invalid',
  'authentication-failed',
];
const metBy = (op: string) => (op === STATUS ? COMMON : MET);
const conditions = [STATUS, DCV].flatMap((op) => withWords(on(op), metBy(op)));
/** Notations of an order number that are no order number. */
const NUMBERS: Readonly<Record<string, (raw: string) => string | undefined>> = {
  'decimal point': (raw) => /^(\d+)\.0+$/.exec(raw)?.[1],
  'blank in front': (raw) => /^ +(\d+)$/.exec(raw)?.[1],
  exponent: (raw) => (/^\d(\.\d+)?e\d+$/i.test(raw) ? String(Number(raw)) : undefined),
  quotes: (raw) => /^"(\d+)"$/.exec(raw)?.[1],
};
const rewrite = (text: string, turn: (name: string, value: string) => string) =>
  (pairsOf(text) ?? [])
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(turn(name, value))}`)
    .join('&');
const LISTS = ['domainNames', 'newMethods'];
/** Lists whose lengths do not fit together. */
const UNEQUAL: Readonly<Record<string, (domains: number, methods: number) => boolean>> = {
  'fewer methods': (domains, methods) => methods > 0 && methods < domains,
  'more methods': (domains, methods) => methods > domains,
};

export const LEGACY_REQUESTS_FURTHER: readonly Operator[] = [
  // What a client says of the way that its request came by is no proof of it.
  fault(
    'legacy-forwarded-believed',
    '7.2',
    (op) => `${op} takes a request over plain HTTP that says X-Forwarded-Proto: https`,
    both,
    (op) => ({
      early: (call) => {
        if (isOp(call, op) && call.request.headers['x-forwarded-proto'] === 'https') call.request.secure = true;
        return undefined;
      },
    }),
  ),
  fault(
    'legacy-override-obeyed',
    '7.2',
    (op) => `${op} takes another method for POST where X-HTTP-Method-Override says so`,
    both,
    (op) => ({
      early: (call) => {
        if (isOp(call, op) && call.request.headers['x-http-method-override'] === 'POST') call.request.method = 'POST';
        return undefined;
      },
    }),
  ),
  // 5: the credentials are form parameters; 4.12 and 4.13 give the content type of the request.
  fault(
    'legacy-query-read',
    '5',
    (op) => `${op} reads arguments from the query of its address, too`,
    both,
    (op) => ({
      early: (call) => {
        const { query, body } = call.request;
        if (!isOp(call, op) || !query || query.length === 0) return undefined;
        const more = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
        call.request.body = Buffer.from([body.toString(), ...more].filter((part) => part !== '').join('&'));
        return undefined;
      },
    }),
  ),
  fault(
    'legacy-closes',
    '7.2',
    (key) => `closes the connection instead of an error for one condition: ${key}`,
    conditions,
    (key) => {
      const [op, name] = partsOf(key);
      return {
        condition: (call, condition) => {
          if (isOp(call, op) && condition === name) call.service.memory.set('closing', true);
          return condition;
        },
        late: (call, reply) => {
          const closing = call.service.memory.get('closing') === true;
          call.service.memory.set('closing', false);
          return closing ? { ...reply, closed: true } : reply;
        },
      };
    },
  ),
  fault(
    'legacy-status-of-one-error',
    'the profile’s claim',
    (key) => `answers one condition with HTTP status 500, its record as it should be: ${key}`,
    conditions,
    (key) => {
      const [op, name] = partsOf(key);
      return {
        condition: (call, condition) => {
          call.service.memory.set('otherwise', isOp(call, op) && condition === name);
          return condition;
        },
        late: (call, reply) => {
          const otherwise = isOp(call, op) && call.service.memory.get('otherwise') === true;
          call.service.memory.set('otherwise', false);
          return otherwise ? { ...reply, status: 500 } : reply;
        },
      };
    },
  ),
  fault(
    'legacy-number-otherwise',
    '4.13',
    (key) => `takes an order number in a notation that it does not have: ${key}`,
    withWords(both, Object.keys(NUMBERS)),
    (key) => {
      const [op, way] = partsOf(key);
      return {
        early: (call) => {
          if (isOp(call, op))
            call.request.body = Buffer.from(
              rewrite(call.request.body.toString(), (name, value) =>
                name === 'orderNumber' ? (NUMBERS[way]?.(value) ?? value) : value,
              ),
            );
          return undefined;
        },
      };
    },
  ),
  one('commas-for-blanks', '4.13', DCV, 'takes commas between domains and methods for blanks', () => ({
    early: (call) => {
      if (isOp(call, DCV) && call.request.body.includes('%2C'))
        call.request.body = Buffer.from(
          rewrite(call.request.body.toString(), (name, value) =>
            LISTS.includes(name) ? value.replace(/ *[,;] */g, ' ') : value,
          ),
        );
      return undefined;
    },
  })),
  // legacy.unequal-lists says that these are refused.
  fault(
    'legacy-unequal-taken',
    'the profile’s claim',
    (key) => `takes lists of unequal length: ${key}`,
    withWords(on(DCV), Object.keys(UNEQUAL)),
    (key) => {
      const [, way] = partsOf(key);
      return {
        early: (call) => {
          if (!isOp(call, DCV)) return undefined;
          const given = new Map(pairsOf(call.request.body.toString()) ?? []);
          const domains = words(given.get('domainNames') ?? '');
          const methods = words(given.get('newMethods') ?? '');
          if (domains.length === 0 || !UNEQUAL[way]?.(domains.length, methods.length)) return undefined;
          const fitting = domains.map((_, n) => methods[n] ?? methods.at(-1) ?? '').join(' ');
          call.request.body = Buffer.from(
            rewrite(call.request.body.toString(), (name, value) => (name === 'newMethods' ? fitting : value)),
          );
          return undefined;
        },
      };
    },
    { readings: ['A', 'C'] },
  ),
  one('same-method-refused', '4.13', DCV, 'refuses the method that a domain has already', () =>
    refusingDcv((call) => {
      const order = orderOf(call);
      const name = call.query['domainName'] ?? order?.domains[0]?.name;
      const former = (call.service.memory.get('methods') as Record<string, Record<string, string>> | undefined)?.[
        order?.number ?? ''
      ]?.[String(name)];
      const { methods } = call.reading.legacy;
      return former !== undefined && methods[former as keyof typeof methods] === argument(call, 'newMethod');
    }, 'update-failed'),
  ),
  one('list-of-all-refused', '4.13', DCV, 'refuses to change all domains of an order at once', () =>
    refusingDcv((call) => {
      const order = orderOf(call);
      const names = words(argument(call, 'domainNames'));
      return order !== undefined && names.length > 1 && names.length === order.domains.length;
    }, 'update-failed'),
  ),
  one('different-methods-refused', '4.13', DCV, 'refuses different methods for several domains', () =>
    refusingDcv((call) => new Set(words(argument(call, 'newMethods'))).size > 1, 'argument-invalid'),
  ),
  one('limit-for-changes', '7.2', DCV, 'limits changes, too: every eleventh within two seconds', () => {
    let times: readonly number[] = [];
    return {
      condition: (call, condition) => {
        if (!isOp(call, DCV) || condition !== undefined) return condition;
        const recent = times.filter((at) => at > Date.now() - 2_000);
        times = [...recent, Date.now()];
        return recent.length >= 10 ? 'rate-limited' : undefined;
      },
    };
  }),
];
