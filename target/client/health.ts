/** Keeps a target that never answers from holding up the run request by request. */
import type { TransportError } from '../../spec/vocabulary.ts';

/** Leave to send one request, given back with what came of it. */
export type Permit = Record<never, never>;

/** Watches one origin. After enough timeouts in a row only one request at a time is let through, as a probe, now and then. */
export class Health {
  readonly #threshold: number;
  readonly #pauseMs: number;
  #timeouts = 0;
  #failures = 0;
  #probe: Permit | undefined;
  #nextProbeAt = 0;
  #last = '';

  /**
   * @param threshold timeouts in a row, with no response between, after which the origin counts as dead.
   * @param pauseMs milliseconds from the end of a probe in vain to the next one.
   */
  constructor(threshold: number, pauseMs: number) {
    this.#threshold = threshold;
    this.#pauseMs = pauseMs;
  }

  /** Asks before sending. Every permit must be reported; the error tells why the request must not be sent now. */
  permit(): Permit | TransportError {
    const permit: Permit = {};
    if (this.#timeouts < this.#threshold) return permit;
    if (this.#probe === undefined && Date.now() >= this.#nextProbeAt) {
      this.#probe = permit;
      return permit;
    }
    return {
      kind: 'timeout',
      message: `Not sent: the last ${this.#timeouts} requests got no answer, and only now and then is one sent to see whether the target is back. The last of them: ${this.#last}`,
    };
  }

  /** False when failures are the rule: trying again would only cost time. */
  get worthRetrying(): boolean {
    return this.#failures < this.#threshold;
  }

  /** Tells what came of a request that was let through. */
  report(permit: Permit, error: TransportError | undefined): void {
    const probed = this.#probe === permit;
    if (probed) this.#probe = undefined;
    if (error?.kind === 'cancelled') return;
    this.#failures = error === undefined ? 0 : this.#failures + 1;
    if (error?.kind !== 'timeout') {
      this.#timeouts = 0;
      return;
    }
    this.#timeouts += 1;
    this.#last = error.message;
    if (probed) this.#nextProbeAt = Date.now() + this.#pauseMs;
  }
}
