/** Moves one lent administrator from type to type, sees what comes of it, and brings it back in the end. */

import { valueAt } from '../../../spec/json.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { Fixture, Lease, WireRequest } from '../../../target/types.ts';
import type { Judgement } from '../../engine/check.ts';
import type { Session } from '../../engine/session.ts';
import { type Lack, lacking } from '../../engine/unavailable.ts';
import { answerOf, isLost } from '../../judges/transport.ts';
import { changedByRefusal, type Eye, eyeOn, type Look, type Send, seenBy } from '../../lifecycles/look.ts';
import { putBack } from '../../lifecycles/put-back.ts';
import type { Attempt, DriverOptions } from './driver-options.ts';
import { inferState } from './infer.ts';
import { homeOf, listed, type TypeKnowledge, wayAround, wayOf } from './knowledge.ts';
import { type Inference, type LeftOut, type Sighting, type Trial, unseenBy } from './trial.ts';
import { type Form, restoration, typeRequest } from './type-request.ts';

export class TypeDriver {
  readonly fixture: Fixture;
  readonly sighting: Sighting;
  readonly trials: Trial[] = [];
  readonly #voice: { send: Send };
  readonly #session: Session;
  readonly #lease: Lease;
  readonly #knowledge: TypeKnowledge;
  readonly #options: DriverOptions;
  readonly #eye: Eye;
  readonly #origin: Look;
  readonly #home: string;
  #now: Look;
  #state: string;
  #steps: string[] = [];
  #entry: string | undefined;
  /** Why it is not known any more of what type the administrator is. */
  #doubt: Judgement | undefined;

  private constructor(parts: {
    voice: { send: Send };
    session: Session;
    lease: Lease;
    knowledge: TypeKnowledge;
    options: DriverOptions;
    eye: Eye;
    origin: Look;
    home: string;
  }) {
    this.#voice = parts.voice;
    this.#session = parts.session;
    this.#lease = parts.lease;
    this.#knowledge = parts.knowledge;
    this.#options = parts.options;
    this.#eye = parts.eye;
    this.fixture = parts.eye.fixture;
    this.#origin = parts.origin;
    this.#now = parts.origin;
    this.#home = parts.home;
    this.#state = parts.home;
    this.sighting = { declared: String(this.fixture.traits['type'] ?? ''), shown: this.#shown(parts.origin) };
  }

  /** Takes an administrator in hand. A lack when it cannot be read or nobody says of what type it is. */
  static async take(
    send: Send,
    session: Session,
    knowledge: TypeKnowledge,
    lease: Lease,
    options: DriverOptions,
  ): Promise<TypeDriver | Lack> {
    const { fixture } = lease;
    session.onClose(() => lease.release());
    const voice = { send };
    const eye = eyeOn((request) => voice.send(request), session, knowledge.reader, fixture);
    const origin = await eye.look();
    if (origin.status !== 200) {
      const ids = String(fixture.ids['id']);
      return lacking({ what: 'look', kind: 'administrator', ids, status: origin.status }, origin.exchange);
    }
    const home = homeOf(knowledge, fixture, options.readable ? origin.value : undefined);
    if (home === undefined) {
      return lacking({ what: 'trait', kind: 'administrator', ids: String(fixture.ids['id']), trait: 'type' });
    }
    options.others.note(home, origin.value);
    const driver = new TypeDriver({ voice, session, lease, knowledge, options, eye, origin, home });
    session.onClose(() => driver.retire());
    return driver;
  }

  /** The type that it had when it was lent. */
  get home(): string {
    return this.#home;
  }

  /** From now on sends in the name of another check. */
  inNameOf(send: Send): void {
    this.#voice.send = send;
  }

  /** The type that it is taken to have now. */
  get state(): string {
    return this.#state;
  }

  /** Brings the administrator back to what it was and gives it free. */
  async retire(): Promise<void> {
    // Even a run that was stopped puts back what it changed.
    this.#voice.send = (request) => this.#session.send(request);
    await this.#goHome();
    this.#entry = undefined;
    await this.#lease.release();
  }

  /** Forgets the steps so far, so that a sequence that begins now is told from its own beginning. */
  begin(): void {
    this.#steps = [];
  }

  /** Tries one change, judged by nobody yet. `probe`: where the type does not show, find it out by a further step. */
  async change(to: string, probe = true): Promise<Trial> {
    await this.#lookAgain();
    const again = (): ReturnType<Send> => this.#voice.send(this.#request(to, this.#options.forms.get(to) ?? 'bare'));
    return this.#attempt(to, { probe, submit: () => this.#submit(to), again });
  }

  /**
   * Tries a change with other members that are touched as well. Where these may be why a listed one is refused, it is no trial
   * of the change.
   */
  async touch(to: string): Promise<void> {
    await this.#lookAgain();
    const touched = this.#options.others.touched(this.#now.value);
    if (touched === undefined) return;
    const request = this.#request(to, { touched: touched.body });
    const submit = (): ReturnType<Send> => this.#voice.send(request);
    await this.#attempt(to, { probe: true, submit, again: submit, touched });
  }

  /** Touches other members and leaves the type out; undefined where there is nothing to touch. */
  async leaveOut(): Promise<LeftOut | undefined> {
    await this.#lookAgain();
    const touched = this.#options.others.touched(this.#now.value);
    if (touched === undefined) return undefined;
    const from = this.#state;
    const settle = await this.#journal(from);
    const form: Form = { touched: touched.body };
    const options = { to: undefined, form, shown: this.#now.value };
    const exchange = await this.#voice.send(typeRequest(this.#session, this.#knowledge, this.fixture, options));
    this.#now = await this.#eye.until('other members', (look) => touched.showsIn(look.value));
    this.#lose(exchange, this.#now);
    this.#state = this.#believed(this.#shown(this.#now), from);
    await settle(true);
    const unseen = this.#doubt ?? answerOf(this.#now.exchange).judgement;
    return { from, exchange, shown: this.#shown(this.#now), ...unseenBy(unseen) };
  }

  async #attempt(to: string, { probe, submit, again, touched }: Attempt): Promise<Trial> {
    const from = this.#state;
    const before = this.#now;
    const settle = await this.#journal(to);
    const exchange = await submit();
    const status = exchange.response?.status ?? 0;
    const ok = status >= 200 && status < 300;
    const how = touched === undefined ? '' : ', with other members';
    this.#steps.push(`${from} → ${to}${how}: ${status === 0 ? 'no answer' : status}`);
    const steps = [...this.#steps];
    let changed: readonly string[] | undefined;
    if (ok && from !== to && listed(this.#knowledge.machine, from, to)) {
      const done = (look: Look): boolean =>
        (!this.#reads(look) || this.#shown(look) === to) &&
        touched?.writtenFor(to, look.value).every(({ value, shown }) => value === shown) !== false;
      this.#now = await this.#eye.until(`${from} → ${to}`, done);
    } else if (ok) {
      this.#now = await this.#eye.look();
    } else {
      const moved = (look: Look): boolean =>
        this.#shown(look) !== this.#shown(before) || touched?.showsIn(look.value) === true;
      const seen = await changedByRefusal(this.#eye, before, again, moved);
      changed = seen.look.status === 200 ? seen.pointers : undefined;
      this.#now = seen.look;
    }
    const shownAfter = this.#shown(this.#now);
    this.#lose(exchange, this.#now);
    const unseen = answerOf(this.#now.exchange).judgement;
    this.#state = this.#believed(shownAfter, ok ? to : from);
    await settle(this.#state === to);
    const landed = ok && listed(this.#knowledge.machine, from, to) && (shownAfter === undefined || shownAfter === to);
    const blind = unseen === undefined && !this.#reads(this.#now) && from !== to && this.#options.forms.size > 0;
    const doubt = this.#doubt;
    const inferred = probe && blind && doubt === undefined ? await this.#infer(from, to) : undefined;
    const trial: Trial = {
      from,
      to,
      exchange,
      seen: seenBy(before, this.#now),
      shownBefore: this.#shown(before),
      shownAfter,
      ...unseenBy(this.#doubt ?? (ok ? unseen : undefined)),
      changed,
      ...(landed && touched === undefined && this.#now.value !== undefined
        ? { lost: this.#options.others.lost(to, before.value, this.#now.value) }
        : {}),
      ...(landed && touched !== undefined && this.#now.value !== undefined
        ? { written: touched.writtenFor(to, this.#now.value) }
        : {}),
      ...(inferred === undefined ? {} : { inferred }),
      steps,
    };
    const promised = listed(this.#knowledge.machine, from, to);
    if (promised && touched !== undefined && !ok) return trial;
    this.trials.push(trial);
    if (promised && !(ok && this.#landed(trial))) this.#options.failed.add(`${from}>${to}`);
    return trial;
  }

  /** Goes to a type by listed changes that `usable` allows. False when one of them did not lead where it should. */
  async bring(to: string, usable: (from: string, to: string) => boolean = () => true): Promise<boolean> {
    for (let moves = 0; this.#state !== to && moves < 4; moves++) {
      const [next] =
        wayOf(
          this.#knowledge.machine,
          this.#state,
          to,
          (from, step) => usable(from, step) && !this.#options.failed.has(`${from}>${step}`),
        ) ?? [];
      if (next === undefined) return false;
      await this.change(next, false);
    }
    return this.#state === to;
  }

  /** Once a change was not answered, its outcome is unknown until the type is seen. */
  #lose(exchange: Exchange, after: Look): void {
    if (isLost(exchange) && !this.#reads(after)) this.#doubt ??= answerOf(exchange).judgement;
  }

  /** Looks once more where the last look was not answered. */
  async #lookAgain(): Promise<void> {
    if (answerOf(this.#now.exchange).judgement === undefined) return;
    this.#now = await this.#eye.look();
    this.#state = this.#believed(this.#shown(this.#now), this.#state);
    if (this.#reads(this.#now)) this.#doubt = undefined;
  }

  #landed({ to, shownAfter, inferred }: Trial): boolean {
    if (inferred?.probe !== undefined) return inferred.accepted === listed(this.#knowledge.machine, to, inferred.probe);
    return shownAfter === undefined || shownAfter === to;
  }

  async #submit(to: string): ReturnType<Send> {
    const form = this.#options.forms.get(to);
    const exchange = await this.#voice.send(this.#request(to, form ?? 'bare'));
    const status = exchange.response?.status ?? 0;
    if (form !== undefined || !listed(this.#knowledge.machine, this.#state, to)) return exchange;
    if (status >= 200 && status < 300) this.#options.forms.set(to, 'bare');
    if (status < 400 || status >= 500) return exchange;
    // 4.5 says that unchanged members may be left out; a server that wants them still may know the table.
    const full = await this.#voice.send(this.#request(to, 'full'));
    if ((full.response?.status ?? 0) >= 300) return exchange;
    this.#options.forms.set(to, 'full');
    return full;
  }

  #request(to: string, form: Form): WireRequest {
    return typeRequest(this.#session, this.#knowledge, this.fixture, { to, form, shown: this.#now.value });
  }

  #reads(look: Look): boolean {
    return this.#options.readable && this.#shown(look) !== undefined;
  }

  #shown(look: Look): unknown {
    const { read } = this.#knowledge;
    return read === undefined ? undefined : valueAt(look.value, read.pointer);
  }

  #believed(shown: unknown, otherwise: string): string {
    const known = this.#options.readable ? this.#knowledge.machine.states.find((state) => state === shown) : undefined;
    return known ?? otherwise;
  }

  async #infer(from: string, to: string): Promise<Inference | undefined> {
    const { inference, now } = await inferState(this.#knowledge, from, to, async (probe) => {
      const settle = await this.#journal(probe);
      const exchange = await this.#voice.send(this.#request(probe, this.#options.forms.get(probe) ?? 'bare'));
      const { response, judgement } = answerOf(exchange);
      // Where nothing came back, the change may as well have taken place.
      await settle(judgement === undefined ? response.status < 300 : isLost(exchange));
      if (judgement !== undefined) this.#doubt ??= judgement;
      return response?.status;
    });
    if (now !== undefined && now !== this.#state) this.#now = await this.#eye.look();
    this.#state = now ?? this.#state;
    return inference;
  }

  /**
   * Durable before the change: how to get home from where it leads. The entry before it holds until `settle` says whether
   * the change took place, so that a kill in between leaves both ways on record.
   */
  async #journal(to: string): Promise<(moved: boolean) => Promise<void>> {
    const { journal } = this.#session.target;
    const way = to === this.#home ? [] : (wayOf(this.#knowledge.machine, to, this.#home) ?? []);
    const back = way.map((step) => this.#request(step, 'bare'));
    const fresh = await journal.begin({
      fixture: this.fixture,
      check: this.#session.group.id,
      ...restoration(this.#session, this.#knowledge, this.fixture, { back, origin: this.#origin }),
    });
    return async (moved) => {
      const old = this.#entry;
      if (moved || old === undefined) this.#entry = fresh;
      const superseded = moved ? old : old === undefined ? undefined : fresh;
      if (superseded !== undefined) await journal.done(superseded);
    };
  }

  async #goHome(): Promise<void> {
    if (this.#entry === undefined) return;
    const { machine, update, write } = this.#knowledge;
    const back = (): Promise<boolean> =>
      putBack(this.#session, update, this.fixture, this.#origin, { omit: [write.pointer] });
    const ways = [wayOf(machine, this.#state, this.#home) ?? [], wayAround(machine, this.#home)];
    for (const way of ways) {
      for (const step of way) {
        await this.#session.send(this.#request(step, this.#options.forms.get(step) ?? 'bare'));
      }
      if (!(await back())) continue;
      await this.#session.target.journal.done(this.#entry);
      return;
    }
  }
}
