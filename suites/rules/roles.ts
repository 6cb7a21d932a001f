/** Operations that an administrator without the role MRAO is refused (contract 4.10, 5). */
import type { Answer, Contract, Exchange, Operation } from '../../spec/index.ts';
import { isClientError, isRefusal, isSuccess, promisesOf } from '../../spec/index.ts';
import type { Credential, Fixture, TargetFacts } from '../../target/types.ts';
import { type Check, type CheckContext, type Judgement, toWire, unavailable } from '../engine/index.ts';
import { answerOf, fail, judgeClaim, observed, PASS, unshown } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { undoLater } from '../subject/restore.ts';

/** What was seen of one operation: the other administrator's attempt, and what the entitled one could do before and after. */
export interface RoleTrial {
  /** The attempt without the role, on a domain in the operation's start state. */
  readonly attempt: Exchange;
  /** The same request with the role, right after. */
  readonly control: Exchange;
  /** Whether the other credential is good for anything: some operation did not answer 401 to it. */
  readonly valid: boolean;
  /** With the role: undone, done, and done again. Statuses in this order; what repeats a state may be refused. */
  readonly again: readonly [undone: number, done: number, repeated: number];
  /** The attempt without the role once more, on the domain as it is when all that is done. */
  readonly late: Exchange;
  /** Given when the request that leads to the start state was not answered: the domain may have been in the other one. */
  readonly unready?: Judgement;
}

/** One check per operation that the contract restricts to a role and that another operation undoes. */
export function roleChecks(contract: Contract): Check[] {
  const restricted = contract.operations.filter(({ role }) => role !== undefined);
  return restricted.flatMap((operation) => {
    const opposite = restricted.find((other) => other !== operation && other.entity === operation.entity);
    return opposite === undefined ? [] : [roleCheck(contract, operation, opposite)];
  });
}

function roleCheck(contract: Contract, operation: Operation, opposite: Operation): Check {
  const promised = promisesOf(contract, operation.id, 'role');
  const id = promised.id('role');
  const sameState = promised.id('same-state');
  return {
    id,
    title: `${operation.method} ${operation.path} is refused to an administrator without the role ${operation.role}`,
    requirements: [id, sameState],
    effect: 'modify',
    run: async (context) => {
      const credentials = credentialsFor(context.target, operation.role ?? '');
      if (credentials === undefined)
        throw unavailable({ what: 'setting', members: ['admin.second.bearer', 'admin.second.role'] });
      const kind = operation.entity;
      if (kind === undefined) return;
      // No operation reads the state.
      const need = { kind, effect: 'modify', where: hasState, like: { state: 'active' } } as const;
      const fixture = await context.session.fixture(need);
      const { repetition, ...trial } = await tryRole(context, { operation, opposite, fixture, ...credentials });
      const answer = context.contract.answer('refusal.role');
      context.record(id, judgeRole(trial, answer), {
        label: `without the role ${operation.role}`,
        exchange: trial.attempt,
      });
      const late = judgeLate(trial);
      if (late !== undefined)
        context.record(id, late, {
          label: `without the role ${operation.role}, on a domain of which it is done`,
          exchange: trial.late,
        });
      const status = trial.attempt.response?.status;
      if (status !== undefined && status >= 400) context.observe(id, { silence: 'refusal.role', value: status });
      const claim = context.contract.answer('domain.same-state');
      const again = judgeRepetition(trial.again[1], repetition, claim);
      context.record(sameState, again, { label: 'a second time', exchange: repetition });
      const value = repeatedAs(repetition);
      if (value !== undefined) context.observe(sameState, { silence: 'domain.same-state', value });
    },
  };
}

interface Actors {
  readonly operation: Operation;
  readonly opposite: Operation;
  readonly fixture: Fixture;
  readonly entitled: Credential;
  readonly other: Credential;
}

async function tryRole(context: CheckContext, actors: Actors): Promise<RoleTrial & { repetition: Exchange }> {
  const { session } = context;
  const { operation, opposite, fixture, entitled, other } = actors;
  const wire = (what: Operation, credential: Credential): ReturnType<typeof toWire> =>
    toWire(compose(what, { path: pathOf(what, fixture), label: what.id }), { credential, session });
  const home =
    fixture.traits['state'] === (operation.id.includes('suspend') ? 'suspended' : 'active') ? operation : opposite;
  await undoLater(session, { fixture, restore: [wire(home, entitled)] }, async () => {
    await session.restore(wire(home, entitled));
    return true;
  });
  const act = (what: Operation, credential: Credential): Promise<Exchange> => context.send(wire(what, credential));
  // Whatever state it is in, it is now in the one that the operation leads away from.
  await act(operation, entitled);
  const unready = answerOf(await act(opposite, entitled)).judgement;
  const attempt = await act(operation, other);
  const control = await act(operation, entitled);
  const undone = await act(opposite, entitled);
  const again = await act(operation, entitled);
  const repeated = await act(operation, entitled);
  const late = await act(operation, other);
  const elsewhere = await context.send(
    toWire(compose(context.contract.operation('ssl.list'), { path: {}, query: [['size', '1']], label: 'a list' }), {
      credential: other,
      session,
    }),
  );
  return {
    attempt,
    control,
    valid: attempt.response?.status !== 401 || (elsewhere.response?.status ?? 401) !== 401,
    again: [statusOf(undone), statusOf(again), statusOf(repeated)],
    late,
    repetition: repeated,
    ...(unready === undefined ? {} : { unready }),
  };
}

/**
 * Pure: refused to the one, granted to the other, and without effect as far as the next steps can tell. `answer` is what the
 * dialect says of the refusal's status.
 */
export function judgeRole({ attempt, control, valid, again, unready }: RoleTrial, answer?: Answer): Judgement {
  const { response, judgement } = answerOf(attempt);
  if (judgement !== undefined) return judgement;
  const expected = 'a refusal (any 4xx) that changes nothing';
  const { status } = response;
  if (status >= 500) return fail(expected, `status ${status}`);
  const [undone, done, repeated] = again;
  const granted = isSuccess(statusOf(control));
  if (status < 400) {
    if (granted || isSuccess(done)) return fail(expected, `accepted with status ${status}`);
    return unshown('control-refused', { what: 'answered', status, but: 'roles-mixed-up' });
  }
  if (!valid) return unshown('no-credential', { what: 'open', but: 'invalid-credential' });
  if (granted) return judgeClaim(answer, status, 'refusal.role') ?? PASS;
  const unanswered = unready ?? answerOf(control).judgement;
  if (unanswered !== undefined) return unanswered;
  // Refused right after the attempt, granted once undone, refused when repeated: it had been done already.
  if (isSuccess(undone) && isSuccess(done) && isRefusal(repeated))
    return fail(expected, `refused with ${status}, yet it took effect: the next request finds it done`);
  return unshown('control-refused', { what: 'answered', beside: 'control', status: statusOf(control) });
}

/**
 * Pure: who has not the role is refused in whatever state the domain is. That which refuses it, the role or the state, is open
 * then, so any refusal will do. Undefined where the attempt in the start state was not refused for want of the role: that tells
 * already what there is to tell.
 */
export function judgeLate({ attempt, control, valid, late }: RoleTrial): Judgement | undefined {
  if (!valid || !isRefusal(statusOf(attempt)) || !isSuccess(statusOf(control))) return undefined;
  const { response, judgement } = answerOf(late);
  if (judgement !== undefined) return judgement;
  if (isClientError(response.status)) return PASS;
  return fail('a refusal (any 4xx) in every state', `status ${response.status}`);
}

/**
 * Pure: what is done a second time, by what is claimed of it. No operation reads the state, so where a repetition is claimed
 * to be refused, this is also what shows that the first time took effect.
 */
export function judgeRepetition(first: number, repetition: Exchange, claim: Answer | undefined): Judgement {
  const { response, judgement } = answerOf(repetition);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (!isSuccess(first)) return unshown('control-refused', { what: 'answered', beside: 'first', status: first });
  const seen = repeatedAs(repetition);
  if (seen === undefined) return fail('success or a refusal (any 4xx)', `status ${status}`);
  if (claim?.standing !== 'claimed') return observed({ what: 'answered', status });
  return judgeClaim(claim, seen, 'domain.same-state') ?? PASS;
}

function repeatedAs(exchange: Exchange): 'accepted' | 'refused' | undefined {
  const status = answerOf(exchange).response?.status ?? 0;
  if (isSuccess(status)) return 'accepted';
  return isClientError(status) ? 'refused' : undefined;
}

function credentialsFor(facts: TargetFacts, role: string): { entitled: Credential; other: Credential } | undefined {
  const { hasCredential, hasSecondCredential, secondRole } = facts;
  // A second administrator whose role nobody names may well have the role.
  if (!hasCredential || !hasSecondCredential || secondRole === undefined) return undefined;
  const first = facts.role ?? role;
  if (first === role && secondRole !== role) return { entitled: 'primary', other: 'second' };
  if (first !== role && secondRole === role) return { entitled: 'second', other: 'primary' };
  return undefined;
}

function hasState({ traits }: Fixture): boolean {
  return traits['state'] === 'active' || traits['state'] === 'suspended';
}

function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}
