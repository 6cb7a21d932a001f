/**
 * Request limit exceeded (contract 7.2, 8). Numbers are not shown, so a limit that is never met breaks nothing; when it is
 * met, by accident or on purpose, it must be told by an error record. It is provoked only when the profile permits that.
 */
import { type Contract, type Exchange, isSuccess } from '../../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../../engine/index.ts';
import {
  fail,
  judgeAspect,
  judgeCode,
  judgeRefused,
  observed,
  readEnvelope,
  seekThrottling,
  warn,
} from '../../judges/index.ts';
import { checkOf, STATUS } from '../action.ts';
import { wireOf } from '../call.ts';
import { conditionIds } from '../conditions.ts';
import { declaredLimit, type Limit } from '../pace.ts';
import { throttleOf } from '../throttle.ts';
import { STATUS_ACTION } from './action.ts';
import { acceptedStatus, DOWNLOAD, type StatusControl } from './control.ts';

const CONDITION = 'rate-limited';

/** RFC 6585, section 4. */
const TOO_MANY = 429;

/** Bounds of what is sent to meet a limit whose numbers are not known. */
const MOST_REQUESTS = 1200;
const LONGEST_MS = 15_000;
const AT_ONCE = 16;

/** The limit of the status action; the last check of its group, as it may leave the account throttled. */
export function rateLimitCheck(contract: Contract): Check {
  const ids = conditionIds(contract, STATUS, CONDITION);
  const requirements = Object.values(ids);
  const about = [`condition.${CONDITION}`, 'tells when too many requests were sent'] as const;
  return checkOf(STATUS_ACTION, about, requirements, async (context) => {
    const control = await acceptedStatus(context);
    const throttle = throttleOf(context.session.target, contract);
    const isProvoked = context.target.legacy.provokeRateLimit;
    const isAlone = isProvoked && (await rested(context, declaredLimit(contract)));
    const burst = isProvoked ? await provoke(context, ids.refused, control) : undefined;
    const met = [...throttle.met, ...(burst?.refused === undefined ? [] : [burst.refused])];
    for (const exchange of met.slice(0, 4).map(asAnswer)) {
      const evidence = { label: 'one request too many', exchange };
      const judgement = judgeCode(exchange, 'json', [CONDITION], contract.answer('legacy.codes'));
      context.record(ids.refused, judgeLimit(exchange), evidence);
      context.record(ids.code, judgement, evidence);
    }
    if (burst !== undefined && isAlone) await judgeEarly(context, ids.refused, control, burst);
    if (met.length > 0) return;
    const sent = `${burst?.sent} requests in ${Math.round(burst?.tookMs ?? 0)} ms`;
    const beyond = burst === undefined ? undefined : exceeded(context, burst);
    if (beyond !== undefined) {
      const expected = `an error after ${beyond.requests} requests in ${beyond.seconds} s, as the target's owner declares`;
      const evidence = { label: 'a burst of requests', exchange: burst?.last };
      context.record(ids.refused, fail(expected, `${sent} were all accepted`), evidence);
    }
    const none = { what: 'none', of: 'throttled-answer', was: 'met' } as const;
    const open = observed(burst === undefined ? { ...none, but: 'no-burst' } : none);
    for (const id of requirements) context.record(id, open, { label: 'the request limit' });
  });
}

/** One with the record of an error is what was asked for, whichever status it has (silence legacy.error.http-status). */
function asAnswer(exchange: Exchange): Exchange {
  const { response } = exchange;
  const hasRecord = response?.status === TOO_MANY && readEnvelope(response, 'json').outcome === 'error';
  return hasRecord ? seekThrottling(exchange) : exchange;
}

/** An error record like any other: what says that it is a success of the action, by its status, says so in its form as well (7.2). */
function judgeLimit(exchange: Exchange): Judgement {
  const isOwn = isSuccess(exchange.response?.status ?? 0);
  const aspects = isOwn ? (['format', 'once', 'code', 'message'] as const) : [];
  const wrong = aspects
    .map((aspect) => judgeAspect(exchange, 'json', aspect))
    .find(({ verdict }) => verdict === 'fail');
  return wrong ?? judgeRefused(exchange, 'json', { because: 'too many requests' });
}

/** The longest window that is waited for, in seconds, for what does no more than warn. */
const LONGEST_WINDOW = 20;

/** Waits until nothing that this run sent counts any more, at one of the paths; false where nobody says when that is, or it is long. */
async function rested({ session, contract }: CheckContext, limit: Limit | undefined): Promise<boolean> {
  if (limit === undefined || limit.seconds > LONGEST_WINDOW || session.group.operation === DOWNLOAD) return false;
  return throttleOf(session.target, contract).rest((limit.seconds + 1) * 1000, 0);
}

/**
 * What is declared is let through: a burst after a rest that is refused before it comes to so much is sent once more. Even so it only
 * warns, as others may use the same account.
 */
async function judgeEarly(context: CheckContext, id: string, control: StatusControl, first: Burst): Promise<void> {
  const limit = declaredLimit(context.contract);
  const isEarly = ({ refused, sent }: Burst): boolean =>
    refused?.response !== undefined && limit !== undefined && sent <= limit.requests;
  if (!isEarly(first) || !(await rested(context, limit))) return;
  const burst = await provoke(context, id, control);
  if (!isEarly(burst)) return;
  const expected = `${limit?.requests} requests in ${limit?.seconds} s are let through, as the target's owner declares`;
  const actual = `one of the first ${burst.sent} is refused`;
  const evidence = { label: 'a burst of requests after a rest', exchange: burst.refused };
  context.record(id, warn(expected, actual), evidence);
}

interface Burst {
  /** Start and end of each request that was answered with success, in milliseconds since the Unix epoch. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  readonly sent: number;
  readonly tookMs: number;
  readonly last: Exchange;
  /** The first answer that was no success. */
  readonly refused?: Exchange;
}

/** Sends the accepted call again and again until it is refused, bounded in number and time. */
async function provoke(context: CheckContext, check: string, control: StatusControl): Promise<Burst> {
  const request = { ...wireOf(control.operation, { label: 'burst', fields: control.fields }), check };
  let sent = 0;
  let last = control.reply.exchange;
  const spans: [number, number][] = [];
  // By what the exchanges say of their time: it is the same when they are judged from a tape.
  let [begun, ended] = [Number.POSITIVE_INFINITY, 0];
  const tookMs = (): number => Math.max(0, ended - begun);
  const burst = (): Burst => ({ spans, sent, tookMs: tookMs(), last });
  while (sent < MOST_REQUESTS && tookMs() < LONGEST_MS) {
    const size = Math.min(AT_ONCE, MOST_REQUESTS - sent);
    const { target } = context.session;
    const send = (): Promise<Exchange> => target.send(request, { repeat: false, hasty: true });
    const batch = await Promise.all(Array.from({ length: size }, send));
    sent += batch.length;
    for (const exchange of batch) {
      last = exchange;
      const { response, startedAt, durationMs } = exchange;
      begun = Math.min(begun, startedAt);
      ended = Math.max(ended, startedAt + durationMs);
      const isRefused = response !== undefined && readEnvelope(response, 'json').outcome !== 'success';
      if (isRefused) return { ...burst(), refused: exchange };
      if (response === undefined) return burst();
      spans.push([startedAt, startedAt + durationMs]);
    }
  }
  return burst();
}

/** The declared limit, when some part of the burst certainly went beyond it: so many requests between a start and an end. */
function exceeded(context: CheckContext, { spans }: Burst): Limit | undefined {
  const limit = declaredLimit(context.contract);
  if (limit === undefined) return undefined;
  const isBeyond = spans.some(([start]) => {
    const within = spans.filter(([from, to]) => from >= start && to < start + limit.seconds * 1000);
    return within.length > limit.requests;
  });
  return isBeyond ? limit : undefined;
}
