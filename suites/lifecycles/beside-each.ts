/** What becomes of those that stand beside an entity that is deleted, or whose secret is renewed: nothing (contract 4.1, 4.11). */
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Evidence } from '../engine/index.ts';
import { fail, PASS } from '../judges/index.ts';
import { seenBy } from '../subject/read.ts';
import type { Watched } from './neighbours.ts';
import { changeOf, wasLeftAlone } from './parents.ts';
import { nameOf } from './sibling.ts';

/**
 * The neighbours of all entities that one check does the same to, as they show right before and right after each time. Between these two
 * looks there is next to no time for anybody else, and what becomes of neighbours twice is no coincidence.
 */
export class BesideEach {
  readonly #context: CheckContext;
  readonly #id: string;
  readonly #step: string;
  /** What has changed beside one of them. */
  readonly #changed: Changed[] = [];
  #doubt: Fixture | undefined;

  /** @param id the requirement that nothing else is changed; `step`: what is done, for the report */
  constructor(context: CheckContext, id: string, step: string) {
    this.#context = context;
    this.#id = id;
    this.#step = step;
  }

  /** What something has changed beside, which may have been somebody else: another one of its sort tells. */
  get doubt(): Fixture | undefined {
    return this.#doubt;
  }

  /** Looks at neighbours at once after it was done, and records what has changed this time and another time. */
  async look(subject: Fixture, done: Pick<Evidence, 'exchange' | 'steps'>, watched: readonly Watched[]): Promise<void> {
    const beside = watched.filter(({ parent, before }) => !parent && before.status === 200);
    const looks = await Promise.all(beside.map((one) => one.after()));
    const here: Changed[] = [];
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
        label: `${one.name} after the ${this.#step} of ${nameOf(subject)}`,
        ...done,
        seen: seenBy(one.before, again),
      };
      const [was, is] = [change.was, change.is].map((value) => JSON.stringify(value) ?? 'nothing');
      const lost = fail(
        `the ${one.name} is as it was: ${change.place} ${was}`,
        `it shows ${is}, as one does after another ${this.#step}`,
      );
      const isKnown = this.#changed.some(
        (other) => other.place === place && isNoChance(other, { subject, name: one.name }),
      );
      this.#context.record(this.#id, isKnown ? lost : PASS, evidence);
      here.push({ place, subject, name: one.name });
      this.#doubt = isKnown ? undefined : subject;
    }
    this.#changed.push(...here);
  }
}

/** A place that has changed of a neighbour, which `name` names, beside a subject. */
interface Changed {
  readonly place: string;
  readonly subject: Fixture;
  readonly name: string;
}

/** Beside the same one twice it is the same neighbour, whoever it is beside another one. */
function isNoChance(one: Omit<Changed, 'place'>, other: Omit<Changed, 'place'>): boolean {
  return one.subject !== other.subject || one.name === other.name;
}
