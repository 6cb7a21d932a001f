/** What entities showed before a run did anything to them. */
import type { Exchange } from '../../spec/index.ts';
import type { Call } from './chronicle.ts';
import { isPlain } from './plain.ts';

/** Keeps the first success of each GET of an entity. */
export class Origins {
  readonly #first = new Map<string, string>();

  /** Notes what a GET of an entity, with a good credential, was answered. */
  looked(call: Call, { response, error }: Exchange): void {
    if (call.operation.method !== 'GET' || !isPlain(call) || error !== undefined || response?.status !== 200) return;
    const key = keyOf(call);
    if (!this.#first.has(key)) this.#first.set(key, response.body);
  }

  /** The body of the first answer; undefined where there was none. */
  of(call: Call): string | undefined {
    return this.#first.get(keyOf(call));
  }
}

function keyOf({ operation, ids }: Call): string {
  return `${operation.id} ${Object.values(ids).join('/').toLowerCase()}`;
}
