/**
 * Tells a target that is down from one that leaves a certain request unanswered. The first breaks the run, the second the
 * promise of a documented status (contract 4, 7): each time it gets no answer, while others do, before and after.
 */
import { type Contract, type Exchange, isSuccess, type TransportErrorKind, wholeResponse } from '../../spec/index.ts';
import { isWrongLogin } from '../../target/client/logins.ts';
import { isSafe } from '../../target/client/sender.ts';
import type { SendOptions, Target, WireRequest } from '../../target/types.ts';
import { leaveUnanswered, withhold } from '../judges/index.ts';

/** How often a request without an answer is sent again: lost connections come cheap and by chance, hangs do neither. */
const REPETITIONS: Readonly<Partial<Record<TransportErrorKind, number>>> = { timeout: 2, reset: 8, protocol: 8 };

/** What is refused when it is repeated may have been done at first: it counts when so many of its kind in a row got no answer. */
const IN_A_ROW = 3;
const WITHOUT_FAIL = 12;

/** Timeouts of one kind in a row after which only every so many-th request is sent: each costs its time. */
const HOPELESS = 6;
const NOW_AND_THEN = 8;

/** Sends as the target does, and finds out what a missing answer means. */
export class Answering {
  readonly #target: Target;
  readonly #reads: (request: WireRequest) => boolean;
  /** A read of each service that was answered well; what answers it is not down. */
  readonly #read = new Map<WireRequest['service'], WireRequest>();
  /** Unanswered requests since the last success, by their kind. */
  readonly #silent = new Map<string, number>();
  /** Of them those that were found to be left unanswered each time. */
  readonly #found = new Set<string>();

  /** Some request got no answer, and one when it was sent again: connections are lost here by chance. */
  #isLossy = false;

  /** False once a wrong method got no answer where another request did. */
  #wrongMethods = true;

  /** Requests in a row that were waited for in vain, or held back since, by their kind. */
  readonly #late = new Map<string, number>();

  /** @param reads whether a request of the legacy actions changes nothing. */
  constructor(target: Target, reads: (request: WireRequest) => boolean) {
    this.#target = target;
    this.#reads = reads;
  }

  async send(request: WireRequest, options?: SendOptions): Promise<Exchange> {
    const kind = kindOf(request);
    if (this.#isHopeless(kind)) {
      return withhold(request, { what: 'open', of: kind, but: 'hopeless' }, 'earlier-step');
    }
    const exchange = await this.#target.send(request, options);
    const { error } = exchange;
    const response = wholeResponse(exchange);
    if (error?.kind === 'timeout') this.#late.set(kind, (this.#late.get(kind) ?? 0) + 1);
    else this.#late.delete(kind);
    if (isSuccess(response?.status)) {
      this.#silent.delete(kind);
      this.#found.delete(kind);
      // The plain port is another server, which may well be there when this one is not.
      if (request.plain !== true && this.#isRead(request)) this.#read.set(request.service, request);
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

  /** The exchange, marked where the target is there for others; or the same request's answer, if it has one after all. */
  async #examine(request: WireRequest, exchange: Exchange, repetitions: number): Promise<Exchange> {
    const kind = kindOf(request);
    const again = this.#mayRepeat(request);
    const times = this.#found.has(kind) ? 0 : repetitions;
    for (let i = 0; again && i < times; i++) {
      // More of the others each other time: a target that drops every second connection must not be in step with us.
      if (!(await this.#isThere(request, 1 + (i % 2)))) return exchange;
      const repeated = await this.#target.send(request, { repeat: false });
      const status = wholeResponse(repeated)?.status;
      // That a write is refused now may be because it was done at first: then nobody knows what came of it.
      if (status !== undefined) {
        if (!isSafe(request) && status >= 300) return this.#count(request, exchange, kind);
        this.#isLossy = true;
        return repeated;
      }
      if (repeated.error === undefined || REPETITIONS[repeated.error.kind] === undefined) return exchange;
    }
    if (!again) return this.#count(request, exchange, kind);
    if (!(await this.#isThere(request, 1))) return exchange;
    this.#found.add(kind);
    return leaveUnanswered(exchange, times === 0 ? 'as before' : `each of ${times + 1} times`);
  }

  /** The exchange, marked where so many of its kind got no answer, none did, and others get one without fail. */
  async #count(request: WireRequest, exchange: Exchange, kind: string): Promise<Exchange> {
    if (this.#isLossy || !(await this.#isThere(request, WITHOUT_FAIL))) return exchange;
    const before = this.#silent.get(kind) ?? 0;
    this.#silent.set(kind, before + 1);
    return before + 1 < IN_A_ROW ? exchange : leaveUnanswered(exchange, `like the ${before} before it`);
  }

  /** Whether it changes nothing and may be sent as often as is needed to see whether the target is there. */
  #isRead(request: WireRequest): boolean {
    const { service, method, body } = request;
    if (service === 'admin') return isSafe(request);
    return method === 'POST' && this.#reads(request) && typeof body === 'string' && !isWrongLogin(body);
  }

  /** A wrong password costs an account one of those that it may be given; what a change of an order was before, nothing shows. */
  #mayRepeat(request: WireRequest): boolean {
    const { service, body } = request;
    if (service === 'admin') return true;
    if (typeof body !== 'string') return false;
    // Whoever calls with a login that is not the profile's changes nothing.
    return !NAMES_ACCOUNT.test(body) || (this.#reads(request) && !isWrongLogin(body));
  }

  /** Whether so many others in a row are answered now. */
  async #isThere(request: WireRequest, times: number): Promise<boolean> {
    for (let i = 0; i < times; i++) {
      if (!(await this.#isAnswered(request))) return false;
    }
    return true;
  }

  /**
   * The legacy actions answer each wrong method (contract 7.2), which costs nothing of the request limit; where it is that
   * which gets no answer, what was answered well is asked again.
   */
  async #isAnswered({ service, target }: WireRequest): Promise<boolean> {
    const read = this.#read.get(service);
    const nothing: WireRequest = { service, method: 'GET', target: '/', credential: 'none' };
    const wrong: WireRequest = { service, method: 'GET', target: target.split('?')[0] ?? '/' };
    const answers = async (other: WireRequest): Promise<boolean> =>
      wholeResponse(await this.#target.send(other, { repeat: false })) !== undefined;
    if (service === 'admin') return answers(read ?? nothing);
    if (this.#wrongMethods && (await answers(wrong))) return true;
    if (read === undefined || !(await answers(read))) return false;
    this.#wrongMethods = false;
    return true;
  }
}

/** The login name of the profile, in any spelling. */
const NAMES_ACCOUNT = /(?:\{\{|%7B%7B)loginName/i;

const answerings = new WeakMap<Target, Answering>();

/** The one that all groups of a run share. */
export function answeringOf(target: Target, contract: Contract): Answering {
  let answering = answerings.get(target);
  if (answering === undefined) {
    const reading = contract.operations.filter(
      ({ interface: name, effect }) => name === 'legacy' && effect === 'observe',
    );
    answering = new Answering(target, (request) => reading.some(({ path }) => request.target.startsWith(path)));
    answerings.set(target, answering);
  }
  return answering;
}

/** Operation and service of a request: its path with whatever stands in the places of ids left out. */
function kindOf({ service, method, target }: WireRequest): string {
  const path = (target.split('?')[0] ?? '').split('/');
  return `${service} ${method} ${path.map((part) => (/^(?:v\d+|!?[A-Za-z_-]*)$/.test(part) ? part : '*')).join('/')}`;
}
