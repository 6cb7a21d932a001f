/** What the owner should know about a vendor's document, though nothing is broken. */
import { basename } from 'node:path';

/** Collects notices: one sentence each, `file at pointer: sentence`, in the order found and none twice. */
export class Notices {
  readonly #file: string;
  readonly #lines = new Set<string>();
  readonly #idle = new Set<string>();
  readonly #undescribed = new Map<string, readonly string[]>();

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

  /** Parameters of an operation that stand in the contract alone: those of all operations are one notice in the end. */
  addUndescribed(operation: string, parameters: readonly string[]): void {
    this.#undescribed.set(operation, parameters);
  }

  /** All notices so far. */
  get lines(): readonly string[] {
    const idle = [...this.#idle];
    const undescribed = [...this.#undescribed].map(([id, names]) => `${id} (${shortList(names)})`);
    const folded = [
      ...(undescribed.length === 0
        ? []
        : [
            `Parameters of the contract that are not described here, and are sent all the same: ${undescribed.join(', ')}.`,
          ]),
      ...(idle.length === 0
        ? []
        : [`Written otherwise than in the contract, and the same to every request: ${idle.join(', ')}.`]),
    ];
    return [...this.#lines, ...folded.map((sentence) => `${this.#file}: ${sentence}`)];
  }
}

/** So many names of one operation are told. */
const MOST_NAMES = 3;

function shortList(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
