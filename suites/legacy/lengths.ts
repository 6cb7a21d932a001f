/**
 * The lengths of login and order number (contract 4.12, 4.13, 8). Where the profile has no order with a number of just
 * the permitted length, and for logins, acceptance cannot be seen at the limit. What can be seen: a made-up value at the
 * limit must not be answered as an over-long one is, when a short made-up value is answered otherwise.
 */
import { type Contract, type Operation, promisesOf, type Requirement } from '../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { describeError, fail, judgeCode, judgeRefused, observed, PASS, unshown, warn } from '../judges/index.ts';
import { type Field, field, formatOf, madeUpLogin, maxLengthOf, withFields } from './call.ts';
import { ANY_CONDITION, unknownOrderConditions } from './conditions.ts';
import { dcvNames } from './dcv/names.ts';
import { absentOrder, absentOrderOf, FOREIGN, ordersOf } from './orders.ts';
import { askOnce, type Reply, recordReply, unusable } from './replies.ts';
import { acceptedStatus } from './status/control.ts';

const SHORT = 12;

/** One check per parameter whose absence the contract forbids; others are judged where their values mean something. */
export function lengthChecks(contract: Contract, operation: Operation): Check[] {
  return operation.parameters.flatMap(({ name, required }) => {
    const own = contract.requirements.filter(
      ({ operation: id, constraint }) => id === operation.id && constraint?.parameter === name && required,
    );
    return own.length === 0 ? [] : [lengthCheck(contract, operation, name, own)];
  });
}

function lengthCheck(
  contract: Contract,
  operation: Operation,
  name: string,
  requirements: readonly Requirement[],
): Check {
  // One of both credentials will do: the promise is about either.
  const tooLong =
    name === 'loginName' ? [promisesOf(contract, operation.id, 'code').id('credentials', 'too-long')] : [];
  const ids = [...requirements.map(({ id }) => id), ...tooLong];
  return {
    id: `${operation.id}.length.${name}`,
    title: `${name} of ${operation.path} keeps its documented length`,
    requirements: ids,
    effect: 'observe',
    run: async (context) => {
      // Only a change may not be aimed at an order of the profile here; its login is made up, and needs no control.
      const control = operation.effect === 'observe' ? await acceptedStatus(context) : undefined;
      // The path of this very operation need not be the one that is served.
      const served = control?.operation ?? operation;
      const limit = maxLengthOf(served, name);
      const look = (length: number): Promise<Reply> => lookAt(context, served, name, length);
      const answers: Answers = {
        short: await look(SHORT),
        below: await look(limit - 1),
        at: await look(limit),
        over: await look(limit + 1),
      };
      const longest = name === 'orderNumber' && control !== undefined ? longestOrder(context, limit) : undefined;
      for (const { id, constraint } of requirements) {
        if (constraint?.direction === 'accepts') {
          recordReply(context, id, answers.at, () => judgeLimit(name, answers));
          if (longest === undefined) continue;
          const call = { label: `a real order number of ${limit} characters`, fields: orderFields(longest) };
          const real = await askOnce(context, served, 'length.orderNumber.real', call, [ANY_CONDITION]);
          recordReply(context, id, real, () => judgeReal(real, answers));
        } else await refusals(context, served, name, limit, id, answers.over);
      }
      for (const id of tooLong) {
        const password = await lookAt(context, served, 'loginPassword', maxLengthOf(served, 'loginPassword') + 1);
        for (const over of [answers.over, password]) judgeTooLong(context, id, over);
      }
    },
  };
}

/** The number of an order of the profile that is as long as it may be. */
function longestOrder({ session }: CheckContext, limit: number): string | undefined {
  return ordersOf(session.target).find(({ number, state }) => number.length === limit && state !== FOREIGN)?.number;
}

function orderFields(number: string): Field[] {
  return withFields([...LOGIN_OF_PROFILE], field('orderNumber', number));
}

/** An order of the profile may be gone: then it is answered as one that never was, and nothing is shown. */
function judgeReal({ reading }: Reply, { short, over }: Answers): Judgement {
  if (reading?.outcome === 'success') return PASS;
  const codes = [short, over].map((one) => one.reading?.code);
  if (reading?.outcome === 'error' && reading.code === codes[1] && codes[0] !== codes[1])
    return fail('the state of the order', `${describeError(reading)}, as for a longer one`);
  return unshown('no-fixture', 'The order of the profile with a number of the greatest length was not found.');
}

interface Answers {
  readonly short: Reply;
  readonly below: Reply;
  readonly at: Reply;
  readonly over: Reply;
}

/** With a login that does not exist both conditions hold: which is answered is the dialect's to say, as are the codes. */
function judgeTooLong(context: CheckContext, id: string, over: Reply): void {
  const answer = context.contract.answer('legacy.credentials.too-long');
  const codes = context.contract.answer('legacy.codes');
  const conditions = answer?.standing === 'claimed' ? [String(answer.value)] : [ANY_CONDITION];
  recordReply(context, id, over, (exchange) => judgeCode(exchange, formatOf(over.operation), conditions, codes));
  if (over.reading?.code !== undefined)
    context.observe(id, { silence: 'legacy.credentials.too-long', value: over.reading.code });
}

async function refusals(
  context: CheckContext,
  operation: Operation,
  name: string,
  limit: number,
  id: string,
  over: Reply,
): Promise<void> {
  const format = formatOf(operation);
  const far = await Promise.all([limit * 4, limit * 100].map((length) => lookAt(context, operation, name, length)));
  for (const reply of [over, ...far]) {
    recordReply(context, id, reply, (exchange) =>
      // Far over, the HTTP server may find the request too large before the action sees it.
      judgeRefused(exchange, format, {
        because: `${name} is longer than ${limit} characters`,
        byHttp: reply !== over,
      }),
    );
  }
}

function lookAt(context: CheckContext, operation: Operation, name: string, length: number): Promise<Reply> {
  const call = { label: `${name} of ${length} characters`, fields: fieldsWith(context, operation, name, length) };
  const order = name === 'orderNumber';
  const names = dcvNames(context.contract);
  // A method whose name we only assume may be the fault that is answered.
  const assumed = operation.effect === 'modify' && names?.methodsDeclared !== true;
  const held = order
    ? unknownOrderConditions(context.contract)
    : ['authentication-failed', ...(assumed ? [ANY_CONDITION] : [])];
  // Which of two faults is answered is open (legacy.precedence), and so is what becomes of over-long credentials.
  const conditions =
    length > maxLengthOf(operation, name)
      ? ['argument-invalid', ...held]
      : order && length > SHORT
        ? [ANY_CONDITION]
        : held;
  return askOnce(context, operation, `length.${name}.${length}`, call, conditions);
}

/** Everything made up but the login that an order number needs to be looked at. */
function fieldsWith(context: CheckContext, operation: Operation, name: string, length: number): Field[] {
  const login = madeUpLogin(context.seed);
  const order = field('orderNumber', absentOrder(context.session.target));
  const cname = dcvNames(context.contract)?.methods.cname;
  const method = operation.effect === 'modify' && cname !== undefined ? [field('newMethod', cname)] : [];
  if (name === 'orderNumber')
    return withFields([...LOGIN_OF_PROFILE, order], field(name, absentOrderOf(length, context.seed)));
  const text = `x${String(context.seed)}`.padEnd(length, 'abcdefghij').slice(0, length);
  return withFields([...login, order, ...method], field(name, text));
}

const LOGIN_OF_PROFILE: readonly Field[] = [
  ['loginName', '{{loginName}}'],
  ['loginPassword', '{{loginPassword}}'],
];

function judgeLimit(name: string, { short, below, at, over }: Answers): Judgement {
  const unread = [short, below, over].map(unusable).find((judgement) => judgement !== undefined);
  if (unread !== undefined) return unread;
  const readings = [short, below, at, over].map(({ reading }) => reading);
  const codes = readings.map((reading) => (reading?.outcome === 'error' ? reading.code : undefined));
  if (at.reading?.outcome === 'success') return fail('an error record: the value is made up', 'success');
  if (codes.includes(undefined)) return unshown('earlier-step', 'Not every answer is an error record with a code.');
  const [shortCode, belowCode, atCode, overCode] = codes;
  if (atCode === shortCode) return PASS;
  const actual = `at the limit ${describeError(at.reading ?? { outcome: 'unclear', members: [], faults: [] })}, like one character more`;
  const expected = `the answer that a short ${name} gets (errorCode ${shortCode})`;
  if (atCode === overCode && (belowCode === shortCode || name !== 'orderNumber')) return fail(expected, actual);
  // Which order numbers are well-formed is open; long ones may be told from short ones for another reason than length.
  if (name === 'orderNumber')
    return observed(`Long order numbers are answered with errorCode ${atCode}, short ones with ${shortCode}.`);
  return warn(
    expected,
    `errorCode ${atCode}`,
    `The limit is answered with errorCode ${atCode}, a short value with ${shortCode}.`,
  );
}
