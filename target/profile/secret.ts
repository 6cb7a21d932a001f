/** A value that must not be shown: every ordinary way of turning it into text gives a mark instead. */
import { inspect } from 'node:util';

/** What stands in place of a secret in everything that leaves the process. */
export const MARK = '[redacted]';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The secret itself: for the wire and the redactor only. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MARK;
  }

  toJSON(): string {
    return MARK;
  }

  [inspect.custom](): string {
    return MARK;
  }
}
