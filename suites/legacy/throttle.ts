/**
 * Tells throttling from refusals (contract 7.2: the caller must wait before sending more). Where the codes are not declared,
 * a request that is known to be good is the only witness: when it too is refused, and is accepted again after a while,
 * its code was that of throttling.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, Exchange } from '../../spec/index.ts';
import type { Target, WireRequest } from '../../target/types.ts';
import { type EnvelopeFormat, type EnvelopeReading, readEnvelope } from '../judges/index.ts';
import { LOOKS_TOLD, PATIENCE, type Patience, paceAll } from './pace.ts';

/**
 * Times in a row that a call must be refused and the witness accepted right after, with a pause before the next time, until the
 * refusal is believed: at the edge of a window the witness may get the only request that has just become free.
 */
const AGREED = 3;

/** What came of a call. */
export interface Answered {
  readonly exchange: Exchange;
  /** Undefined when there was no response. */
  readonly reading: EnvelopeReading | undefined;
  /** True when throttling outlasted the patience: nothing can be learned from the exchange. */
  readonly throttled: boolean;
  /** A valid call was refused, also later: that may be for the request limit, of which nobody says the code. */
  readonly doubtful?: true;
}

type Send = (request: WireRequest) => Promise<Exchange>;

/** What makes an error of one call doubtful, and how often in a row it was seen beside an accepted witness. */
interface Doubt {
  readonly once: boolean;
  readonly valid: boolean;
  agreed: number;
}

/** What is known about the throttling of one target, shared by all checks of a process. */
export class Throttle {
  /** Throttled answers of the status action that were met: evidence for the condition itself, which is that action's alone. */
  readonly met: Exchange[] = [];
  /** True where the owner of the target says which code is that of throttling alone. */
  readonly declared: boolean;
  readonly #codes = new Set<number>();
  /** Codes that were seen beside an accepted witness often enough to be something else, too. */
  readonly #trusted = new Set<number>();
  readonly #patience: Patience;
  readonly #contract: Pick<Contract, 'answer'>;
  readonly #sleep: (ms: number) => Promise<unknown>;
  /** A request that was accepted before. */
  #witness: { readonly request: WireRequest; readonly format: EnvelopeFormat } | undefined;
  /** Requests that were accepted: what they are refused with can only be throttling. */
  readonly #accepted = new Set<string>();
  #waited = 0;
  /** True after a wait in vain, until something gets through again. */
  #hopeless = false;

  constructor(
    contract: Pick<Contract, 'answer'>,
    patience: Patience = PATIENCE,
    pause: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.#sleep = pause;
    this.#patience = patience;
    this.#contract = contract;
    const codes = contract.answer('legacy.codes');
    const { 'rate-limited': code, ...others } = (codes?.value ?? {}) as Readonly<Record<string, number>>;
    // A code that other conditions have as well tells nothing: throttling is then to be found out.
    const own = code !== undefined && !Object.values(others).includes(code);
    this.declared = codes?.standing === 'claimed' && own;
    if (this.declared && own) this.#codes.add(code);
  }

  /** Names a request that was accepted and changes nothing, so that it can be asked again. */
  trust(request: WireRequest, format: EnvelopeFormat): void {
    this.#witness ??= { request, format };
    this.#accepted.add(keyOf(request));
  }

  /** Pauses before a refused first call is asked again: others may have used up the requests, and the window is not shown. */
  get looks(): readonly number[] {
    return this.declared ? LOOKS_TOLD : this.#patience.looks;
  }

  /** True once a valid call was accepted. */
  get hasWitness(): boolean {
    return this.#witness !== undefined;
  }

  /**
   * Sends, and while the answer is throttled waits and sends again, bounded.
   * `once`: never sends twice. `valid`: the call ought to succeed, so that a code known from other refusals is doubted as well.
   */
  async send(
    send: Send,
    request: WireRequest,
    format: EnvelopeFormat,
    { once = false, valid = false }: { readonly once?: boolean; readonly valid?: boolean } = {},
  ): Promise<Answered> {
    const { firstPause, longestPause } = this.#patience;
    const doubt: Doubt = { once, valid: valid || this.#accepted.has(keyOf(request)), agreed: 0 };
    let waited = 0;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const exchange = await send(request);
      const reading = exchange.response === undefined ? undefined : readEnvelope(exchange.response, format);
      const code = reading?.outcome === 'error' ? reading.code : undefined;
      if (code === undefined || !(await this.#suspect(send, request, code, waited, doubt))) {
        if (reading?.outcome === 'success') this.#hopeless = false;
        return { exchange, reading, throttled: false };
      }
      if (format === 'form') paceAll(this.#contract);
      else if (this.#means(code) && this.met.length < 3) this.met.push(exchange);
      if (once || !(await this.rest(pause, waited))) return { exchange, reading, throttled: true };
      waited += pause;
    }
  }

  /** True when the code is that of throttling and of nothing else that is known. */
  #means(code: number): boolean {
    return this.#codes.has(code) && !this.#trusted.has(code);
  }

  /** Waits; false without waiting when the patience is at its end. `waited`: how long the same request has waited already. */
  async rest(pause: number, waited: number): Promise<boolean> {
    const { request, all } = this.#patience;
    if (this.#hopeless || waited + pause > request || this.#waited + pause > all) {
      this.#hopeless = true;
      return false;
    }
    this.#waited += pause;
    await this.#sleep(pause);
    return true;
  }

  /** True when the error may be throttling, so that the request must be repeated. */
  async #suspect(send: Send, request: WireRequest, code: number, waited: number, doubt: Doubt): Promise<boolean> {
    const accepted = this.#accepted.has(keyOf(request));
    if (accepted && this.#codes.has(code)) return true;
    // A condition may share its code with throttling: once the witness passes again, the answer means what it says.
    if (this.#means(code)) return waited < 2 * this.#patience.longestPause || (await this.witnessCode(send)) !== 0;
    const believed = this.#trusted.has(code) && !this.#codes.has(code);
    if (this.declared || this.#witness === undefined || (believed && !doubt.valid)) return false;
    const seen = await this.witnessCode(send);
    if (seen === undefined) return false;
    if (seen !== 0) {
      doubt.agreed = 0;
      await this.#learn(send, seen);
      return true;
    }
    this.#hopeless = false;
    if (accepted) {
      // It was accepted, is refused, and its like is accepted again: that is what throttling looks like.
      this.#codes.add(code);
      return true;
    }
    doubt.agreed += 1;
    if (doubt.once) return false;
    // A code that both have is met again and again: a single look at the witness must do, unless a failure hangs on it.
    if (doubt.agreed < (doubt.valid || !this.#trusted.has(code) ? AGREED : 1)) return true;
    this.#trusted.add(code);
    return false;
  }

  /** Waits until the witness is accepted again, and then knows its code. */
  async #learn(send: Send, code: number): Promise<void> {
    const { firstPause, longestPause } = this.#patience;
    let waited = 0;
    for (let pause = firstPause; await this.rest(pause, waited); pause = Math.min(pause * 2, longestPause)) {
      waited += pause;
      if ((await this.witnessCode(send)) !== 0) continue;
      this.#codes.add(code);
      return;
    }
  }

  /** The error code that the witness is answered with: 0 when accepted, undefined when that cannot be told. */
  async witnessCode(send: Send): Promise<number | undefined> {
    const witness = this.#witness;
    if (witness === undefined) return undefined;
    const { response } = await send(witness.request);
    const reading = response && readEnvelope(response, witness.format);
    return reading?.outcome === 'unclear' ? undefined : reading?.code;
  }
}

const known = new WeakMap<Target, Throttle>();

/** The throttle of a target. `patience` counts for the first who asks. */
export function throttleOf(target: Target, contract: Contract, patience?: Patience): Throttle {
  const throttle = known.get(target) ?? new Throttle(contract, patience, (ms) => target.pause(ms, 'throttle'));
  known.set(target, throttle);
  return throttle;
}

function keyOf({ method, target, headers, body, plain }: WireRequest): string {
  return JSON.stringify([method, target, headers, typeof body === 'string' ? body : '', plain === true]);
}
