import { TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { acting, all, domainStates, tokenOf, WEAK } from './guard-plants.ts';
import { AC, changes, each, fault, parted } from './plants.ts';

export const REFUSALS: readonly Operator[] = [
  fault(
    'weak-other-status',
    '5',
    (key) => `refuses a credential with another status: ${key}`,
    each(all, ['expired 403', 'expired 400', 'expired 500', 'forged 403', 'forged 500']),
    (key) => {
      const [op, rest] = parted(key);
      const [which, status] = parted(rest);
      return afterwards(op, (reply, call) =>
        reply.status === 401 && tokenOf(call) === WEAK[which as keyof typeof WEAK]
          ? { ...reply, status: Number(status) }
          : reply,
      );
    },
  ),
  // What is refused is not done.
  fault(
    'weak-done',
    '5',
    (key) => `does what it was asked and then answers 401: ${key}`,
    each(acting, Object.keys(WEAK)),
    (key) => {
      const [op, which] = parted(key);
      return {
        ...beforehand(op, (call) => {
          const weak = tokenOf(call) === WEAK[which as keyof typeof WEAK];
          call.service.memory.set(`weak ${op}`, weak);
          if (weak) call.request.authorization = `Bearer ${TOKENS.bearer}`;
        }),
        ...afterwards(op, (reply, call) =>
          call.service.memory.get(`weak ${op}`) === true && reply.status < 500
            ? {
                status: 401,
                body: call.reading.errors.unauthorized(),
                ...(call.reading.errors.challenge
                  ? { headers: { 'WWW-Authenticate': 'Bearer realm="certificates"' } }
                  : {}),
              }
            : reply,
        ),
      };
    },
  ),
  // The profile tells a token of another customer, which finds nothing of this one.
  fault(
    'foreign-token-changes',
    'the profile’s claim',
    (op) => `${op} lets another customer change what it names`,
    changes.filter(({ op }) => op !== 'ssl.update'),
    (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
  ),
  fault(
    'foreign-token-lists',
    'the profile’s claim',
    (op) => `${op} shows another customer these certificates`,
    operationPlaces(({ id }) => id === 'ssl.list'),
    (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
  ),
  // Suspending and activating are allowed for MRAO only, whatever the state of the domain (4.10).
  fault(
    'role-unneeded-when-done',
    '4.10',
    (op) => `${op} asks for no role where the domain is in that state already`,
    domainStates,
    (op) => ({
      holder: (call, holder) => {
        const wanted = op === 'domain.suspend' ? 'suspended' : 'active';
        const id = /\/(\d+)\/\w+$/.exec(call.request.path)?.[1] ?? '';
        return call.op === op && holder && call.world.find('domain', id)?.fields?.['state'] === wanted
          ? { ...holder, role: 'MRAO' }
          : holder;
      },
    }),
    { readings: AC },
  ),
  // Where a state that is there already is refused, the state can be told.
  fault(
    'role-refused-and-done',
    '4.10',
    (op) => `${op} refuses another role and does it`,
    domainStates,
    (op) =>
      afterwards(op, (reply, call) => {
        const state = op === 'domain.suspend' ? 'suspended' : 'active';
        if (call.holder && call.holder.role !== 'MRAO' && call.entity === undefined) {
          const id = /\/(\d+)\/\w+$/.exec(call.request.path)?.[1] ?? '';
          const domain = call.world.find('domain', id);
          if (domain?.fields && !succeeded(reply)) call.world.set(domain, { ...domain.fields, state });
        }
        return reply;
      }),
    { readings: ['B'] },
  ),
  fault(
    'refused-when-twice',
    '5',
    (op) => `${op} answers 401 to a good credential after a bad one`,
    all,
    (op) => ({
      ...answering(op, (call) => {
        if (call.service.memory.get(`bad ${op}`) !== true) return undefined;
        call.service.memory.set(`bad ${op}`, false);
        return tokenOf(call) === TOKENS.bearer ? { status: 401, body: call.reading.errors.unauthorized() } : undefined;
      }),
      ...afterwards(op, (reply, call) => {
        if (reply.status === 401 && tokenOf(call) !== TOKENS.bearer) call.service.memory.set(`bad ${op}`, true);
        return reply;
      }),
    }),
  ),
];
