import type { Operator } from '../../fault.ts';
import { afterwards, beforehand, counted } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { AUTH, all, hard, plain } from './plants.ts';

export const ADMITTING: readonly Operator[] = [
  {
    id: 'no-credential-needed',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} needs no credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && call.request.authorization === undefined ? { role: 'MRAO', customer: 'own' } : holder,
    }),
  },
  {
    id: 'any-credential',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} takes any bearer credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && holder === undefined && /^Bearer \S+$/.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'basic-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes a credential of another scheme`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && /^basic /i.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'empty-credential',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes an empty bearer credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && /^bearer\s*$/i.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'expired-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes an expired credential`,
    places: all,
    plant: (op) => ({ overlooks: (call) => (call.op === op ? new Set(['expiry'] as const) : undefined) }),
  },
  {
    id: 'forged-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes a credential that somebody else has signed`,
    places: all,
    plant: (op) => ({ overlooks: (call) => (call.op === op ? new Set(['signature'] as const) : undefined) }),
  },
  {
    id: 'forbidden-for-unauthorized',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} answers 403 for 401`,
    places: all,
    plant: (op) => afterwards(op, (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply)),
  },
  {
    id: 'breaks-on-credential',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} answers 500 to a credential without dots`,
    places: all,
    plant: (op) =>
      beforehand(op, (call) => {
        if (/^Bearer [^.]+$/.test(call.request.authorization ?? '')) call.broken = true;
      }),
  },
  {
    id: 'role-ignored',
    ...plain,
    section: '4.10',
    wrong: (op) => `${op} asks for no role`,
    places: operationPlaces(({ role }) => role !== undefined),
    plant: (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, role: 'MRAO' } : holder) }),
  },
  {
    id: 'second-role-refused',
    ...plain,
    section: '4.10',
    wrong: (op) => `${op} refuses the role MRAO every third time`,
    standing: 'debatable',
    class: 'hard',
    places: operationPlaces(({ role }) => role !== undefined),
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && holder && counted(call, op) % 3 === 2 ? { ...holder, role: 'RAO' } : holder,
    }),
  },
];
