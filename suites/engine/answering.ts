/**
 * Tells a target that is down from one that leaves a certain request unanswered. The first breaks the run, the second the
 * promise of a documented status (contract 4, 7): each time it gets no answer, while others do, before and after.
 */
import type { Exchange, TransportErrorKind } from '../../spec/vocabulary.ts';
import { isWrongLogin } from '../../target/client/logins.ts';
import { isSafe } from '../../target/client/sender.ts';
import type { Target, WireRequest } from '../../target/types.ts';
import { leaveUnanswered, withhold } from '../judges/transport.ts';

/** How often a request without an answer is sent again: lost connections come cheap and by chance, hangs do neither. */
const REPETITIONS: Readonly<Partial<Record<TransportErrorKind, number>>> = { timeout: 2, reset: 8, protocol: 8 };

/** What is refused when it is repeated may have been done at first: it counts when so many of its kind in a row got no answer. */
const IN_A_ROW = 3;

/** Timeouts of one kind in a row after which only every so many-th request is sent: each costs its time. */
const HOPELESS = 6;
const NOW_AND_THEN = 8;

/** Sends as the target does, and finds out what a missing answer means. */
export class Answering {
  readonly #target: Target;
  /** A read that was answered well; what answers it is not down. */
  #read: WireRequest | undefined;
  /** Unanswered requests since the last success, by their kind. */
  readonly #silent = new Map<string, number>();
  /** Of them those that were found to be left unanswered each time. */
  readonly #found = new Set<string>();

  /** Requests in a row that were waited for in vain, or held back since, by their kind. */
  readonly #late = new Map<string, number>();

  constructor(target: Target) {
    this.#target = target;
  }

  async send(request: WireRequest): Promise<Exchange> {
    const kind = kindOf(request);
    if (this.#isHopeless(kind)) {
      return withhold(
        request,
        `Not sent: ${HOPELESS} such requests (${kind}) in a row got no answer in time.`,
        'earlier-step',
      );
    }
    const exchange = await this.#target.send(request);
    const { response, error } = exchange;
    if (error?.kind === 'timeout') this.#late.set(kind, (this.#late.get(kind) ?? 0) + 1);
    else this.#late.delete(kind);
    if (response !== undefined && response.status >= 200 && response.status < 300) {
      this.#silent.delete(kind);
      this.#found.delete(kind);
      if (request.service === 'admin' && isSafe(request)) this.#read = request;
    }
    const repetitions = error === undefined ? undefined : REPETITIONS[error.kind];
    // Nobody at the plain port is an answer of its own (silence legacy.not-https.transport).
    return repetitions === undefined || request.plain === true
      ? exchange
      : this.#examine(request, exchange, repetitions);
  }

  #isHopeless(kind: string): boolean {
    const late = this.#late.get(kind) ?? 0;
    if (late < HOPELESS) return false;
    this.#late.set(kind, late + 1);
    return late % NOW_AND_THEN !== 0;
  }

  /** The exchange, marked where the target is there for others; a read that is answered after all in its place. */
  async #examine(request: WireRequest, exchange: Exchange, repetitions: number): Promise<Exchange> {
    const kind = kindOf(request);
    const known = this.#silent.get(kind) ?? 0;
    const repeatable = !isWrong(request);
    const times = this.#found.has(kind) && repeatable ? 0 : repetitions;
    let answered = false;
    for (let i = 0; i < times; i++) {
      // More of the others each other time: a target that drops every second connection must not be in step with us.
      for (let others = 0; others <= i % 2; others++) if (!(await this.#isThere(request))) return exchange;
      if (!repeatable || answered) continue;
      const again = await this.#target.send(request, { repeat: false });
      if (again.response === undefined) {
        if (again.error === undefined || REPETITIONS[again.error.kind] === undefined) return exchange;
        continue;
      }
      if (isSafe(request)) return again;
      // Of a write nobody can tell which of the two the answer speaks of; only a success shows that such are answered.
      if (again.response.status < 300) return exchange;
      answered = true;
    }
    if (!(await this.#isThere(request))) return exchange;
    this.#silent.set(kind, known + 1);
    if ((answered || !repeatable) && known + 1 < IN_A_ROW) return exchange;
    this.#found.add(kind);
    if (answered || !repeatable) return leaveUnanswered(exchange, `like the ${known} before it`);
    return leaveUnanswered(exchange, times === 0 ? 'as before' : `each of ${times + 1} times`);
  }

  /** Whether something else is answered now. The legacy actions answer each wrong method (contract 7.2). */
  async #isThere({ service, target }: WireRequest): Promise<boolean> {
    const other: WireRequest =
      service === 'legacy'
        ? { service, method: 'GET', target: target.split('?')[0] ?? '/' }
        : (this.#read ?? { service, method: 'GET', target: '/', credential: 'none' });
    return (await this.#target.send(other, { repeat: false })).response !== undefined;
  }
}

const answerings = new WeakMap<Target, Answering>();

/** The one that all groups of a run share. */
export function answeringOf(target: Target): Answering {
  const answering = answerings.get(target) ?? new Answering(target);
  answerings.set(target, answering);
  return answering;
}

/** True for what costs an account one of the wrong passwords that it may be given. */
function isWrong({ service, body }: WireRequest): boolean {
  return service === 'legacy' && (typeof body !== 'string' || isWrongLogin(body));
}

/** Operation and service of a request: its path with whatever stands in the places of ids left out. */
function kindOf({ service, method, target }: WireRequest): string {
  const path = (target.split('?')[0] ?? '').split('/');
  return `${service} ${method} ${path.map((part) => (/^(?:v\d+|!?[A-Za-z_-]*)$/.test(part) ? part : '*')).join('/')}`;
}
