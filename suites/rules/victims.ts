/** The disposable administrators of one check, one after the other, and those that must outlive them (contract 4.5). */
import { type Exchange, type Operation, type Parameter, valueAt } from '../../spec/index.ts';
import type { Fixture, Lease, Shortage } from '../../target/types.ts';
import { type CheckContext, ifAvailable, type Judgement, unavailable } from '../engine/index.ts';
import { answerOf, fail, inWords, isAccepted, observed, PASS, sameValue, unshown } from '../judges/index.ts';
import { judgeNeighbour } from '../lifecycles/lifecycle-judges.ts';
import { type Watched, watchNeighbours } from '../lifecycles/neighbours.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { type Look, type Observer, observerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { requestedOf, timesNamed, wordOf } from './requesters.ts';

/** One DELETE with a replacement, and whether its administrator was there afterwards. */
export interface Deletion {
  readonly label: string;
  readonly exchange: Exchange;
  /** Status of the GET afterwards; 0 when no answer came. */
  readonly after: number;
}

/**
 * Who is to be deleted: one with certificates that can be found, another such, one such of a type of which nobody was replaced
 * yet, or deleted with nobody in his place (else one with nothing), or one with nothing to hand over.
 */
export type Wanted = 'requester' | 'another' | 'another type' | 'another type alone' | 'idle';

/** The administrator that is deleted next. */
export interface Victim {
  readonly lease: Lease;
  readonly observer: Observer;
}

/** Administrators whose certificates are counted to find one with several: accounts have many who never requested any. */
const MOST_COUNTED = 12;

/** So many certificates tell "each of them" from "the first of them". */
const SEVERAL = 2;

const NEED = { kind: 'administrator', effect: 'destroy' } as const;

export class Victims {
  readonly #context: CheckContext;
  readonly #operation: Operation;
  readonly #parameter: Parameter;
  readonly #reader: Operation;
  readonly #survivors: { readonly observer: Observer; readonly before: Look }[] = [];
  readonly #watched: Watched[] = [];
  readonly #deleted = new Set<string>();
  readonly #used = new Set<Fixture>();
  readonly #counted = new Map<string, number>();
  /** Types of those who were replaced, and of those whom nobody replaced. */
  readonly #types = { replaced: new Set<unknown>(), alone: new Set<unknown>() };
  #victim: Victim | undefined;

  constructor(context: CheckContext, operation: Operation, parameter: Parameter) {
    this.#context = context;
    this.#operation = operation;
    this.#parameter = parameter;
    this.#reader = context.contract.operation('admin.read');
  }

  /** Watches administrators that must outlive all deletions. */
  async spare(fixtures: readonly Fixture[]): Promise<void> {
    for (const fixture of fixtures) {
      const observer = observerOf(this.#context.send, this.#context.session, this.#reader, fixture);
      this.#survivors.push({ observer, before: await observer.look() });
    }
  }

  /** How many certificates an administrator had requested when it was first asked for; 0 where nothing tells. */
  async #count(fixture: Fixture): Promise<number> {
    const word = wordOf(fixture) ?? '';
    const known = this.#counted.get(word) ?? (await requestedOf(this.#context, fixture))?.keys.length ?? 0;
    this.#counted.set(word, known);
    return known;
  }

  /** Deletes with a replacement: an id, or what names none of the others. @throws Unavailable when there is nobody to delete. */
  async delete(replacement: string | 'own' | 'nobody', wanted: Wanted = 'requester'): Promise<Deletion> {
    const { lease, observer } = await this.take(wanted);
    const value = replacement === 'own' ? String(lease.fixture.ids['id']) : replacement;
    const request = compose(this.#operation, {
      path: pathOf(this.#operation, lease.fixture),
      query: replacement === 'nobody' ? [] : [[this.#parameter.name, value]],
      label: 'delete',
    });
    await lease.consume();
    const exchange = await this.#context.send(request);
    const accepted = isAccepted(exchange);
    const look = await observer.until('gone', (seen) => !accepted || seen.status === 404);
    if (look.status !== 200) {
      this.#victim = undefined;
      await lease.release();
    }
    if (accepted) this.#deleted.add(`administrator ${lease.fixture.ids['id']}`);
    if (accepted) this.#types[replacement === 'nobody' ? 'alone' : 'replaced'].add(lease.fixture.traits['type']);
    return { label: `${this.#parameter.name} = ${value}`, exchange, after: look.status };
  }

  /** Takes somebody who may be deleted and is not deleted next, but when `next` says so. @throws Unavailable when there is nobody. */
  async reserve(wanted: Wanted): Promise<Victim> {
    const victim = await this.take(wanted);
    this.#victim = undefined;
    return victim;
  }

  /** True where one of his type was deleted with nobody in his place, or where nothing says what he has requested. */
  isKnownAlone(fixture: Fixture): boolean {
    return wordOf(fixture) === undefined || this.#types.alone.has(fixture.traits['type']);
  }

  /** Says who is deleted next. */
  next(victim: Victim): void {
    this.#victim = victim;
  }

  /** Leaves alone whoever was to be deleted next. */
  async spareNext(): Promise<void> {
    await this.#victim?.lease.release();
    this.#victim = undefined;
  }

  /** Who is deleted next; a requester best with several certificates. @throws Unavailable when there is nobody. */
  async take(wanted: Wanted = 'requester'): Promise<Victim> {
    if (this.#victim !== undefined) return this.#victim;
    const lease =
      (await this.#leaseBest(wanted)) ??
      (await this.#context.session.lease({ ...NEED, where: (one) => !isTemplate(one), as: 'that is no template' }));
    return this.#takeLease(lease);
  }

  /** Takes this one, who is not deleted next, but when `next` says so. @throws Unavailable when he cannot be had. */
  async reserveOne(fixture: Fixture): Promise<Victim> {
    const victim = await this.#takeLease(
      await this.#context.session.lease({ ...NEED, where: (one) => one === fixture }),
    );
    this.#victim = undefined;
    return victim;
  }

  async #takeLease(lease: Lease | Shortage): Promise<Victim> {
    const { session, send } = this.#context;
    if (!('fixture' in lease)) throw unavailable(lease.why);
    const { fixture } = lease;
    this.#used.add(fixture);
    session.onClose(() => lease.release());
    const observer = observerOf(send, session, this.#reader, fixture);
    const look = await observer.look();
    if (look.status !== 200) {
      await lease.consume();
      const ids = String(fixture.ids['id']);
      throw unavailable({ what: 'look', kind: 'administrator', ids, status: look.status }, look.exchange);
    }
    this.#watched.push(...(await watchNeighbours(this.#context, this.#reader, fixture)));
    this.#victim = { lease, observer };
    return this.#victim;
  }

  /** The best one that can be had: others of the run may have used up the very best. Undefined for none. */
  async #leaseBest(wanted: Wanted): Promise<Lease | undefined> {
    for (;;) {
      const best = await this.#best(wanted);
      if (best.length === 0) return undefined;
      const lease = await this.#context.session.lease({ ...NEED, where: (one) => best.includes(one) });
      if ('fixture' in lease) return lease;
      for (const one of best) this.#used.add(one);
    }
  }

  /** Far from those that others delete first, so that its neighbours stand when they are looked at. */
  async #best(wanted: Wanted): Promise<readonly Fixture[]> {
    const fixtures = this.#context.session.target.fixtures();
    const disposable = fixtures.filter(
      (one) => one.kind === 'administrator' && one.allow === 'destroy' && !isTemplate(one),
    );
    const fresh = (one: Fixture): boolean => !this.#used.has(one);
    const far = disposable.slice(Math.floor(disposable.length / 2));
    const farFirst = [...far, ...disposable.filter((one) => !far.includes(one))].filter(fresh);
    // Certificates of the profile may name their requester: whoever is named most often is asked for first.
    const often = (one: Fixture): number => timesNamed(one, fixtures);
    const isNew = ({ traits }: Fixture): boolean =>
      !(wanted === 'another type' && this.#types.replaced.has(traits['type'])) &&
      !(wanted === 'another type alone' && this.#types.alone.has(traits['type']));
    const requesters = farFirst
      .filter((one) => wordOf(one) !== undefined && isNew(one))
      .sort((a, b) => often(b) - often(a));
    const idle = farFirst.filter((one) => wordOf(one) === undefined);
    if (wanted !== 'idle')
      for (const least of [SEVERAL, 1])
        for (const one of requesters.slice(0, MOST_COUNTED)) if ((await this.#count(one)) >= least) return [one];
    if (wanted === 'requester' || wanted === 'another') return requesters.length > 0 ? requesters : far.filter(fresh);
    if (idle.length > 0) return idle;
    const unnamed = farFirst.filter((one) => often(one) === 0);
    for (const one of unnamed.slice(0, MOST_COUNTED)) if ((await this.#count(one)) === 0) return [one];
    return [];
  }

  /**
   * True where a further deletion changes who takes over then: somebody whom nobody else of the run changes, and who was not named
   * yet, looked at just before and just after.
   */
  async #rewritesHeir(places: readonly string[]): Promise<boolean> {
    const { session, send } = this.#context;
    const named = new Set(this.#survivors.map(({ observer }) => observer.fixture));
    const victim = await ifAvailable(this.take('idle'));
    const isFit = (one: Fixture): boolean => !isTemplate(one) && !named.has(one) && !this.#used.has(one);
    const lease = await session.lease({ kind: 'administrator', effect: 'observe', where: isFit });
    if (!('fixture' in lease)) return false;
    try {
      const heir = observerOf(send, session, this.#reader, lease.fixture);
      const before = await heir.look();
      if (victim === undefined || before.status !== 200) return false;
      const { exchange } = await this.delete(String(lease.fixture.ids['id']));
      const after = await heir.look();
      return isAccepted(exchange) && judgeSurvivor('heir', before, after, places).verdict === 'fail';
    } finally {
      await lease.release();
    }
  }

  /** Those who were named or stood by must still be there; and nobody rewrites who takes over. Records under `id`. */
  async judgeOthers(id: string): Promise<void> {
    const { contract } = this.#context;
    if (this.#deleted.size === 0) {
      const none = unshown('earlier-step', { what: 'none', of: 'administrator', was: 'deleted' });
      this.#context.record(id, none, { label: 'others' });
      return;
    }
    const claimed = contract.answer('update.readback')?.standing === 'claimed';
    const places = claimed ? readbacks(contract, contract.operation('admin.update')).map(({ read }) => read) : [];
    let rewrites: Promise<boolean> | undefined;
    for (const { observer, before } of this.#survivors) {
      const look = await observer.look();
      // A template may be invisible to these operations at any time (silence admin.template.visible).
      if (look.status !== 200 && isTemplate(observer.fixture)) continue;
      const label = `administrator ${observer.fixture.ids['id']}`;
      const judge = (): Judgement => {
        const still = places.filter((place) => !observer.isMoving(place));
        return judgeSurvivor(label, before, look, still);
      };
      if (judge().verdict === 'fail') await observer.idle();
      let judgement = judge();
      // Somebody else may have changed it meanwhile: a server that rewrites does so again, to another one who takes over.
      if (judgement.verdict === 'fail' && look.status === 200) {
        rewrites ??= this.#rewritesHeir(places);
        if (!(await rewrites))
          judgement = observed({ what: 'differs', actual: judgement.actual, but: 'others-at-work' });
      }
      this.#context.record(id, judgement, { label, exchange: look.exchange });
    }
    for (const { name, after } of this.#watched) {
      const look = this.#deleted.has(name) ? undefined : await after();
      if (look === undefined) continue;
      this.#context.record(id, judgeNeighbour(name, look.exchange), { label: name, exchange: look.exchange });
    }
  }
}

/** Pure. Who is not deleted is there, and texts, flags and lists at the places that an update writes are what they were. */
export function judgeSurvivor(label: string, before: Look, now: Look, places: readonly string[]): Judgement {
  const { judgement } = answerOf(now.exchange);
  if (judgement !== undefined) return judgement;
  const expected = `the ${label} still stands as it was`;
  if (now.status !== 200) return fail(expected, `its GET answers ${now.status}`);
  const isKept = (was: unknown): boolean => ['string', 'boolean'].includes(typeof was) || Array.isArray(was);
  const changed = places.filter((place) => {
    const was = valueAt(before.value, place);
    return isKept(was) && !sameValue(was, valueAt(now.value, place));
  });
  return changed.length === 0 ? PASS : fail(expected, `changed: ${inWords(changed)}`);
}

export function isTemplate({ traits }: Fixture): boolean {
  return traits['template'] === true || /template/i.test(String(traits['type'] ?? ''));
}
