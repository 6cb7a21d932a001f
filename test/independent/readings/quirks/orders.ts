/** Habits of the legacy actions that need the order or the moment: what else stands in the way, how the record is told (2.2, 4.12, 4.13). */
import type { Json } from '../../contract/types.ts';
import { LOGINS } from '../../legacy/logins.ts';
import type { Condition } from '../../legacy/manner.ts';
import type { Call } from '../../server/call.ts';
import { pairsOf } from '../../server/message.ts';
import { isLegacy, isObject, type Quirk, saying, withHeaders } from './quirk.ts';

const isDcv = (call: Call) => call.op === 'legacy.dcv-update';
const orderOf = (call: Call) => call.service.orders.get(String(call.query['orderNumber']));
const listOf = (value: Json | undefined) => String(value ?? '').split(' ');

/** What a form of the request says, before anything looks at it. */
const givenBy = ({ request }: Call) => new Map(pairsOf(request.body.toString('utf8')) ?? []);

/** A condition that an update would meet if it met no other. */
const hindering = (id: string, about: string, condition: Condition, when: (call: Call) => boolean): Quirk => ({
  id,
  about,
  plant: { hinders: (call) => (when(call) ? condition : undefined) },
});

/** Turns values of the form before they are looked at. */
const reading = (id: string, about: string, turn: (name: string, value: string, call: Call) => string): Quirk => ({
  id,
  about,
  plant: {
    early: (call) => {
      const pairs = isLegacy(call) ? pairsOf(call.request.body.toString('utf8')) : undefined;
      if (pairs) {
        const turned = pairs.map(([name, value]): [string, string] => [name, turn(name, value, call)]);
        call.request.body = Buffer.from(new URLSearchParams(turned).toString());
      }
      return undefined;
    },
  },
});

/** Turns the record of a success of the status action. */
const recording = (
  id: string,
  about: string,
  turn: (data: Readonly<Record<string, Json>>, call: Call) => Json,
): Quirk =>
  saying(id, about, (call, reply) => {
    const { body } = reply;
    if (!isLegacy(call) || isDcv(call) || reply.status !== 200 || !body || !('text' in body)) return reply;
    const record = JSON.parse(body.text) as Record<string, Json>;
    const { data } = record;
    if (record['errorCode'] !== 0 || !isObject(data)) return reply;
    return { ...reply, body: { ...body, text: JSON.stringify({ ...record, data: turn(data, call) }) } };
  });

const steps = (
  data: Readonly<Record<string, Json>>,
  turn: (step: Readonly<Record<string, Json>>) => Json | undefined,
) =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (!name.endsWith('Status') || !isObject(value)) return [[name, value]];
      const turned = turn(value);
      return turned === undefined ? [] : [[name, turned]];
    }),
  );

/** The answer of the DCV action, its text turned. */
const answering = (id: string, about: string, turn: (text: string) => string): Quirk =>
  saying(id, about, (call, reply) => {
    const { body } = reply;
    return isDcv(call) && body && 'text' in body && body.text.startsWith('errorCode=')
      ? { ...reply, body: { ...body, text: turn(body.text) } }
      : reply;
  });

const STATUSES: Readonly<Partial<Record<Condition, number>>> = {
  'authentication-failed': 401,
  'permission-denied': 403,
  'rate-limited': 429,
  'already-issued': 409,
  'unexpected-state': 409,
};
const told = new WeakMap<Call, Condition>();

const MOST_WRONG = 41;

/** Counts wrong passwords in a row for the account of the profile; true once there were more than a run may send. */
function isLocked(call: Call, found: Condition | undefined): boolean {
  const { name, password } = LOGINS[0] as (typeof LOGINS)[number];
  const given = givenBy(call);
  if (given.get('loginName') !== name) return false;
  const count = Number(call.service.memory.get('wrong passwords') ?? 0);
  const good = given.get('loginPassword') === password;
  if (found === 'authentication-failed' && !good) call.service.memory.set('wrong passwords', count + 1);
  else if (good && count < MOST_WRONG) call.service.memory.set('wrong passwords', 0);
  return count >= MOST_WRONG;
}

export const HABITS_OF_ORDERS: readonly Quirk[] = [
  hindering('same-method', 'the method in use is no change (4.13)', 'update-failed', (call) => {
    const order = orderOf(call);
    const word = call.query['newMethod'];
    const { methods } = call.reading.legacy;
    const domain = order?.domains.find(({ name }) => name === call.query['domainName']) ?? order?.domains[0];
    return word !== undefined && domain !== undefined && methods[domain.method] === word;
  }),
  hindering('dcv-settles', 'a method that was just changed stays for a moment', 'update-failed', (call) => {
    const at = Number(call.service.memory.get(`dcv ${call.query['orderNumber']}`) ?? 0);
    return at > Date.now() - 150;
  }),
  hindering(
    'both-forms',
    'single and list parameters do not go together',
    'argument-invalid',
    (call) =>
      (call.query['domainName'] !== undefined || call.query['newMethod'] !== undefined) &&
      (call.query['domainNames'] !== undefined || call.query['newMethods'] !== undefined),
  ),
  hindering('repeats', 'a domain is named once', 'argument-invalid', (call) => {
    const names = listOf(call.query['domainNames']);
    return new Set(names).size < names.length;
  }),
  hindering('single-spaces', 'one space stands between names', 'argument-invalid', (call) =>
    ['domainNames', 'newMethods'].some((name) => /^ | $| {2}/.test(String(call.query[name] ?? ''))),
  ),
  hindering('needless-address', 'an address is for the e-mail method', 'argument-invalid', (call) => {
    const { methods, parameters } = call.reading.legacy;
    return call.query[parameters.email] !== undefined && call.query['newMethod'] !== methods.email;
  }),
  {
    id: 'both-orders',
    about: 'order number and initial order are alternatives',
    plant: {
      hinders: (call) =>
        call.query['orderNumber'] !== undefined &&
        call.query[call.reading.legacy.parameters['initial-order']] !== undefined
          ? 'argument-invalid'
          : undefined,
    },
  },
  reading('order-integers', 'an order number is an integer, however it is written', (name, value, call) =>
    name === 'orderNumber' && isDcv(call) && /^ *\+?\d+ *$/.test(value)
      ? String(BigInt(value.trim().replace('+', '')))
      : value,
  ),
  reading('names-folded', 'domain names are taken in any letter case', (name, value) =>
    /^domainNames?$/.test(name) ? value.toLowerCase() : value,
  ),
  reading('values-trimmed', 'spaces around order numbers and names count for nothing', (name, value) =>
    /^(?:orderNumber|domainName|newMethod)$/.test(name) ? value.trim() : value,
  ),
  {
    id: 'dcv-limited',
    about: 'the DCV action has a limit of its own (8)',
    plant: {
      condition: (call, found) => {
        if (!isDcv(call) || found === 'not-https' || found === 'wrong-method') return found;
        const now = Date.now();
        const times = ((call.service.memory.get('dcv calls') ?? []) as readonly number[]).filter(
          (at) => at > now - 1000,
        );
        const over = times.length >= 60;
        call.service.memory.set('dcv calls', over ? times : [...times, now]);
        return over ? 'rate-limited' : found;
      },
    },
  },
  {
    id: 'statuses-by-condition',
    about: 'each condition has a status of its own (7.2)',
    withdraws: ['legacy.error.http-status'],
    plant: {
      condition: (call, found) => {
        if (found) told.set(call, found);
        return found;
      },
      late: (call, reply) => {
        const condition = told.get(call);
        if (condition === undefined) return reply;
        const status = STATUSES[condition] ?? 400;
        return { ...(status === 429 ? withHeaders(reply, { 'Retry-After': '1' }) : reply), status };
      },
    },
  },
  {
    id: 'locks',
    about: 'after more wrong passwords than one run may send in a row an account is locked (5)',
    plant: {
      condition: (call, found) => (isLocked(call, found) ? 'authentication-failed' : found),
    },
  },
  recording('no-agreement', 'some orders need no agreement', (data) => ({
    ...data,
    agreementStatus: { title: 'Agreement', status: 'NotApplicable' },
  })),
  recording('steps-left-out', 'steps that do not apply are left out', (data) =>
    steps(data, (step) => (step['status'] === 'NotApplicable' ? undefined : step)),
  ),
  recording('other-words', 'steps are in other states, with other actions', (data) => ({
    ...steps(data, (step) =>
      step['status'] === 'Completed' ? { ...step, status: 'In Progress', availableActions: ['callAgain'] } : step,
    ),
    orderStatus: 'Validating',
  })),
  recording('checked-at', 'the record says when it was looked at', (data) => ({
    ...data,
    checkedAt: new Date().toISOString(),
    requestToken: `t${Date.now()}`,
    csr: {
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
    masterAccountStatus: 'active',
  })),
  answering('line-end', 'an answer ends with a line end', (text) => `${text}\r\n`),
  answering('message-first', 'the message stands before the code', (text) => text.split('&').toReversed().join('&')),
  answering('further-fields', 'an answer has further fields', (text) => `${text}&requestId=7&time=${Date.now()}`),
  answering('percent-spaces', 'spaces are escaped with a percent sign', (text) => text.replaceAll('+', '%20')),
  saying('dated', 'legacy answers say when they were given', (call, reply) =>
    isLegacy(call) ? withHeaders(reply, { 'X-Answered': `${Date.now()}`, Pragma: 'no-cache' }) : reply,
  ),
];
