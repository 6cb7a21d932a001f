/**
 * Tells throttling from refusals (contract 7.2: the caller must wait before sending more). Where the codes are not declared,
 * a request that is known to be good is the only witness: when it too is refused, and is accepted again after a while,
 * its code was that of throttling.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Target, WireRequest } from '../../target/types.ts';
import { type EnvelopeFormat, type EnvelopeReading, readEnvelope } from '../judges/envelope.ts';

/** How long throttling is put up with, in milliseconds. */
export interface Patience {
  /** First pause before a repeat; pauses double up to the longest. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Longest wait for one request. Windows are not shown; a minute is a usual one. */
  readonly request: number;
  /** Longest wait of all requests together. */
  readonly all: number;
}

const PATIENCE: Patience = { firstPause: 200, longestPause: 4_000, request: 66_000, all: 300_000 };

/** Times that a code must be seen beside an accepted good request before it is trusted to be something else. */
const TRUSTED = 2;

/** What came of a call. */
export interface Answered {
  readonly exchange: Exchange;
  /** Undefined when there was no response. */
  readonly reading: EnvelopeReading | undefined;
  /** True when throttling outlasted the patience: nothing can be learned from the exchange. */
  readonly throttled: boolean;
}

type Send = (request: WireRequest) => Promise<Exchange>;

/** A request that was accepted before. */
interface Witness {
  readonly request: WireRequest;
  readonly format: EnvelopeFormat;
}

/** What is known about the throttling of one target, shared by all checks of a process. */
export class Throttle {
  /** Throttled answers that were met: evidence for the condition itself. */
  readonly met: Exchange[] = [];
  readonly #codes = new Set<number>();
  readonly #declared: boolean;
  readonly #trusted = new Map<number, number>();
  readonly #patience: Patience;
  #witness: Witness | undefined;
  #waited = 0;
  /** True after a wait in vain, until something gets through again. */
  #hopeless = false;

  constructor(contract: Pick<Contract, 'answer'>, patience: Patience = PATIENCE) {
    this.#patience = patience;
    const codes = contract.answer('legacy.codes');
    const code = (codes?.value as Readonly<Record<string, number>> | undefined)?.['rate-limited'];
    this.#declared = codes?.standing === 'claimed' && code !== undefined;
    if (this.#declared && code !== undefined) this.#codes.add(code);
  }

  /** Names a request that was accepted and changes nothing, so that it can be asked again. */
  trust(request: WireRequest, format: EnvelopeFormat): void {
    this.#witness ??= { request, format };
  }

  /** True when the code is known to be that of throttling. */
  knows(code: number | undefined): boolean {
    return code !== undefined && this.#codes.has(code);
  }

  /** Sends, and while the answer is throttled waits and sends again, bounded. `once`: never sends twice. */
  async send(send: Send, request: WireRequest, format: EnvelopeFormat, once = false): Promise<Answered> {
    const { firstPause, longestPause } = this.#patience;
    let waited = 0;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const exchange = await send(request);
      const reading = exchange.response === undefined ? undefined : readEnvelope(exchange.response, format);
      const code = reading?.outcome === 'error' ? reading.code : undefined;
      if (code === undefined || !(await this.#suspect(send, request, code, waited))) {
        if (reading?.outcome === 'success') this.#hopeless = false;
        return { exchange, reading, throttled: false };
      }
      if (this.knows(code) && this.met.length < 3) this.met.push(exchange);
      if (once || !(await this.#wait(pause, waited))) return { exchange, reading, throttled: true };
      waited += pause;
    }
  }

  /** Waits; false without waiting when the patience is at its end. */
  async #wait(pause: number, waited: number): Promise<boolean> {
    const { request, all } = this.#patience;
    if (this.#hopeless || waited + pause > request || this.#waited + pause > all) {
      this.#hopeless = true;
      return false;
    }
    this.#waited += pause;
    await sleep(pause);
    return true;
  }

  /** True when the error may be throttling, so that the request must be repeated. */
  async #suspect(send: Send, request: WireRequest, code: number, waited: number): Promise<boolean> {
    // A condition may share its code with throttling: once the witness passes again, the answer means what it says.
    if (this.#codes.has(code)) return waited < 2 * this.#patience.longestPause || (await this.#witnessCode(send)) !== 0;
    if (this.#declared || (this.#trusted.get(code) ?? 0) >= TRUSTED) return false;
    const witness = this.#witness;
    if (witness === undefined) return false;
    const seen = await this.#witnessCode(send);
    if (seen === 0) {
      // The witness itself was refused and then accepted: that is what throttling looks like.
      if (same(witness.request, request)) this.#codes.add(code);
      else this.#trusted.set(code, (this.#trusted.get(code) ?? 0) + 1);
      return same(witness.request, request);
    }
    if (seen === undefined) return false;
    await this.#learn(send, seen);
    return true;
  }

  /** Waits until the witness is accepted again, and then knows its code. */
  async #learn(send: Send, code: number): Promise<void> {
    const { firstPause, longestPause } = this.#patience;
    let waited = 0;
    for (let pause = firstPause; await this.#wait(pause, waited); pause = Math.min(pause * 2, longestPause)) {
      waited += pause;
      if ((await this.#witnessCode(send)) !== 0) continue;
      this.#codes.add(code);
      return;
    }
  }

  /** The error code that the witness is answered with: 0 when accepted, undefined when that cannot be told. */
  async #witnessCode(send: Send): Promise<number | undefined> {
    const witness = this.#witness;
    if (witness === undefined) return undefined;
    const { response } = await send(witness.request);
    if (response === undefined) return undefined;
    const reading = readEnvelope(response, witness.format);
    return reading.outcome === 'unclear' ? undefined : reading.code;
  }
}

const known = new WeakMap<Target, Throttle>();

/** The throttle of a target. */
export function throttleOf(target: Target, contract: Contract): Throttle {
  let throttle = known.get(target);
  if (throttle === undefined) {
    throttle = new Throttle(contract);
    known.set(target, throttle);
  }
  return throttle;
}

function same(a: WireRequest, b: WireRequest): boolean {
  return a.target === b.target && a.body === b.body && a.method === b.method && a.plain === b.plain;
}
