/**
 * Logins that must be refused (contract 5). Real accounts lock, so a run sends few wrong logins for the real one and all
 * others for a login that does not exist. Which action may use which place of that budget is fixed, so that groups that run
 * at the same time do not take each other's.
 */
import { type Contract, type Promises, promisesOf } from '../../spec/index.ts';
import { type Check, inconclusive } from '../engine/index.ts';
import { type Doubt, unshown } from '../judges/index.ts';
import { type Action, type ActionKind, actionCheck, refuse } from './action.ts';
import { type Field, field, loginOf, madeUpLogin, raw, withFields } from './call.ts';
import { ANY_CONDITION, conditionIds, type Probe, probe } from './conditions.ts';
import { type ConditionIds, type Reply, recordRefused } from './replies.ts';

const CONDITION = 'authentication-failed';

/** A server may also find that such a text cannot be a login. */
const MAY_BE_INVALID = ['argument-invalid'];

/** States of a login fixture, and the requirement that each shows beside the condition itself. */
export const STATES: Readonly<Record<string, string | undefined>> = {
  locked: 'locked',
  expired: 'expired',
  blocked: undefined,
};

/** When an action may use the run's budget of wrong logins. */
export interface Turn {
  /** That of the status action, the DCV action or the second path. */
  readonly turn: 0 | 1 | 2;
  /** True where the budget may be used up, so that nothing is missing when no wrong login is left. */
  readonly spare?: true;
}

interface Subject extends Turn {
  /** Requirements of the condition itself, and of the states of accounts and letter case. */
  readonly ids: Required<ConditionIds>;
  readonly promised: Promises;
  readonly action: Action;
}

/** Wrong logins of every kind, within the limit of the profile. */
export function authenticationCheck(contract: Contract, kind: ActionKind, turn: Turn): Check {
  const ids = conditionIds(contract, kind.id, CONDITION);
  const promised = promisesOf(contract, kind.id, 'authentication');
  const requirements = [...Object.values(ids), ...promised.ids];
  return actionCheck(kind, ['authentication', 'refuses wrong logins'], requirements, async (action) => {
    const subject = { ...turn, ids, promised, action };
    await judgeMadeUp(subject);
    await judgeFixtures(subject);
    await judgeRealAccount(subject);
  });
}

/** Sends a call with another login, and records that it is refused; as one of the requirement `own`, too, where it has one. */
async function refuseLogin(
  { action, ids }: Subject,
  login: readonly Field[],
  own: string | undefined,
  { because, ...more }: Partial<Probe> & Pick<Probe, 'because'>,
): Promise<Reply> {
  const one = probe(because, withFields(action.fields(), ...login), [CONDITION], more);
  const reply = await refuse(action, one, ids);
  if (own !== undefined) recordRefused(action.context, { refused: own }, reply, because);
  return reply;
}

/** Logins that do not exist: as many as we like. */
async function judgeMadeUp(subject: Subject): Promise<void> {
  const [name, password] = madeUpLogin(subject.action.context.seed);
  for (const [label, login] of [
    ['a login that does not exist', name],
    ['a login of one character', field('loginName', 'q')],
    ['a login that is a quote', field('loginName', `' or '1'='1`)],
    ['a login with a wildcard', field('loginName', '%')],
  ] as const) {
    const conditions = [CONDITION, ...(login === name ? [] : MAY_BE_INVALID)];
    const about = { because: 'the login does not exist', label, conditions };
    await refuseLogin(subject, [login, password], undefined, about);
  }
}

/** Accounts that the profile states because they may not log in. */
async function judgeFixtures(subject: Subject): Promise<void> {
  const { context } = subject.action;
  const logins = context.session.target.fixtures().filter(({ kind }) => kind === 'login');
  for (const [state, suffix] of Object.entries(STATES)) {
    const own = suffix === undefined ? undefined : subject.promised.id(suffix);
    const label = `a login that is ${state}`;
    const found = logins.filter(({ traits }) => traits['state'] === state);
    if (found.length === 0 && own !== undefined) {
      const missing = context.session.short({ kind: 'login', effect: 'observe', traits: { state } });
      context.record(own, inconclusive(missing), { label });
    }
    for (const [i, login] of found.entries()) {
      const which = i === 0 ? label : `${label}, ${i + 1}`;
      await refuseLogin(subject, loginOf(login), own, { because: `the login is ${state}`, label: which });
    }
  }
}

/** One wrong login for the real account. */
interface WrongLogin {
  /** Undefined for the password of another account. */
  readonly value: string | undefined;
  readonly how: string;
  readonly because: string;
  /** Somebody else's name with the right password, or no password at all: nobody is locked out for that. */
  readonly free?: true;
  /** Shows that letter case counts. */
  readonly letterCase?: true;
  /** With blanks around it, which a server may take off all arguments. */
  readonly between?: true;
  /** What else than a failed login may be answered; a server may find that most of these cannot be a login. */
  readonly also: readonly string[];
}

type Besides = Partial<Omit<WrongLogin, 'value' | 'how' | 'because'>>;

const wrong = (value: WrongLogin['value'], how: string, because: string, besides: Besides = {}): WrongLogin => {
  return { value, how, because, also: MAY_BE_INVALID, ...besides };
};

const FREE = { free: true } as const;
const BETWEEN = { between: true } as const;
const OF_CASE = { letterCase: true, also: [] } as const;

/**
 * In the order in which they are worth a wrong login: a profile permits few. A sign of its own parts a value from what follows,
 * so that it is recognised, and redacted, wherever it turns up.
 */
const WRONG_LOGINS: readonly WrongLogin[] = [
  wrong('{{loginName|swapcase}}', 'in another case', 'login names are case sensitive', { ...FREE, ...OF_CASE }),
  wrong('{{loginName}}-zzz', 'with further characters', 'the login name only begins as the right one', FREE),
  wrong('+{{loginName}}+', 'between blanks', 'blanks belong to the login name', { ...FREE, ...BETWEEN }),
  wrong('', 'left empty', 'the password is empty', { ...FREE, also: ['argument-missing', 'argument-invalid'] }),
  wrong('{{loginPassword|swapcase}}', 'in another case', 'passwords are case sensitive', OF_CASE),
  wrong('{{loginPassword}}-zzz', 'with further characters', 'the password only begins as the right one'),
  wrong('{{loginPassword|cut}}', 'without its last character', 'only the beginning of the password is given'),
  wrong('+{{loginPassword}}+', 'between blanks', 'blanks belong to the password', BETWEEN),
  // Somebody else may have that name: it counts as a wrong login.
  wrong('{{loginName|cut}}', 'without its last character', 'only the beginning of the login name is given'),
  wrong('{{loginPassword|wrong}}', 'changed to a wrong one', 'the password is wrong', { also: [] }),
  wrong(undefined, 'of another account', 'it is the password of another account', { also: [] }),
];

const COUNTED = WRONG_LOGINS.filter(({ free }) => free !== true);

/**
 * Which wrong login of the run it is: it is only sent when the limit of the profile reaches so far. The documented actions
 * take turns; a second path of one of them comes after both.
 */
function place(login: WrongLogin, turn: Subject['turn']): number {
  const at = COUNTED.indexOf(login);
  if (at < 0) return 1;
  return turn === 2 ? COUNTED.length * 2 + at + 1 : at * 2 + turn + 1;
}

/** Whether the server takes the blanks off another argument as well: that a form is read so is not ruled out. */
async function whetherTrimmed({ action }: Subject): Promise<Doubt | undefined> {
  const spaced = raw('orderNumber', `+${action.number}+`);
  const label = 'the order number between blanks';
  const { reading } = await action.send({ fields: withFields(action.fields(), spaced), label }, [ANY_CONDITION]);
  return reading?.outcome === 'success' ? 'trims' : undefined;
}

/** The few wrong logins for the real account that the profile allows. */
async function judgeRealAccount(subject: Subject): Promise<void> {
  const { context } = subject.action;
  const own = subject.promised.id('credentials', 'case');
  const limit = context.target.legacy.wrongLoginLimit;
  const others = context.session.target.fixtures().find(({ kind }) => kind === 'login');
  let isCaseShown = false;
  for (const one of WRONG_LOGINS.filter((login) => place(login, subject.turn) <= limit)) {
    const { how, because, also, letterCase, between } = one;
    const value = one.value ?? others?.ids['loginPassword']?.toString().replace('}}', '|other}}');
    if (value === undefined) continue;
    const name = value.includes('loginName') ? 'loginName' : 'loginPassword';
    const label = `the ${name === 'loginName' ? 'login name' : 'password'} ${how}`;
    const conditions = [CONDITION, ...also];
    const about = letterCase === true ? own : undefined;
    try {
      const doubt = between === true ? () => whetherTrimmed(subject) : undefined;
      await refuseLogin(subject, [raw(name, value)], about, { because, label, conditions, wrongLogin: true, doubt });
      isCaseShown ||= letterCase === true;
    } catch (error) {
      // A login without letters has no other case, two accounts may share a password: `target` refuses to send that.
      if (!(error instanceof Error) || error.name !== 'UnsendableRequest') throw error;
      context.unsent(subject.ids.refused);
    }
  }
  // The limit is spent on the documented actions first; a second path of one of them does without.
  if (isCaseShown || subject.spare === true) return;
  const none = unshown('effect-not-permitted', {
    what: 'none',
    of: 'wrong-login',
    was: 'permitted',
    but: 'wrong-login-limit',
  });
  context.record(own, none, { label: 'letter case' });
}
