/** Moves one lent administrator from type to type, sees what comes of it, and brings it back in the end. */
import type { RequestCase } from '../../../generators/index.ts';
import type { WireRequest } from '../../../target/types.ts';
import { isLack, type Lack, type Session } from '../../engine/session.ts';
import { pointerGet, pointerSet } from '../../judges/pointer.ts';
import { changedSince, type Eye, eyeOn, type Look, lookUntil, type Send } from '../../lifecycles/look.ts';
import { putBack, writeBack } from '../../lifecycles/put-back.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import { inferState } from './infer.ts';
import { listed, type TypeKnowledge, wayOf } from './knowledge.ts';
import type { Inference, Sighting, Trial } from './trial.ts';
import type { Fixture } from '../../../target/types.ts';

/** Which content an update carries: the wanted type alone, or all that the administrator shows besides. */
type Form = 'bare' | 'full';

export interface DriverOptions {
  /** False when the place where the type shows was found not to show it. */
  readonly readable: boolean;
  /** Forms that were seen to be accepted, by wanted type; shared by the drivers of a check. */
  readonly forms: Map<string, Form>;
}

export class TypeDriver {
  readonly fixture: Fixture;
  readonly sighting: Sighting;
  readonly trials: Trial[] = [];
  readonly #send: Send;
  readonly #session: Session;
  readonly #knowledge: TypeKnowledge;
  readonly #options: DriverOptions;
  readonly #eye: Eye;
  readonly #origin: Look;
  readonly #home: string;
  #now: Look;
  #state: string;
  #steps: string[] = [];
  #entry: string | undefined;

  private constructor(parts: {
    send: Send;
    session: Session;
    knowledge: TypeKnowledge;
    options: DriverOptions;
    eye: Eye;
    origin: Look;
    home: string;
  }) {
    this.#send = parts.send;
    this.#session = parts.session;
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
    fixture: Fixture,
    options: DriverOptions,
  ): Promise<TypeDriver | Lack> {
    const eye = eyeOn(send, session, knowledge.reader, fixture);
    const origin = await eye.look();
    if (origin.status !== 200) {
      return { lack: `The administrator ${fixture.ids['id']} answers ${origin.status} to a GET.`, cause: 'earlier-step' };
    }
    const declared = fixture.traits['type'];
    const shown =
      knowledge.read !== undefined && options.readable ? pointerGet(origin.value, knowledge.read.pointer) : undefined;
    const trusted = knowledge.read?.standing === 'claimed' ? (shown ?? declared) : (declared ?? shown);
    const home = knowledge.machine.states.find((state) => state === trusted);
    if (home === undefined) {
      return {
        lack: `The type of the administrator ${fixture.ids['id']} is not known; give its fixture the trait type.`,
        cause: 'no-fixture',
      };
    }
    const driver = new TypeDriver({ send, session, knowledge, options, eye, origin, home });
    session.onClose(() => driver.#goHome());
    return driver;
  }

  /** The type that it is taken to have now. */
  get state(): string {
    return this.#state;
  }

  /** Forgets the steps so far, so that a sequence that begins now is told from its own beginning. */
  begin(): void {
    this.#steps = [];
  }

  /** Tries one change, judged by nobody yet. */
  async change(to: string): Promise<Trial> {
    const from = this.#state;
    const before = this.#now;
    await this.#journal(to);
    const exchange = await this.#submit(to);
    const status = exchange.response?.status ?? 0;
    const ok = status >= 200 && status < 300;
    this.#steps.push(`${from} → ${to}: ${status === 0 ? 'no answer' : status}`);
    const steps = [...this.#steps];
    let changed: readonly string[] | undefined;
    if (ok && from !== to && listed(this.#knowledge.machine, from, to)) {
      this.#now = await lookUntil(this.#eye, (look) => !this.#reads(look) || this.#shown(look) === to);
    } else if (ok) {
      this.#now = await this.#eye.look();
    } else {
      const seen = await changedSince(this.#eye, before);
      changed = seen.look.status === 200 ? seen.pointers : undefined;
      this.#now = seen.look;
    }
    const shownAfter = this.#shown(this.#now);
    this.#state = this.#believed(shownAfter, ok ? to : from);
    const inferred = this.#reads(this.#now) || from === to ? undefined : await this.#infer(from, to);
    const trial: Trial = {
      from,
      to,
      exchange,
      shownBefore: this.#shown(before),
      shownAfter,
      changed,
      ...(inferred === undefined ? {} : { inferred }),
      steps,
    };
    this.trials.push(trial);
    return trial;
  }

  /** Goes to a type by listed changes. False when one of them did not lead where it should. */
  async bring(to: string): Promise<boolean> {
    for (let moves = 0; this.#state !== to && moves < 4; moves++) {
      const [next] = wayOf(this.#knowledge.machine, this.#state, to, (from, step) => !this.#blocked(from, step)) ?? [];
      if (next === undefined) return false;
      await this.change(next);
    }
    return this.#state === to;
  }

  /** Listed changes that failed on this administrator are not tried again as a means. */
  #blocked(from: string, to: string): boolean {
    const last = this.trials.findLast((trial) => trial.from === from && trial.to === to);
    return last !== undefined && !((last.exchange.response?.status ?? 0) < 300 && this.#landed(last));
  }

  #landed(trial: Trial): boolean {
    return trial.inferred === undefined
      ? trial.shownAfter === undefined || trial.shownAfter === trial.to
      : trial.inferred.state === undefined || trial.inferred.state === trial.to;
  }

  async #submit(to: string): ReturnType<Send> {
    const form = this.#options.forms.get(to);
    const exchange = await this.#send(this.#request(to, form ?? 'bare'));
    const status = exchange.response?.status ?? 0;
    if (form !== undefined || !listed(this.#knowledge.machine, this.#state, to)) return exchange;
    if (status >= 200 && status < 300) this.#options.forms.set(to, 'bare');
    if (status < 400 || status >= 500) return exchange;
    // 4.5 says that unchanged members may be left out; a server that wants them still may know the table.
    const full = await this.#send(this.#request(to, 'full'));
    if ((full.response?.status ?? 0) >= 300) return exchange;
    this.#options.forms.set(to, 'full');
    return full;
  }

  #request(to: string, form: Form): WireRequest {
    return toWire(this.#body(to, form), { session: this.#session });
  }

  #body(to: string, form: Form): RequestCase {
    const { update, write, companions } = this.#knowledge;
    const shown =
      form === 'full' ? writeBack(this.#session, update, this.fixture, this.#now.value).body?.value : undefined;
    const value = pointerSet({ ...(shown as object | undefined), ...companions[to] }, write.pointer, to);
    return compose(update, {
      path: pathOf(update, this.fixture),
      body: { mediaType: 'application/json', value },
      label: `type ${to}`,
    });
  }

  #reads(look: Look): boolean {
    return this.#options.readable && this.#shown(look) !== undefined;
  }

  #shown(look: Look): unknown {
    const { read } = this.#knowledge;
    return read === undefined ? undefined : pointerGet(look.value, read.pointer);
  }

  #believed(shown: unknown, otherwise: string): string {
    const known = this.#options.readable ? this.#knowledge.machine.states.find((state) => state === shown) : undefined;
    return known ?? otherwise;
  }

  async #infer(from: string, to: string): Promise<Inference | undefined> {
    const inference = await inferState(this.#knowledge, from, to, async (probe) => {
      await this.#journal(probe);
      return (await this.#send(this.#request(probe, this.#options.forms.get(probe) ?? 'bare'))).response?.status ?? 0;
    });
    this.#state = inference.now ?? this.#state;
    return inference.inference;
  }

  /** Durable before the change: how to get home from where the change leads. The entry before it is then superseded. */
  async #journal(to: string): Promise<void> {
    const { machine, update, reader, write } = this.#knowledge;
    const way = to === this.#home ? [] : (wayOf(machine, to, this.#home) ?? []);
    const values = writeBack(this.#session, update, this.fixture, this.#origin.value, { omit: [write.pointer] });
    const restore = [...way.map((step) => this.#body(step, 'bare')), values];
    const superseded = this.#entry;
    this.#entry = await this.#session.target.journal.begin({
      fixture: this.fixture,
      check: this.#session.group.id,
      restore: restore.map((request) => toWire(request, { session: this.#session })),
      verify: toWire(compose(reader, { path: pathOf(reader, this.fixture), label: 'verify' })),
      before: this.#origin.exchange.response?.body ?? '',
    });
    if (superseded !== undefined) await this.#session.target.journal.done(superseded);
  }

  async #goHome(): Promise<void> {
    if (this.#entry === undefined) return;
    const { machine, update, write } = this.#knowledge;
    const send = (to: string): ReturnType<Send> =>
      this.#session.send(this.#request(to, this.#options.forms.get(to) ?? 'bare'));
    // Asked for the way from STANDARD, since every type may become STANDARD; a refusal of a needless step does no harm.
    for (const step of [...(wayOf(machine, this.#state, this.#home) ?? ['STANDARD', this.#home])]) await send(step);
    const back = await putBack(this.#session, update, this.fixture, this.#origin, { omit: [write.pointer] });
    if (back) await this.#session.target.journal.done(this.#entry);
  }
}

export { isLack };
