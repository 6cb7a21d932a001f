/** The texts that each entity was last given: a server may want a name that no other entity has. */
import { type Exchange, isObject, isSuccess, jsonIn } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { looksBack } from './relied.ts';
import type { Call } from './routes.ts';

/** What the last accepted update of an entity held. */
interface Given {
  readonly call: Call;
  readonly texts: ReadonlySet<string>;
}

/** Follows accepted updates by the entity that their path names. */
export class LastTexts {
  readonly #given = new Map<string, Given>();

  /** Notes an update that was accepted. */
  note(call: Call, { target, body }: WireRequest, exchange: Exchange): void {
    if (call.operation.method !== 'PUT' || !isSuccess(exchange.response?.status)) return;
    const query = [...new URLSearchParams(target.split('?')[1] ?? '').values()];
    const texts = [...query, ...textsIn(jsonIn(body))].map(folded);
    this.#given.set(keyOf(call), { call, texts: new Set(texts) });
  }

  /** True for a text that an update of the same operation has given to another entity, and none since has taken away. */
  isOfAnother(call: Call, text: string): boolean {
    looksBack(call.operation.area);
    const own = keyOf(call);
    return [...this.#given].some(
      ([key, given]) => key !== own && given.call.operation.id === call.operation.id && given.texts.has(folded(text)),
    );
  }

  /** The same of any text in a body. */
  isPartlyOfAnother(call: Call, value: unknown): boolean {
    return textsIn(value).some((text) => this.isOfAnother(call, text));
  }
}

function keyOf({ operation, ids }: Call): string {
  return JSON.stringify([operation.id, ...Object.values(ids).map(String)]);
}

/** Two names that differ in their letter case may be one. */
function folded(text: string): string {
  return text.toLowerCase();
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
