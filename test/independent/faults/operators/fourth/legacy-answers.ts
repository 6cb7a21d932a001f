/** Answers of the legacy actions (2.2, 4.12, 4.13) that are written otherwise. */
import type { Json } from '../../../contract/types.ts';
import { recordOf } from '../../../legacy/orders.ts';
import type { Operator } from '../../fault.ts';
import { DCV, data, form, isStatus, record, STATUS, STEPS, step, without } from '../legacy/plants.ts';
import { argument, on, one, orderOf } from '../second/legacy-plants.ts';
import { fault } from '../second/plants.ts';
import { partsOf, withWords } from './plants.ts';

const asText = (value: Json | undefined) => String(value ?? '');
/** Ways to write a day that are not `yyyy-MM-dd`. */
const DAYS: Readonly<Record<string, (day: string) => Json>> = {
  slashes: (day) => day.replaceAll('-', '/'),
  compact: (day) => day.replaceAll('-', ''),
  'no zeros': (day) => day.replaceAll('-0', '-'),
  milliseconds: (day) => Date.parse(`${day}T00:00:00Z`),
  words: (day) => new Date(`${day}T00:00:00Z`).toUTCString().slice(5, 16),
};
const DATED = ['lastEmailSent', 'lastOpenDate'];
/** Ways to write the answer of a change that are not form-encoded. */
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  'line breaks': (text) => text.replaceAll('&', '\n'),
  semicolons: (text) => text.replaceAll('&', ';'),
  colons: (text) => text.replaceAll('=', ': '),
  'blanks around': (text) => text.replaceAll('=', ' = '),
  'names in capitals': (text) => text.replace('errorCode', 'ERRORCODE').replace('errorMessage', 'ERRORMESSAGE'),
  'question mark in front': (text) => `?${text}`,
  'quoted code': (text) => text.replace(/errorCode=(-?\d+)/, 'errorCode="$1"'),
  'decimal code': (text) => text.replace(/errorCode=(-?\d+)/, 'errorCode=$1.0'),
  XML: (text) => `<response><errorCode>${/-?\d+/.exec(text)?.[0] ?? 0}</errorCode></response>`,
};
/** Wrappings of the record. */
const WRAPPED: Readonly<Record<string, (json: Record<string, Json>) => Json>> = {
  list: (json) => [json],
  'text of JSON': (json) => JSON.stringify(json),
  object: (json) => ({ result: json }),
};
const AGREED = ['clickThroughStatus', 'clickThroughEmailAddress'];

export const LEGACY_ANSWERS: readonly Operator[] = [
  fault(
    'legacy-date-written',
    '2.2',
    (key) => `writes a date of the agreement otherwise: ${key}`,
    withWords(on(STATUS), DATED).flatMap((place) => withWords([place], Object.keys(DAYS))),
    (key) => {
      const [, field = '', ...way] = key.split(' ');
      return step('agreementStatus', (all) =>
        /^\d{4}-/.test(asText(all[field]))
          ? { ...all, [field]: DAYS[way.join(' ')]?.(asText(all[field])) ?? null }
          : all,
      );
    },
  ),
  fault(
    'legacy-agreement-member',
    '2.2',
    (key) => `leaves a member of the agreement out: ${key}`,
    withWords(on(STATUS), AGREED),
    (key) => step('agreementStatus', (all) => without(all, partsOf(key)[1])),
  ),
  fault(
    'legacy-title-null',
    '2.2',
    (key) => `the title of a step that does not apply is null: ${key}`,
    withWords(
      on(STATUS),
      STEPS.filter((name) => /callback|organization|second|fsup/.test(name)),
    ),
    (key) => step(partsOf(key)[1], (all) => (all['status'] === 'NotApplicable' ? { ...all, title: null } : all)),
  ),
  fault(
    'legacy-record-wrapped',
    '2.2',
    (key) => `wraps the status record: ${key}`,
    withWords(on(STATUS), Object.keys(WRAPPED)),
    (key) => record((json) => WRAPPED[partsOf(key)[1]]?.(json) ?? json),
  ),
  fault(
    'legacy-error-wrapped',
    '7.2',
    (key) => `wraps the record of an error: ${key}`,
    withWords(on(STATUS), Object.keys(WRAPPED)),
    (key) => record((json) => WRAPPED[partsOf(key)[1]]?.(json) ?? json, 'error'),
  ),
  fault(
    'legacy-success-written',
    '4.13',
    (key) => `writes the success of a change otherwise than form-encoded: ${key}`,
    withWords(on(DCV), Object.keys(WRITTEN)),
    (key) =>
      form(
        (text) => WRITTEN[partsOf(key)[1]]?.(text) ?? text,
        (text) => text.startsWith('errorCode=0'),
      ),
    // Elsewhere there is a message to part from the code.
    { readings: ['B', 'C'] },
  ),
  fault(
    'legacy-error-written',
    '4.13',
    (key) => `writes the error of a change otherwise than form-encoded: ${key}`,
    withWords(on(DCV), Object.keys(WRITTEN)),
    (key) =>
      form(
        (text) => WRITTEN[partsOf(key)[1]]?.(text) ?? text,
        (text) => text.startsWith('errorCode=-'),
      ),
  ),
  one('message-absent', '2.2', STATUS, 'leaves errorMessage out of a success', () =>
    record((json) => without(json, 'errorMessage')),
  ),
  one('message-blank', '2.2', STATUS, 'errorMessage of a success is a blank', () =>
    record((json) => ({ ...json, errorMessage: ' ' })),
  ),
  one(
    'number-of-request',
    '2.2',
    STATUS,
    'shows the length of the domain list for the greatest number of domains',
    () => data((all, call) => ({ ...all, maxMDCDomains: String(orderOf(call)?.domains.length ?? 0) })),
  ),
  // Debatable: that an error carries no data is told nowhere.
  one(
    'data-with-failed-login',
    '5',
    STATUS,
    'shows the order beside the error of a failed login',
    () => ({
      late: (call, reply) => {
        const order = isStatus(call) ? orderOf(call) : undefined;
        if (!order || !reply.body || !('text' in reply.body)) return reply;
        const json = JSON.parse(reply.body.text) as Record<string, Json>;
        const failed = json['errorCode'] === call.reading.legacy.codes['authentication-failed'];
        if (!failed || argument(call, 'loginName') === '') return reply;
        const { data: shown } = recordOf(order, call.reading.legacy) as Record<string, Json>;
        return { ...reply, body: { ...reply.body, text: JSON.stringify({ ...json, data: shown ?? null }) } };
      },
    }),
    { standing: 'debatable' },
  ),
  one(
    'download-stale',
    '4.12',
    STATUS,
    'shows at the second path what an order was when it was first asked for there',
    () => ({
      late: (call, reply) => {
        if (call.op !== 'legacy.order-status.download' || !reply.body || !('text' in reply.body)) return reply;
        if (!reply.body.text.startsWith('{"errorCode":0')) return reply;
        const key = `first ${argument(call, 'orderNumber')}`;
        const first = call.service.memory.get(key);
        if (typeof first === 'string') return { ...reply, body: { ...reply.body, text: first } };
        call.service.memory.set(key, reply.body.text);
        return reply;
      },
    }),
    { readings: ['A'] },
  ),
];
