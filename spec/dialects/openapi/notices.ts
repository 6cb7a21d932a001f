/** What the owner should know about a vendor's document, though nothing is broken. */
import { basename } from 'node:path';

/** Collects notices: one sentence each, `file at pointer: sentence`, in the order found and none twice. */
export class Notices {
  readonly #file: string;
  readonly #lines = new Set<string>();
  readonly #idle = new Set<string>();

  constructor(file: string) {
    this.#file = basename(file);
  }

  /** @param pointer JSON Pointer in the vendor's document; left out when the document as a whole is meant. */
  add(sentence: string, pointer = ''): void {
    this.#lines.add(`${pointer === '' ? this.#file : `${this.#file} at ${pointer}`}: ${sentence}`);
  }

  /** What is written otherwise and comes to the same: all of it is one notice in the end. */
  addIdle(subject: string): void {
    this.#idle.add(subject);
  }

  /** All notices so far. */
  get lines(): readonly string[] {
    const idle = [...this.#idle];
    const folded =
      idle.length === 0
        ? []
        : [`${this.#file}: Written otherwise than in the contract, and the same to every request: ${idle.join(', ')}.`];
    return [...this.#lines, ...folded];
  }
}
