/**
 * Spellings of one and the same call (form encoding standard; contract 4.12, 4.13): equal meaning, equal answer. What the
 * standard settles is judged; the rest is observed.
 */
import { type Contract, enumOf, type Promises, promisesOf } from '../../spec/index.ts';
import type { Check, Judgement } from '../engine/index.ts';
import { describeError, fail, judgeSucceeded, PASS } from '../judges/index.ts';
import { type Action, type ActionKind, actionCheck } from './action.ts';
import {
  bodyOf,
  encode,
  encodeAll,
  type Field,
  FORM,
  field,
  formatOf,
  type LegacyCall,
  madeUpLogin,
  plainFields,
  raw,
  withFields,
} from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { holdToDeclared, inOtherCase, type Means, NAME_CASE } from './declared.ts';
import { absentOrder } from './orders.ts';
import {
  ask,
  evidenceOf,
  isAccepted,
  noRecord,
  outcomeOf,
  type Reply,
  recordOpen,
  recordReply,
  statusOf,
  unusable,
} from './replies.ts';

/** Another spelling of an accepted call; `about` is the last part of the requirement id. */
type Spelling = LegacyCall & { readonly about: 'order' | 'percent' | 'space' | 'separators' | 'content-type' };

/** Spellings of a call whose login stands in placeholders and whose other values are plain. */
function spellings(fields: readonly Field[]): Spelling[] {
  const login = (name: string, how: string): Field => raw(name, `{{${name}|${how}}}`);
  const spelled = (change: (value: string, name: string) => Field): Field[] =>
    fields.map((one) => (one[0].startsWith('login') ? one : change(one[1], one[0])));
  const every = (upper: boolean): Field[] =>
    spelled((value, name) => [name, encodeAll(decodeURIComponent(value.replaceAll('+', ' ')), upper)]);
  const row = (about: Spelling['about'], label: string, more: Partial<LegacyCall>): Spelling => {
    return { about, label, fields, ...more };
  };
  const spaced = spelled((value, name) => [name, value.replaceAll('+', '%20')]);
  const typed = (type: string): Pick<LegacyCall, 'headers'> => ({ headers: [['Content-Type', type]] });
  return [
    row('order', 'the arguments in reverse order', { fields: [...fields].reverse() }),
    row('order', 'the login after the other arguments', { fields: [...fields.slice(2), ...fields.slice(0, 2)] }),
    row('percent', 'every character of the values percent-encoded', { fields: every(true) }),
    row('percent', 'percent-encoding in lower-case hexadecimal digits', { fields: every(false) }),
    row('percent', 'letters of the names percent-encoded', {
      fields: spelled((value, name) => [`${encodeAll(name.slice(0, 1))}${name.slice(1)}`, value]),
    }),
    row('percent', 'every character of the login percent-encoded', {
      fields: withFields(fields, login('loginName', 'percent'), login('loginPassword', 'percent')),
    }),
    row('space', 'spaces as %20', { fields: withFields(spaced, login('loginPassword', 'twenty')) }),
    row('separators', 'a separator at the end', { body: `${bodyOf(fields)}&` }),
    row('separators', 'empty pairs between the others', { body: `&${bodyOf(fields).replaceAll('&', '&&')}` }),
    row('content-type', 'a charset parameter', typed(`${FORM}; charset=UTF-8`)),
    row('content-type', 'the body in chunks', { chunked: true }),
    row('content-type', 'the media type in capitals', typed('Application/X-WWW-Form-URLEncoded')),
  ];
}

/** Equal calls in other spellings, and the points that the contract leaves open. */
export function encodingCheck<A extends Action>(
  contract: Contract,
  kind: ActionKind<A>,
  morePoints: (action: A) => readonly OpenPoint[],
): Check {
  const promised = promisesOf(contract, kind.id, 'encoding');
  return actionCheck(kind, ['encoding', 'reads equal forms alike'], promised.ids, async (action) => {
    await judgeSpellings(promised, action);
    await judgeSpaceInLogin(promised, action);
    await judgeNonAscii(promised, action);
    await judgeOpenPoints(promised, action, [...commonPoints(action), ...morePoints(action)]);
  });
}

/** Judges each spelling: accepted as the plain one is, and with the same answer. */
async function judgeSpellings(promised: Promises, action: Action): Promise<void> {
  const { context, operation } = action;
  const count = spellings(action.fields()).length;
  for (let i = 0; i < count; i++) {
    const make = (): Spelling => spellings(action.fields())[i] as Spelling;
    const spelling = make();
    const reply = await afterPlain(action, make, await action.accept(spelling));
    const requirement = promised.id(spelling.about);
    const isOwn = !isAccepted(reply) && (await isReadByOther(action, spelling, reply));
    const judgement = recordReply(context, requirement, reply, (exchange) => {
      const judged = judgeSucceeded(exchange, formatOf(operation));
      return isOwn ? judged : softened(judged, spelling);
    });
    const actual = judgement.verdict === 'pass' ? await action.difference?.(reply) : undefined;
    if (actual === undefined) continue;
    context.record(requirement, fail('the answer to the plain spelling of the same call', actual), evidenceOf(reply));
  }
}

/** A call that is refused is made once more after a plain one: where that is refused as well, nothing can be told of it. */
async function afterPlain(action: Action, make: () => LegacyCall, reply: Reply): Promise<Reply> {
  if (isAccepted(reply) || unusable(reply) !== undefined) return reply;
  const plain = await action.accept({ label: 'the plain call', fields: action.fields() });
  if (!isAccepted(plain)) return { ...reply, lost: plain };
  const again = await action.accept(make());
  return isAccepted(again) ? again : reply;
}

/**
 * True where another action reads the form that this one does not: then it is not for how the server reads all forms. An order that
 * does not exist shows it, as whoever cannot read the form finds none of its arguments.
 */
async function isReadByOther(action: Action, spelling: Spelling, refused: Reply): Promise<boolean> {
  const { context, operation } = action;
  if (spelling.about !== 'content-type') return false;
  const { label, headers, chunked } = spelling;
  const form = { ...(headers && { headers }), ...(chunked && { chunked }) };
  const others = context.contract.operations.filter((one) => one.interface === 'legacy' && one !== operation);
  for (const other of others) {
    const methods = enumOf(other.parameters.find(({ name }) => name === 'newMethod')?.schema ?? true);
    const method = methods.slice(0, 1).map((one) => field('newMethod', String(one)));
    const fields = [...plainFields(absentOrder(context.session.target)), ...method];
    const refuse = (how: string, more: Partial<LegacyCall>): Promise<Reply> =>
      ask(context, other, { label: `${how}, of an order that does not exist`, fields, ...more }, [ANY_CONDITION]);
    const plain = await refuse('a plain call', {});
    if (plain.reading?.outcome !== 'error' || outcomeOf(plain) === outcomeOf(refused)) continue;
    if (outcomeOf(await refuse(label, form)) === outcomeOf(plain)) return true;
  }
  return false;
}

/** Tolerance towards empty pairs and media type parameters is good practice, and no promise of this contract. */
function softened(judgement: Judgement, { about }: Spelling): Judgement {
  if (judgement.verdict !== 'fail' || (about !== 'separators' && about !== 'content-type')) return judgement;
  return { ...judgement, verdict: 'warn' };
}

/** Asks with a login that does not exist. */
function nobody(action: Action, label: string, name: string, also: readonly string[] = []): Promise<Reply> {
  const [, password] = madeUpLogin(action.context.seed);
  const fields = withFields(action.fields(), password, raw('loginName', name));
  return ask(action.context, action.operation, { label, fields }, ['authentication-failed', ...also]);
}

/** A space written in two ways, in a login that does not exist: both answers must be the same. */
async function judgeSpaceInLogin(promised: Promises, action: Action): Promise<void> {
  const plus = await nobody(action, 'a space in the login name as +', 'no+such+login');
  const twenty = await nobody(action, 'a space in the login name as %20', 'no%20such%20login');
  recordReply(action.context, promised.id('space'), twenty, () => {
    const unread = unusable(plus);
    if (unread !== undefined) return unread;
    if (plus.reading?.outcome !== 'error' || twenty.reading?.outcome !== 'error') return noRecord(twenty);
    if (plus.reading.code === twenty.reading.code) return PASS;
    const expected = `the answer to the same login written with + (${describeError(plus.reading)})`;
    return fail(expected, describeError(twenty.reading));
  });
}

/** A login beyond ASCII is a wrong login like any other. */
async function judgeNonAscii(promised: Promises, action: Action): Promise<void> {
  for (const name of ['müller-é', 'логин', '名前', 'a\u0301']) {
    const reply = await nobody(action, `the login name ${name}`, encode(name), ['argument-invalid']);
    const outcome = reply.reading?.outcome;
    const status = statusOf(reply, 500);
    recordReply(action.context, promised.id('non-ascii'), reply, () => {
      if (outcome === 'error' && status < 500) return PASS;
      if (outcome === 'unclear' && status < 500) return noRecord(reply);
      const actual = outcome === 'success' ? 'accepted' : `status ${status}`;
      return fail('an error record: there is no such login', actual);
    });
  }
}

/** A call whose meaning the contract leaves open. */
export interface OpenPoint {
  readonly silence: string;
  /** Last part of the id of the requirement that holds the target to what it declares. */
  readonly about?: 'repeated' | 'name-case';
  readonly means?: Means;
  /** Made of a plain call when its turn comes: a change asks for another method than the one in use. */
  readonly call: (plain: Field[]) => LegacyCall;
}

/** The points that both actions leave open. */
function commonPoints({ number, fields }: Action): OpenPoint[] {
  const twice = (label: string, name: string) => ({
    call: (plain: Field[]) => ({ label, fields: [...plain, field(name, number)] }),
  });
  const nameCase = { silence: 'legacy.parameter-name-case', about: 'name-case' } as const;
  // In other letters a login would be a wrong one, which may lock it.
  const names = fields().flatMap(([name]) => (name.startsWith('login') ? [] : [name]));
  return [
    {
      silence: 'legacy.repeated-parameter',
      about: 'repeated',
      means: { first: 'success', refused: 'error' },
      ...twice('orderNumber twice, with the same value', 'orderNumber'),
    },
    ...names.map((name) => ({ ...nameCase, means: NAME_CASE, call: (plain: Field[]) => inOtherCase(plain, name) })),
    {
      ...nameCase,
      means: { exact: 'error' },
      ...twice('ORDERNUMBER beside orderNumber', 'ORDERNUMBER'),
    },
  ];
}

/** Either reading is fine unless one is declared; only a server error never is. */
async function judgeOpenPoints(promised: Promises, action: Action, points: readonly OpenPoint[]): Promise<void> {
  const { context } = action;
  const open = promised.id('open');
  for (const { silence, about, means = {}, call } of points) {
    const plain = action.fields();
    const { reply, judgement } = await holdToDeclared(action, plain, call(plain), { silence, means });
    recordOpen(context, open, reply);
    context.observe(open, { silence, value: outcomeOf(reply) });
    if (about !== undefined) recordReply(context, promised.id(about), reply, judgement);
  }
}
