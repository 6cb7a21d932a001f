/**
 * Spellings of one and the same call (form encoding standard; contract 4.12, 4.13): equal meaning, equal answer. What the
 * standard settles is judged; the rest is observed.
 */
import { type Promises, promisesOf } from '../../spec/index.ts';
import type { Contract, Answer as DialectAnswer } from '../../spec/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { describeError, fail, judgeSucceeded, observed, PASS, unshown } from '../judges/index.ts';
import type { Action, ActionKind } from './action.ts';
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
  raw,
  withFields,
  without,
} from './call.ts';
import { actionCheck } from './condition-checks.ts';
import { ANY_CONDITION } from './conditions.ts';
import { ask, type Reply, recordReply, unusable } from './replies.ts';

/** Another spelling of an accepted call. */
interface Spelling extends LegacyCall {
  /** Last part of the requirement id. */
  readonly about: 'order' | 'percent' | 'space' | 'separators' | 'content-type';
}

/** Spellings of a call whose login stands in placeholders and whose other values are plain. */
function spellings(fields: readonly Field[]): Spelling[] {
  const plain = (name: string): boolean => !name.startsWith('login');
  const spelled = (change: (one: Field) => Field): Field[] => fields.map((one) => (plain(one[0]) ? change(one) : one));
  const decoded = (value: string): string => decodeURIComponent(value.replaceAll('+', ' '));
  const typed = (label: string, type: string): Spelling => ({
    about: 'content-type',
    label,
    fields,
    headers: [['Content-Type', type]],
  });
  const body = (label: string, content: string): Spelling => ({
    about: 'separators',
    label,
    fields: [],
    body: content,
  });
  return [
    { about: 'order', label: 'the arguments in reverse order', fields: [...fields].reverse() },
    {
      about: 'order',
      label: 'the login after the other arguments',
      fields: [...fields.slice(2), ...fields.slice(0, 2)],
    },
    {
      about: 'percent',
      label: 'every character of the values percent-encoded',
      fields: spelled(([name, value]) => [name, encodeAll(decoded(value))]),
    },
    {
      about: 'percent',
      label: 'percent-encoding in lower-case hexadecimal digits',
      fields: spelled(([name, value]) => [name, encodeAll(decoded(value), false)]),
    },
    {
      about: 'percent',
      label: 'letters of the names percent-encoded',
      fields: spelled(([name, value]) => [`${encodeAll(name.slice(0, 1))}${name.slice(1)}`, value]),
    },
    {
      about: 'percent',
      label: 'every character of the login percent-encoded',
      fields: withFields(
        fields,
        raw('loginName', '{{loginName|percent}}'),
        raw('loginPassword', '{{loginPassword|percent}}'),
      ),
    },
    {
      about: 'space',
      label: 'spaces as %20',
      fields: withFields(
        spelled(([name, value]) => [name, value.replaceAll('+', '%20')]),
        raw('loginPassword', '{{loginPassword|twenty}}'),
      ),
    },
    body('a separator at the end', `${bodyOf(fields)}&`),
    body('empty pairs between the others', `&${fields.map(([name, value]) => `${name}=${value}`).join('&&')}`),
    typed('a charset parameter', `${FORM}; charset=UTF-8`),
    { about: 'content-type', label: 'the body in chunks', fields, chunked: true },
    typed('the media type in capitals', 'Application/X-WWW-Form-URLEncoded'),
  ];
}

/** Equal calls in other spellings, and the points that the contract leaves open. */
export function encodingCheck<A extends Action>(
  contract: Contract,
  kind: ActionKind<A>,
  morePoints: (action: A) => readonly OpenPoint[],
): Check {
  const promised = promisesOf(contract, kind.id, 'encoding');
  return actionCheck(kind, ['encoding', 'reads equal forms alike'], promised.ids, async (context, action) => {
    await judgeSpellings(context, promised, action);
    await judgeSpaceInLogin(context, promised, action);
    await judgeNonAscii(context, promised, action);
    await judgeOpenPoints(context, promised, action, [...commonPoints(action), ...morePoints(action)]);
  });
}

/** Judges each spelling: accepted as the plain one is, and with the same answer. */
async function judgeSpellings(context: CheckContext, promised: Promises, action: Action): Promise<void> {
  const count = spellings(action.fields()).length;
  for (let i = 0; i < count; i++) {
    const spelling = spellings(action.fields())[i] as Spelling;
    const reply = await action.accept(spelling);
    const requirement = promised.id(spelling.about);
    const judgement = recordReply(context, requirement, reply, (exchange) =>
      softened(judgeSucceeded(exchange, formatOf(action.operation)), spelling),
    );
    const actual = judgement.verdict === 'pass' ? await action.difference?.(reply) : undefined;
    if (actual === undefined) continue;
    const evidence = { label: spelling.label, exchange: reply.exchange };
    context.record(requirement, fail('the answer to the plain spelling of the same call', actual), evidence);
  }
}

/** Tolerance towards empty pairs and media type parameters is good practice, and no promise of this contract. */
function softened(judgement: Judgement, { about, label }: Spelling): Judgement {
  if (judgement.verdict !== 'fail' || (about !== 'separators' && about !== 'content-type')) return judgement;
  return { ...judgement, verdict: 'warn', reason: `Not accepted with ${label}: ${judgement.actual ?? ''}` };
}

/** A space written in two ways, in a login that does not exist: both answers must be the same. */
async function judgeSpaceInLogin(context: CheckContext, promised: Promises, action: Action): Promise<void> {
  const fields = action.fields();
  const name = madeUpLogin(context.seed)[1];
  const look = (label: string, value: string): Promise<Reply> =>
    ask(context, action.operation, { label, fields: withFields(fields, name, raw('loginName', value)) }, [
      'authentication-failed',
    ]);
  const plus = await look('a space in the login name as +', 'no+such+login');
  const twenty = await look('a space in the login name as %20', 'no%20such%20login');
  recordReply(context, promised.id('space'), twenty, (exchange) => {
    const unread = unusable(plus);
    if (unread !== undefined) return unread;
    if (plus.reading?.outcome !== 'error' || twenty.reading?.outcome !== 'error')
      return unshown('earlier-step', 'Not both answers are error records.');
    if (plus.reading.code === twenty.reading.code) return PASS;
    return {
      verdict: exchange.response === undefined ? 'inconclusive' : 'fail',
      expected: `the answer to the same login written with + (${describeError(plus.reading)})`,
      actual: describeError(twenty.reading),
    };
  });
}

/** A login beyond ASCII is a wrong login like any other. */
async function judgeNonAscii(context: CheckContext, promised: Promises, action: Action): Promise<void> {
  const fields = action.fields();
  const password = madeUpLogin(context.seed)[1];
  for (const name of ['müller-é', 'логин', '名前', 'a\u0301']) {
    const call = {
      label: `the login name ${name}`,
      fields: withFields(fields, raw('loginName', encode(name)), password),
    };
    const reply = await ask(context, action.operation, call, ['authentication-failed', 'argument-invalid']);
    recordReply(context, promised.id('non-ascii'), reply, ({ response }) => {
      const { reading } = reply;
      const status = response?.status ?? 500;
      if (reading?.outcome === 'error' && status < 500) return PASS;
      if (reading?.outcome === 'unclear' && status < 500)
        return unshown('earlier-step', 'The answer is no readable record.');
      const actual = reading?.outcome === 'success' ? 'accepted' : `status ${status}`;
      return fail('an error record: there is no such login', actual);
    });
  }
}

/** A call whose meaning the contract leaves open. */
export interface OpenPoint {
  readonly silence: string;
  /** Last part of the id of the requirement that holds the target to what it declares. */
  readonly about?: 'repeated' | 'name-case';
  /** What the call comes to under each answer that settles it. */
  readonly means?: Readonly<Record<string, 'success' | 'error'>>;
  /** Made when its turn comes: a change asks for another method than the one in use. */
  readonly call: () => LegacyCall;
}

/** The points that both actions leave open. */
function commonPoints({ order: number, fields }: Action): OpenPoint[] {
  const capitals = field('ORDERNUMBER', number);
  return [
    {
      silence: 'legacy.repeated-parameter',
      about: 'repeated',
      means: { first: 'success', refused: 'error' },
      call: () => ({
        label: 'orderNumber twice, with the same value',
        fields: [...fields(), field('orderNumber', number)],
      }),
    },
    {
      silence: 'legacy.parameter-name-case',
      about: 'name-case',
      means: { exact: 'error', ignored: 'success' },
      call: () => ({
        label: 'ORDERNUMBER in place of orderNumber',
        fields: [...without(fields(), 'orderNumber'), capitals],
      }),
    },
    {
      silence: 'legacy.parameter-name-case',
      about: 'name-case',
      means: { exact: 'error' },
      call: () => ({ label: 'ORDERNUMBER beside orderNumber', fields: [...fields(), capitals] }),
    },
  ];
}

/** Either reading is fine unless one is declared; only a server error never is. */
async function judgeOpenPoints(
  context: CheckContext,
  promised: Promises,
  action: Action,
  points: readonly OpenPoint[],
): Promise<void> {
  const open = promised.id('open');
  for (const { silence, about, means = {}, call } of points) {
    const reply = await action.send(call(), [ANY_CONDITION]);
    const { label } = reply.call;
    const outcome = outcomeOf(reply);
    recordReply(context, open, reply, ({ response }) =>
      (response?.status ?? 500) >= 500
        ? fail('any status below 500', `status ${response?.status ?? 0}`)
        : observed(`${label}: ${outcome}.`),
    );
    context.observe(open, { silence, value: outcome });
    const declared = context.contract.answer(silence);
    if (about !== undefined)
      recordReply(context, promised.id(about), reply, () => judgeDeclared(reply, declared, means));
  }
}

/** What came of a call at an open point, held against the reading that is declared. */
export function judgeDeclared(
  reply: Reply,
  declared: DialectAnswer | undefined,
  means: Readonly<Record<string, 'success' | 'error'>>,
): Judgement {
  const actual = outcomeOf(reply);
  const wanted = declared?.standing === 'claimed' ? means[String(declared.value)] : undefined;
  if (wanted === undefined) return observed(`${reply.call.label}: ${actual}.`);
  const got = reply.reading?.outcome;
  if (got === wanted) return PASS;
  if (got !== 'success' && got !== 'error') return unshown('earlier-step', 'The answer is no readable record.');
  const expected = `${wanted === 'error' ? 'a refusal' : 'success'}: ${JSON.stringify(declared?.value)} is declared`;
  return fail(expected, actual);
}

function outcomeOf({ reading }: Reply): string {
  if (reading?.outcome === 'error') return `refused with errorCode ${reading.code ?? 'none'}`;
  return reading?.outcome === 'success' ? 'accepted' : 'unclear';
}
