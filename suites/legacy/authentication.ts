/**
 * Logins that must be refused (contract 5). Real accounts lock, so a run sends few wrong logins for the real one and all
 * others for a login that does not exist. Which action may use which place of that budget is fixed, so that groups that run
 * at the same time do not take each other's.
 */
import { type Contract, type Promises, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, inconclusive } from '../engine/index.ts';
import { judgeRefused, unshown } from '../judges/index.ts';
import type { Action, ActionKind } from './action.ts';
import { encode, type Field, field, formatOf, type LegacyCall, madeUpLogin, raw, withFields } from './call.ts';
import { actionCheck } from './condition-checks.ts';
import { type ConditionIds, conditionIds, type Fault, fault, type Probe, recordRefusal } from './conditions.ts';
import { type Reply, recordReply } from './replies.ts';

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
  return actionCheck(kind, ['authentication', 'refuses wrong logins'], requirements, async (context, action) => {
    const subject = { ...turn, ids, promised, action };
    for (const make of madeUpFaults(context)) await refuse(context, subject, make(action.fields()));
    await judgeFixtures(context, subject);
    await judgeRealAccount(context, subject);
  });
}

async function refuse(context: CheckContext, { action, ids }: Subject, probe: Probe): Promise<Reply> {
  const reply = await action.send(probe, probe.conditions);
  recordRefusal(context, action.operation, reply, probe.refusal, ids);
  return reply;
}

/** Logins that do not exist: as many as we like. */
function madeUpFaults({ seed }: CheckContext): Fault[] {
  const [name, password] = madeUpLogin(seed);
  const named = (what: string, login: Field, also: readonly string[] = MAY_BE_INVALID): Fault =>
    fault(`login.${what}`, what, [CONDITION, ...also], (fields) => withFields(fields, login, password), {
      refusal: { because: 'the login does not exist' },
    });
  return [
    named('a login that does not exist', name, []),
    named('a login of one character', field('loginName', 'q')),
    named('a login that is a quote', field('loginName', `' or '1'='1`)),
    named('a login with a wildcard', field('loginName', '%')),
  ];
}

/** Accounts that the profile states because they may not log in. */
async function judgeFixtures(context: CheckContext, subject: Subject): Promise<void> {
  const logins = context.session.target.fixtures().filter(({ kind }) => kind === 'login');
  for (const [state, suffix] of Object.entries(STATES)) {
    const own = suffix === undefined ? undefined : subject.promised.id(suffix);
    const found = logins.filter(({ traits }) => traits['state'] === state);
    if (found.length === 0 && own !== undefined) {
      const missing = context.session.short({ kind: 'login', effect: 'observe', traits: { state } });
      context.record(own, inconclusive(missing), { label: `a login that is ${state}` });
    }
    for (const [i, { ids: login }] of found.entries()) {
      const label = `a login that is ${state}`;
      const reply = await refuse(context, subject, {
        id: `login.${state}.${i}`,
        label,
        fields: withFields(
          subject.action.fields(),
          raw('loginName', encode(String(login['loginName']))),
          raw('loginPassword', String(login['loginPassword'])),
        ),
        conditions: [CONDITION],
        refusal: { because: `the login is ${state}` },
      });
      if (own !== undefined)
        recordReply(context, own, reply, (exchange) =>
          judgeRefused(exchange, formatOf(subject.action.operation), { because: `the login is ${state}` }),
        );
    }
  }
}

/** One wrong login for the real account. */
interface WrongLogin {
  readonly label: string;
  readonly field: Field;
  readonly because: string;
  /** Somebody else's name with the right password, or no password at all: nobody is locked out for that. */
  readonly free?: true;
  /** Shows that letter case counts. */
  readonly letterCase?: true;
  /** What else than a failed login may be answered. */
  readonly also?: readonly string[];
}

/** In the order in which they are worth a wrong login: a profile permits few. */
const WRONG_LOGINS: readonly WrongLogin[] = [
  {
    label: 'the login name in another letter case',
    field: raw('loginName', '{{loginName|swapcase}}'),
    because: 'login names are case sensitive',
    free: true,
    letterCase: true,
  },
  // A sign of its own parts the value from what follows, so that it is recognised, and redacted, wherever it turns up.
  {
    label: 'the login name with further characters',
    field: raw('loginName', '{{loginName}}-zzz'),
    because: 'the login name only begins as the right one',
    free: true,
    also: MAY_BE_INVALID,
  },
  {
    label: 'the login name between blanks',
    field: raw('loginName', '+{{loginName}}+'),
    because: 'blanks belong to the login name',
    free: true,
    also: MAY_BE_INVALID,
  },
  {
    label: 'the login with an empty password',
    field: raw('loginPassword', ''),
    because: 'the password is empty',
    free: true,
    also: ['argument-missing', 'argument-invalid'],
  },
  {
    label: 'the password in another letter case',
    field: raw('loginPassword', '{{loginPassword|swapcase}}'),
    because: 'passwords are case sensitive',
    letterCase: true,
  },
  {
    label: 'the password with further characters',
    field: raw('loginPassword', '{{loginPassword}}-zzz'),
    because: 'the password only begins as the right one',
    also: MAY_BE_INVALID,
  },
  {
    label: 'the password without its last character',
    field: raw('loginPassword', '{{loginPassword|cut}}'),
    because: 'only the beginning of the password is given',
    also: MAY_BE_INVALID,
  },
  {
    label: 'the password between blanks',
    field: raw('loginPassword', '+{{loginPassword}}+'),
    because: 'blanks belong to the password',
    also: MAY_BE_INVALID,
  },
  {
    // Somebody else may have that name: it counts as a wrong login.
    label: 'the login name without its last character',
    field: raw('loginName', '{{loginName|cut}}'),
    because: 'only the beginning of the login name is given',
    also: MAY_BE_INVALID,
  },
  {
    label: 'a wrong password',
    field: raw('loginPassword', '{{loginPassword|wrong}}'),
    because: 'the password is wrong',
  },
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

/** The few wrong logins for the real account that the profile allows. */
async function judgeRealAccount(context: CheckContext, subject: Subject): Promise<void> {
  const { action, turn } = subject;
  const letterCase = subject.promised.id('credentials', 'case');
  const limit = context.target.legacy.wrongLoginLimit;
  let sent = 0;
  for (const wrong of WRONG_LOGINS) {
    if (place(wrong, turn) > limit) continue;
    const { label, field: changed, because, also = [] } = wrong;
    const call: LegacyCall = { label, fields: withFields(action.fields(), changed), wrongLogin: true };
    const probe: Probe = { ...call, id: `login.${label}`, conditions: [CONDITION, ...also], refusal: { because } };
    const reply = await refuseOnce(context, subject, probe);
    if (reply === undefined || wrong.letterCase !== true) continue;
    sent += 1;
    recordReply(context, letterCase, reply, (exchange) =>
      judgeRefused(exchange, formatOf(subject.action.operation), { because }),
    );
  }
  // The limit is spent on the documented actions first; a second path of one of them does without.
  if (sent > 0 || subject.spare === true) return;
  const reason = `The profile permits no wrong login for this (legacy.wrongLoginLimit is ${limit}), or the login has no letters.`;
  context.record(letterCase, unshown('effect-not-permitted', reason), { label: 'letter case' });
}

/** A login without letters has no other case: `target` refuses to send it, and there is nothing to judge. */
async function refuseOnce(context: CheckContext, subject: Subject, probe: Probe): Promise<Reply | undefined> {
  try {
    return await refuse(context, subject, probe);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnsendableRequest') throw error;
    context.unsent(subject.ids.refused);
    return undefined;
  }
}
