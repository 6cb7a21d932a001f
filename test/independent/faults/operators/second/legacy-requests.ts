import type { Condition } from '../../../legacy/manner.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { DCV, STATUS } from '../legacy/plants.ts';
import { atOp, both, DONE, isOp, LOGINS_TAKEN, METHODS, MISSED, on } from './legacy-plants.ts';
import { each, fault, parted } from './plants.ts';

export const LEGACY_REQUESTS: readonly Operator[] = [
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
];
