/** The members of an administrator beside its type: a refused change must not touch them, an allowed one may leave them out (4.5). */

import { valueAt } from '../../../spec/json.ts';
import type { Contract } from '../../../spec/types.ts';
import { type Readback, readbacks } from '../../engine/returned.ts';
import { pointerSet } from '../../judges/pointer.ts';
import { memberSchema } from '../../lifecycles/member-schema.ts';
import type { Written } from '../../lifecycles/update-judges.ts';
import { gentleChange } from '../../lifecycles/variation.ts';
import type { TypeKnowledge } from './knowledge.ts';

/** Other than the turns of the update checks, so that nobody takes one change for the other. */
const TURN = 1;

/** Changes of the other members, and whether one of them shows. */
export interface Touched {
  readonly body: object;
  showsIn(shown: unknown): boolean;
  /** What was written of the members that administrators of a type have, against what shows. */
  writtenFor(type: string, shown: unknown): readonly Pick<Written, 'write' | 'read' | 'value' | 'shown'>[];
}

/** What is known of the other members, over all administrators that a check has in hand. */
export class OtherMembers {
  readonly #knowledge: TypeKnowledge;
  readonly #places: readonly Readback[];
  /** Places that hold a text for administrators of a type. */
  readonly #usual = new Map<string, Set<string>>();

  constructor(contract: Contract, knowledge: TypeKnowledge) {
    this.#knowledge = knowledge;
    const companions = new Set(Object.values(knowledge.companions).flatMap((members) => Object.keys(members)));
    this.#places = readbacks(contract, knowledge.update).filter(
      ({ write }) =>
        !write.startsWith('?') && write !== knowledge.write.pointer && !companions.has(write.split('/')[1] ?? ''),
    );
  }

  /** Notes what an administrator of a type shows. */
  note(type: string, shown: unknown): void {
    const usual = this.#usual.get(type) ?? new Set();
    for (const read of this.#texts(shown)) usual.add(read);
    this.#usual.set(type, usual);
  }

  /** A body in which each text is touched, so that it shows if a refused update is applied all the same; undefined without texts. */
  touched(shown: unknown): Touched | undefined {
    let body: unknown = {};
    const written: Pick<Written, 'write' | 'read' | 'value'>[] = [];
    for (const { write, read } of this.#places) {
      const value = gentleChange(memberSchema(this.#knowledge.update, write, {}), valueAt(shown, read), TURN);
      if (typeof value !== 'string') continue;
      body = pointerSet(body, write, value);
      written.push({ write, read, value });
    }
    if (written.length === 0) return undefined;
    return {
      body: body as object,
      showsIn: (now) => written.some(({ read, value }) => valueAt(now, read) === value),
      writtenFor: (type, now) =>
        written
          .filter(({ read }) => this.#usual.get(type)?.has(read) === true)
          .map((one) => ({ ...one, shown: valueAt(now, one.read) })),
    };
  }

  /**
   * Texts that a change of the type has lost although administrators of the new type have such; undefined where there is none
   * that could be lost.
   */
  lost(to: string, before: unknown, after: unknown): string[] | undefined {
    const usual = this.#texts(before).filter((read) => this.#usual.get(to)?.has(read) === true);
    if (usual.length === 0) return undefined;
    return usual.filter((read) => valueAt(after, read) !== valueAt(before, read));
  }

  #texts(shown: unknown): string[] {
    return this.#places
      .map(({ read }) => read)
      .filter((read) => {
        const value = valueAt(shown, read);
        return typeof value === 'string' && value !== '';
      });
  }
}
