/**
 * Request limit exceeded (contract 7.2, 8). Numbers are not shown, so a limit that is never met breaks nothing; when it is
 * met, by accident or on purpose, it must be told by an error record. It is provoked only when the profile permits that.
 */
import type { Contract, Exchange } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { fail, judgeCode, judgeRefused, observed, readEnvelope } from '../../judges/index.ts';
import { checkOf, STATUS } from '../action.ts';
import { wireOf } from '../call.ts';
import { conditionIds } from '../conditions.ts';
import { declaredLimit, type Limit } from '../pace.ts';
import { throttleOf } from '../throttle.ts';
import { STATUS_ACTION } from './action.ts';
import { acceptedStatus, type StatusControl } from './control.ts';

const CONDITION = 'rate-limited';

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
    const burst = context.target.legacy.provokeRateLimit ? await provoke(context, ids.refused, control) : undefined;
    const met = [...throttle.met, ...(burst?.refused === undefined ? [] : [burst.refused])];
    for (const exchange of met.slice(0, 4)) {
      const evidence = { label: 'one request too many', exchange };
      const judgement = judgeCode(exchange, 'json', [CONDITION], contract.answer('legacy.codes'));
      context.record(ids.refused, judgeRefused(exchange, 'json', { because: 'too many requests' }), evidence);
      context.record(ids.code, judgement, evidence);
    }
    if (met.length > 0) return;
    const sent = `${burst?.sent} requests in ${Math.round(burst?.tookMs ?? 0)} ms`;
    const beyond = burst === undefined ? undefined : exceeded(context, burst);
    if (beyond !== undefined) {
      const expected = `an error after ${beyond.requests} requests in ${beyond.seconds} s, as the target's owner declares`;
      const evidence = { label: 'a burst of requests', exchange: burst?.last };
      context.record(ids.refused, fail(expected, `${sent} were all accepted`), evidence);
    }
    const none =
      'No throttled answer was met, and the profile does not permit to provoke one (legacy.provokeRateLimit).';
    const reason = burst === undefined ? none : `${sent} met no limit.`;
    for (const id of requirements) context.record(id, observed(reason), { label: 'the request limit' });
  });
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
