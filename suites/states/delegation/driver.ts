/** Moves one lent endpoint between the delegation modes, sees what comes of it, and brings it back in the end. */

import type { RequestBodyValue } from '../../../generators/index.ts';
import { type Mode, type ModePlace, modePlace, shownMode } from '../../../spec/delegation-mode.ts';
import type { Operation } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import type { Fixture, Lease } from '../../../target/types.ts';
import type { Judgement } from '../../engine/check.ts';
import type { Session } from '../../engine/session.ts';
import { type Lack, lacking } from '../../engine/unavailable.ts';
import { differences } from '../../judges/difference.ts';
import { answerOf, isLost } from '../../judges/transport.ts';
import { changedByRefusal, type Eye, eyeOn, type Look, type Send, seenBy } from '../../lifecycles/look.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import { homeMode } from './home.ts';
import { type Action, accepted, type ModeTrial, placesOf } from './trial.ts';

/** A PUT that ought to be refused, or not: judged only when it is. */
export interface BadPut {
  readonly label: string;
  readonly body: RequestBodyValue;
}

export type Organization = string | number;

export class ModeDriver {
  readonly trials: ModeTrial[] = [];
  readonly home: Mode;
  readonly shownAtHome: Mode | undefined;
  readonly #voice: { send: Send };
  readonly #session: Session;
  readonly #lease: Lease;
  readonly #eye: Eye;
  readonly #origin: Look;
  readonly #place: ModePlace | undefined;
  readonly #update: Operation;
  readonly #remove: Operation;
  readonly #used = new Set<Organization>();
  #now: Look;
  #mode: Mode;
  #put: Organization[] = [];
  #last: string | undefined;
  #listing: string[] = [];
  #steps: string[] = [];
  #entry: string | undefined;
  /** Why it is not known any more in which mode the endpoint is. */
  #doubt: Judgement | undefined;

  private constructor(session: Session, voice: { send: Send }, lease: Lease, eye: Eye, origin: Look, home: Mode) {
    this.#session = session;
    this.#voice = voice;
    this.#lease = lease;
    this.#eye = eye;
    this.#origin = origin;
    this.#now = origin;
    this.#place = modePlace(session.contract);
    this.#update = session.contract.operation('endpoint.delegations.update');
    this.#remove = session.contract.operation('endpoint.delegations.delete');
    this.home = home;
    this.#mode = home;
    this.shownAtHome = shownMode(this.#place, origin.value);
  }

  /**
   * Takes an endpoint in hand. One in global mode can be put back by a DELETE; the delegations of one in custom mode could
   * not be restored, so it is taken only when it is disposable, and used up.
   */
  static async take(send: Send, session: Session, lease: Lease): Promise<ModeDriver | Lack> {
    const { fixture } = lease;
    session.onClose(() => lease.release());
    const voice = { send };
    const reader = session.contract.operation('endpoint.read');
    const eye = eyeOn((request) => voice.send(request), session, reader, fixture);
    const origin = await eye.look();
    if (origin.status !== 200) {
      const ids = String(fixture.ids['id']);
      return lacking({ what: 'look', kind: 'endpoint', ids, status: origin.status }, origin.exchange);
    }
    const home = homeMode(modePlace(session.contract), fixture, origin.value);
    if (typeof home !== 'string') return home;
    const driver = new ModeDriver(session, voice, lease, eye, origin, home);
    session.onClose(() => driver.retire());
    return driver;
  }

  get fixture(): Fixture {
    return this.#eye.fixture;
  }

  get mode(): Mode {
    return this.#mode;
  }

  inNameOf(send: Send): void {
    this.#voice.send = send;
  }

  /** Forgets the steps so far, so that a sequence that begins now is told from its own beginning. */
  begin(): void {
    this.#steps = [];
  }

  /** Puts delegations. */
  put(organizations: readonly Organization[]): Promise<ModeTrial> {
    return this.#step('put', `PUT [${organizations.join(', ')}]`, organizations);
  }

  /** Removes all delegations. */
  remove(): Promise<ModeTrial> {
    return this.#step('remove', 'DELETE', []);
  }

  /** Sends a PUT that breaks a rule. When the target accepts it all the same, its effect is removed at once. */
  async badPut(bad: BadPut): Promise<ModeTrial> {
    const trial = await this.#step('bad-put', bad.label, [], bad.body);
    if (accepted(trial)) {
      const before = [...new Set(this.#put)];
      await this.#send(this.#remove);
      this.#mode = 'global';
      this.#put = [];
      this.#now = await this.#await('remove', []);
      if (trial.from === 'custom') await this.put(before);
    }
    return trial;
  }

  /** Brings the endpoint back to global mode, where it came from, and gives it free. */
  async retire(): Promise<void> {
    // Even a run that was stopped puts back what it changed.
    this.#voice.send = (request) => this.#session.send(request);
    if (this.#entry !== undefined) {
      await this.#session.send(this.#wire(this.#remove));
      const atHome = (look: Look): boolean =>
        differences(this.#origin.value, look.value).length === 0 ||
        (this.#listed(look).length === 0 && shownMode(this.#place, look.value) === this.shownAtHome);
      // One that came in custom mode was lent to be used up.
      if (this.home === 'custom' || atHome(await this.#eye.until('at home', atHome))) {
        await this.#session.target.journal.done(this.#entry);
      }
      this.#entry = undefined;
      if (this.home === 'custom') await this.#lease.consume();
    }
    await this.#lease.release();
  }

  async #step(
    action: Action,
    label: string,
    organizations: readonly Organization[],
    body: RequestBodyValue = { mediaType: 'application/json', value: organizations },
  ): Promise<ModeTrial> {
    await this.#journal();
    await this.#lookAgain();
    const from = this.#mode;
    const before = this.#now;
    const exchange = await this.#send(
      action === 'remove' ? this.#remove : this.#update,
      action === 'remove' ? undefined : body,
    );
    const status = exchange.response?.status ?? 0;
    const ok = status >= 200 && status < 300;
    const repeat = action === 'put' && ok && from === 'custom' && this.#last === label;
    if (ok) this.#last = label;
    this.#steps.push(`${label} in ${from} mode: ${status === 0 ? 'no answer' : status}`);
    const steps = [...this.#steps];
    const put = action === 'remove' ? this.#put : [...this.#put, ...organizations];
    let changed: readonly string[] | undefined;
    if (ok) {
      const to: Mode = action === 'remove' ? 'global' : 'custom';
      this.#now = await this.#await(action, organizations);
      this.#mode = shownMode(this.#place, this.#now.value) ?? to;
      this.#put = action === 'remove' ? [] : put;
      if (action === 'put') this.#learn(organizations);
    } else {
      const operation = action === 'remove' ? this.#remove : this.#update;
      const again = (): ReturnType<Send> => this.#send(operation, action === 'remove' ? undefined : body);
      const was = shownMode(this.#place, before.value);
      const seen = await changedByRefusal(
        this.#eye,
        before,
        again,
        (look) => shownMode(this.#place, look.value) !== was,
      );
      changed = seen.look.status === 200 ? seen.pointers : undefined;
      this.#now = seen.look;
      this.#lose(exchange);
    }
    const shownAfter = shownMode(this.#place, this.#now.value);
    const unseen = answerOf(this.#now.exchange).judgement;
    const trial: ModeTrial = {
      action,
      label,
      from,
      exchange,
      seen: seenBy(before, this.#now),
      shownBefore: shownMode(this.#place, before.value),
      shownAfter,
      ...unseenBy(this.#doubt ?? (ok ? unseen : undefined)),
      put,
      visible: this.#listing.length === 0 ? undefined : this.#listed(this.#now),
      repeat,
      changed,
      steps,
    };
    this.trials.push(trial);
    return trial;
  }

  /** Once a step was not answered, what came of it is unknown until the mode is seen. */
  #lose(exchange: Exchange): void {
    const { judgement } = answerOf(exchange);
    if (judgement === undefined || !isLost(exchange)) return;
    const shown = shownMode(this.#place, this.#now.value);
    if (shown === undefined) this.#doubt ??= judgement;
    else this.#mode = shown;
  }

  /** Looks once more where the last look was not answered. */
  async #lookAgain(): Promise<void> {
    if (answerOf(this.#now.exchange).judgement === undefined) return;
    this.#now = await this.#eye.look();
    const shown = shownMode(this.#place, this.#now.value);
    if (shown === undefined) return;
    this.#mode = shown;
    this.#doubt = undefined;
  }

  /** Looks until an accepted step shows, in the mode and in the delegations as far as it is known where they show. */
  #await(action: Action, organizations: readonly Organization[]): Promise<Look> {
    const to: Mode = action === 'remove' ? 'global' : 'custom';
    return this.#eye.until(action, (look) => {
      const shown = shownMode(this.#place, look.value);
      if (shown !== undefined && shown !== to) return false;
      if (action === 'remove') return this.#listed(look).length === 0;
      // Whether a PUT adds or replaces, what was put last is there.
      return this.#listing.length === 0 || organizations.every((id) => this.#holds(look, id));
    });
  }

  /** Learns where delegations show: places that hold an organization now and did not when none was put. */
  #learn(organizations: readonly Organization[]): void {
    for (const id of organizations) this.#used.add(id);
    if (this.#listing.length > 0 || this.home === 'custom') return;
    const [first] = organizations;
    if (first === undefined) return;
    const before = new Set(placesOf(this.#origin.value, first));
    this.#listing = placesOf(this.#now.value, first).filter((place) => !before.has(place));
  }

  #listed(look: Look): Organization[] {
    return [...this.#used].filter((id) => this.#holds(look, id));
  }

  #holds(look: Look, id: Organization): boolean {
    return placesOf(look.value, id).some((place) => this.#listing.includes(place));
  }

  async #journal(): Promise<void> {
    if (this.#entry !== undefined) return;
    const { session, reader } = { session: this.#session, reader: this.#eye.reader };
    this.#entry = await session.target.journal.begin({
      fixture: this.fixture,
      check: session.group.id,
      restore: this.home === 'global' ? [this.#wire(this.#remove)] : [],
      verify: toWire(compose(reader, { path: pathOf(reader, this.fixture), label: 'verify' })),
      before: this.#origin.exchange.response?.body ?? '',
    });
  }

  #wire(operation: Operation, body?: RequestBodyValue): ReturnType<typeof toWire> {
    const path = pathOf(operation, this.fixture);
    const request = compose(operation, { path, ...(body === undefined ? {} : { body }), label: operation.id });
    return toWire(request, { session: this.#session });
  }

  #send(operation: Operation, body?: RequestBodyValue): ReturnType<Send> {
    return this.#voice.send(this.#wire(operation, body));
  }
}

function unseenBy(judgement: Judgement | undefined): Pick<ModeTrial, 'unseen'> {
  return judgement === undefined ? {} : { unseen: judgement };
}
