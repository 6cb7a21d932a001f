/** What becomes of those that stand beside a deleted entity: nothing (contract 4.1). */
import type { Exchange } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, PASS } from '../judges/index.ts';
import { seenBy } from '../subject/read.ts';
import type { Watched } from './neighbours.ts';
import { changeOf, wasLeftAlone } from './parents.ts';
import { nameOf } from './sibling.ts';

/**
 * The neighbours of all entities that one check deletes, as they show right before and right after each deletion. Between these two looks
 * there is next to no time for anybody else, and what becomes of neighbours of two is no coincidence.
 */
export class BesideDeletion {
  readonly #context: CheckContext;
  readonly #id: string;
  /** Places that have changed beside one deletion. */
  readonly #changed = new Set<string>();
  #doubt: Fixture | undefined;

  /** @param id the requirement that nothing else is changed */
  constructor(context: CheckContext, id: string) {
    this.#context = context;
    this.#id = id;
  }

  /** What something has changed beside, which may have been somebody else: another one of its sort tells. */
  get doubt(): Fixture | undefined {
    return this.#doubt;
  }

  /** Looks at neighbours at once after a deletion, and records what has changed beside this one and another one. */
  async look(deleted: Fixture, deletion: Exchange, watched: readonly Watched[]): Promise<void> {
    const beside = watched.filter(({ parent, before }) => !parent && before.status === 200);
    const looks = await Promise.all(beside.map((one) => one.after()));
    const here = new Set<string>();
    for (const [at, one] of beside.entries()) {
      const look = looks[at];
      if (look?.status !== 200 || (await changeOf(this.#context, one, look)) === undefined) continue;
      // Whoever else is changing it at this moment is answered by then, and the chronicle knows.
      await this.#context.session.pause(this.#context.session.target.facts.settleMs);
      const again = wasLeftAlone(this.#context, one) ? await one.after() : undefined;
      const change = again?.status === 200 ? await changeOf(this.#context, one, again) : undefined;
      if (again === undefined || change === undefined) continue;
      const place = `${one.reader.id} ${change.place}`;
      const evidence = {
        label: `${one.name} after the deletion of ${nameOf(deleted)}`,
        exchange: deletion,
        seen: seenBy(one.before, again),
      };
      const [was, is] = [change.was, change.is].map((value) => JSON.stringify(value) ?? 'nothing');
      const lost = fail(
        `the ${one.name} is as it was: ${change.place} ${was}`,
        `it shows ${is}, as another one does beside another deletion`,
      );
      const isKnown = this.#changed.has(place);
      this.#context.record(this.#id, isKnown ? lost : PASS, evidence);
      here.add(place);
      this.#doubt = isKnown ? undefined : deleted;
    }
    for (const place of here) this.#changed.add(place);
  }
}
