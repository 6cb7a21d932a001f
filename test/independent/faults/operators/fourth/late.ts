/** What happens by itself a while after an answer (4.1, 7.1): found by who looks again. */
import type { Operator } from '../../fault.ts';
import { succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { PUT, REMOVE } from '../second/machine-plants.ts';
import { at, changed, fault, shownDeletions } from '../second/plants.ts';
import { updates } from '../second/sequence-plants.ts';
import { inTime } from './plants.ts';

const SOON = 400;
const LATER = 1_500;

export const LATE: readonly Operator[] = [
  fault(
    'undone-in-time',
    '4.1',
    (op) => `what ${op} changed is as it was again after ${LATER} milliseconds`,
    updates,
    (op) => inTime(LATER, (reply, call) => (call.op === op && changed(reply, call) ? call.before : undefined)),
  ),
  fault(
    'there-again-in-time',
    '4.1',
    (op) => `what ${op} deleted is there again after ${LATER} milliseconds`,
    shownDeletions,
    (op) => inTime(LATER, (reply, call) => (call.op === op && changed(reply, call) ? call.before : undefined)),
  ),
  fault(
    'mode-back-in-time',
    '3.3',
    (op) => `the mode that ${op} changed is as it was again after ${SOON} milliseconds`,
    at(PUT, REMOVE),
    (op) =>
      inTime(SOON, (reply, call) =>
        call.op === op && changed(reply, call) && call.entity.fields
          ? { ...call.entity.fields, mode: call.before?.['mode'] ?? null }
          : undefined,
      ),
  ),
  fault(
    'refused-done-in-time',
    '7.1',
    (op) => `what ${op} refused without a credential is done after ${SOON} milliseconds`,
    shownDeletions.filter(({ op }) => op !== 'admin.delete'),
    (op) => ({
      ...inTime(SOON, (reply, call) => {
        if (call.op !== op || reply.status !== 401) return undefined;
        return call.entity?.fields && call.entity.customer === 'own' ? null : undefined;
      }),
    }),
    // There the entity is looked for before the credential.
    { readings: ['C'] },
  ),
  fault(
    'state-back-in-time',
    '4.10',
    (op) => `the state that ${op} changed is as it was again after ${SOON} milliseconds`,
    operationPlaces(({ role }) => role !== undefined),
    (op) => inTime(SOON, (reply, call) => (call.op === op && succeeded(reply) ? call.before : undefined)),
    // Only who refuses the state that is there already shows which one that is.
    { readings: ['B'] },
  ),
];
