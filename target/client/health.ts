/** Keeps a target that never answers from holding up the run request by request. */
import type { TransportError } from '../../spec/vocabulary.ts';

/** Watches one origin. After enough timeouts in a row only one request at a time is let through, as a probe. */
export class Health {
  readonly #threshold: number;
  #timeouts = 0;
  #probing = false;
  #last = '';

  /** `threshold`: timeouts in a row, with no response between, after which the origin counts as dead. */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Asks before sending. The error tells why the request must not be sent now. Every permitted request must be reported. */
  refuse(): TransportError | undefined {
    if (this.#timeouts < this.#threshold) return undefined;
    if (!this.#probing) {
      this.#probing = true;
      return undefined;
    }
    return {
      kind: 'timeout',
      message: `Not sent: the last ${this.#timeouts} requests got no answer, and one is under way to see whether the target is back. The last of them: ${this.#last}`,
    };
  }

  /** Tells what came of a request that was let through. */
  report(error: TransportError | undefined): void {
    this.#probing = false;
    if (error?.kind === 'cancelled') return;
    if (error?.kind === 'timeout') {
      this.#timeouts += 1;
      this.#last = error.message;
    } else {
      this.#timeouts = 0;
    }
  }
}
