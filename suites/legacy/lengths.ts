/**
 * The lengths of login and order number (contract 4.12, 4.13, 8). Where the profile has no order with a number of just
 * the permitted length, and for logins, acceptance cannot be seen at the limit. What can be seen: a made-up value at the
 * limit must not be answered as an over-long one is, when a short made-up value is answered otherwise.
 */
import { type Contract, claimed, type Operation, promisesOf, type Requirement } from '../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { describeError, fail, judgeCode, observed, PASS, unshown, warn } from '../judges/index.ts';
import { type Field, field, formatOf, madeUpLogin, maxLengthOf, plainFields, withFields } from './call.ts';
import { ANY_CONDITION, unknownOrderConditions } from './conditions.ts';
import { dcvNames } from './dcv/names.ts';
import { absentOrder, absentOrderOf, type Order, ordersOf } from './orders.ts';
import { askOnce, isAccepted, noRecord, type Reply, recordRefused, recordReply, unusable } from './replies.ts';
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

function lengthCheck(contract: Contract, operation: Operation, name: string, own: readonly Requirement[]): Check {
  // One of both credentials will do: the promise is about either.
  const tooLong =
    name === 'loginName' ? [promisesOf(contract, operation.id, 'code').id('credentials', 'too-long')] : [];
  return {
    id: `${operation.id}.length.${name}`,
    title: `${name} of ${operation.path} keeps its documented length`,
    requirements: [...own.map(({ id }) => id), ...tooLong],
    effect: 'observe',
    run: async (context) => {
      // Only a change may not be aimed at an order of the profile here; its login is made up, and needs no control.
      const control = operation.effect === 'observe' ? await acceptedStatus(context) : undefined;
      // The path of this very operation need not be the one that is served.
      const served = control?.operation ?? operation;
      const limit = maxLengthOf(served, name);
      const look = (length: number, of = name): Promise<Reply> => lookAt(context, served, of, length);
      const answers: Answers = {
        short: await look(SHORT),
        below: await look(limit - 1),
        at: await look(limit),
        over: await look(limit + 1),
      };
      for (const { id, constraint } of own) {
        if (constraint?.direction === 'accepts') {
          recordReply(context, id, answers.at, () => judgeLimit(name, answers));
          if (name === 'orderNumber' && control !== undefined) await judgeReal(context, id, served, limit, answers);
          continue;
        }
        const far = await Promise.all([limit * 4, limit * 100].map((length) => look(length)));
        const cut = name === 'orderNumber' && control !== undefined ? await oneMore(context, served, limit) : [];
        for (const reply of [answers.over, ...far, ...cut])
          recordRefused(context, { refused: id }, reply, `${name} is longer than ${limit} characters`);
      }
      for (const id of tooLong) {
        const password = await look(maxLengthOf(served, 'loginPassword') + 1, 'loginPassword');
        judgeTooLong(context, id, answers.over);
        judgeTooLong(context, id, password, 'authentication-failed');
      }
    },
  };
}

interface Answers {
  readonly short: Reply;
  readonly below: Reply;
  readonly at: Reply;
  readonly over: Reply;
}

/** An order of the profile whose number is as long as it may be. It may be gone: then it is answered as one that never was, and nothing is shown. */
async function judgeReal(
  context: CheckContext,
  id: string,
  served: Operation,
  limit: number,
  { short, over }: Answers,
): Promise<void> {
  const longest = longestOf(context, limit);
  if (longest === undefined) return;
  const call = { label: `a real order number of ${limit} characters`, fields: plainFields(longest.number) };
  const real = await askOnce(context, served, call, [ANY_CONDITION]);
  recordReply(context, id, real, () => {
    if (isAccepted(real)) return PASS;
    const [shortCode, overCode] = [short, over].map((one) => one.reading?.code);
    if (real.reading?.outcome === 'error' && real.reading.code === overCode && shortCode !== overCode)
      return fail('the state of the order', `${describeError(real.reading)}, as for a longer one`);
    return unshown('no-fixture', { what: 'open', of: call.label, but: 'gone' });
  });
}

/** A real order number of just the permitted length with a digit more: whoever cuts it off finds that order. */
async function oneMore(context: CheckContext, served: Operation, limit: number): Promise<Reply[]> {
  const longest = longestOf(context, limit);
  if (longest === undefined) return [];
  const call = { label: 'a real order number and one digit more', fields: plainFields(`${longest.number}0`) };
  return [await askOnce(context, served, call, ['argument-invalid', ...unknownOrderConditions(context.contract)])];
}

function longestOf({ session }: CheckContext, limit: number): Order | undefined {
  return ordersOf(session.target).find(({ number }) => number.length === limit);
}

/**
 * With a login that does not exist both conditions hold: which is answered is the dialect's to say, as are the codes. `besides`: what
 * else may be answered, as of a password that is too long somebody may say what becomes of it with a name that is known.
 */
function judgeTooLong(context: CheckContext, id: string, over: Reply, ...besides: readonly string[]): void {
  const silence = 'legacy.credentials.too-long';
  const codes = context.contract.answer('legacy.codes');
  const told = claimed<string>(context.contract, silence);
  const conditions = told === undefined ? [ANY_CONDITION] : [told, ...besides];
  recordReply(context, id, over, (exchange) => judgeCode(exchange, formatOf(over.operation), conditions, codes));
  if (over.reading?.code !== undefined) context.observe(id, { silence, value: over.reading.code });
}

function lookAt(context: CheckContext, operation: Operation, name: string, length: number): Promise<Reply> {
  const isOrder = name === 'orderNumber';
  const limit = maxLengthOf(operation, name);
  // A method whose name we only assume may be the fault that is answered.
  const isAssumed = operation.effect === 'modify' && dcvNames(context.contract)?.methodsDeclared !== true;
  const held = isOrder
    ? unknownOrderConditions(context.contract)
    : ['authentication-failed', ...(isAssumed ? [ANY_CONDITION] : [])];
  // Which of two faults is answered is open (legacy.precedence), and so is what becomes of over-long credentials.
  const conditions =
    length > limit ? ['argument-invalid', ...held] : isOrder && length > SHORT ? [ANY_CONDITION] : held;
  const call = { label: `${name} of ${length} characters`, fields: fieldsWith(context, operation, name, length) };
  // Far over, the HTTP server may find the request too large before the action sees it.
  return askOnce(context, operation, length > limit + 1 ? { ...call, byHttp: true } : call, conditions);
}

/** Everything made up but the login that an order number needs to be looked at. */
function fieldsWith(context: CheckContext, operation: Operation, name: string, length: number): Field[] {
  if (name === 'orderNumber') return plainFields(absentOrderOf(length, context.seed));
  const order = field('orderNumber', absentOrder(context.session.target));
  const cname = dcvNames(context.contract)?.methods.cname;
  const method = operation.effect === 'modify' && cname !== undefined ? [field('newMethod', cname)] : [];
  const text = `x${String(context.seed)}`.padEnd(length, 'abcdefghij').slice(0, length);
  return withFields([...madeUpLogin(context.seed), order, ...method], field(name, text));
}

function judgeLimit(name: string, { short, below, at, over }: Answers): Judgement {
  const unread = [short, below, over].map(unusable).find((judgement) => judgement !== undefined);
  if (unread !== undefined) return unread;
  const { reading } = at;
  if (reading?.outcome === 'success') return fail('an error record: the value is made up', 'success');
  const codes = [short, below, at, over].map((one) =>
    one.reading?.outcome === 'error' ? one.reading.code : undefined,
  );
  if (reading === undefined || codes.includes(undefined)) return noRecord(at);
  const [shortCode, belowCode, atCode, overCode] = codes;
  if (atCode === shortCode) return PASS;
  const expected = `the answer that a short ${name} gets (errorCode ${shortCode})`;
  if (atCode === overCode && (belowCode === shortCode || name !== 'orderNumber'))
    return fail(expected, `at the limit ${describeError(reading)}, like one character more`);
  // Which order numbers are well-formed is open; long ones may be told from short ones for another reason than length.
  if (name === 'orderNumber')
    return observed({ what: 'shown', of: 'errorCode of long and of short numbers', value: [atCode, shortCode] });
  return warn(expected, `errorCode ${atCode}`);
}
