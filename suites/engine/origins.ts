/** What entities showed before a run did anything to them. */
import type { Exchange } from '../../spec/index.ts';
import { parseJson } from '../judges/index.ts';
import { isPlain } from './plain.ts';
import type { Call } from './routes.ts';

/** Keeps what the first success of each GET of an entity has shown. */
export class Origins {
  readonly #first = new Map<string, unknown>();

  /** Notes what a GET of an entity, with a good credential, was answered. */
  looked(call: Call, { response, error }: Exchange): void {
    if (call.operation.method !== 'GET' || !isPlain(call) || error !== undefined || response?.status !== 200) return;
    const key = keyOf(call);
    if (this.#first.has(key)) return;
    const parsed = parseJson(response);
    if (parsed.error === undefined) this.#first.set(key, parsed.value);
  }

  /** The texts of one entity, as `textsIn` finds them, that no other one has shown to the same GET. */
  ownTexts(call: Call, textsIn: (value: unknown) => readonly string[]): readonly string[] {
    const own = keyOf(call);
    const ofGet = keyOf({ operation: call.operation, ids: {} });
    const others = [...this.#first].filter(([key]) => key !== own && key.startsWith(ofGet));
    const taken = new Set(others.flatMap(([, value]) => textsIn(value)));
    return textsIn(this.#first.get(own)).filter((text) => !taken.has(text));
  }

  /** What the first answer held that can be read; undefined where there was none. */
  of(call: Call): unknown {
    return this.#first.get(keyOf(call));
  }
}

function keyOf({ operation, ids }: Call): string {
  return `${operation.id} ${Object.values(ids).join('/').toLowerCase()}`;
}
