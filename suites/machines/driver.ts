/** Takes one fixture from state to state, sees what comes of it, and brings it back in the end. */
import { distinguishing, listed, wayOf } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, isLost, unshown } from '../judges/index.ts';
import { changedByRefusal, type Look, type Send, seenBy } from '../subject/read.ts';
import { isMove } from './judge.ts';
import { type Adapter, type Ask, type Inference, isAccepted, isRefused, type Step } from './model.ts';
import { type Found, find, type Held, Standing } from './standing.ts';
import { WayHome } from './way-home.ts';

/** Part of the time in which changes show. */
const MOMENT = 0.2;

export class Driver extends Standing {
  readonly #wayHome: WayHome;
  #told: string[] = [];

  private constructor(adapter: Adapter, held: Held, found: Found) {
    super(adapter, held, found);
    this.#wayHome = new WayHome(adapter, held, this, (to) => this.request(adapter.plain(to)));
  }

  /** Takes an entity in hand. @throws Unavailable when it cannot be walked. */
  static async take(adapter: Adapter, given: Held): Promise<Driver> {
    const held = { ...given };
    const driver = new Driver(adapter, held, await find(adapter, held));
    held.session.onClose(() => driver.retire());
    return driver;
  }

  /** Forgets what was told so far, so that a sequence that begins now is told from its own beginning. */
  begin(): void {
    this.#told = [];
  }

  /** Sends a request and sees what comes of it. `probe`: where the state does not show, finds it out by a further step. */
  async step(wanted: Ask, { probe = false } = {}): Promise<Step | undefined> {
    await this.lookAgain();
    const before = this.now;
    const from = this.state;
    const ask = this.adapter.complete === undefined ? wanted : this.adapter.complete(wanted, before.value);
    if (ask === undefined) return undefined;
    const to = ask.to ?? from;
    const isListed = isMove(this.machine, { from, ask });
    const settle = await this.#wayHome.journal(to);
    const exchange = await this.#submit(ask, isListed);
    const ok = isAccepted({ exchange });
    this.#told.push(`${from} ${ask.label}: ${exchange.response?.status ?? 'no answer'}`);
    const steps = [...this.#told];
    const isDue = ask.bad !== true && (isListed || to === from);
    const found = ok ? undefined : await this.#afterRefusal(ask, before);
    const worn = isListed && isRefused({ exchange }) ? await this.#worn() : undefined;
    this.now = found?.look ?? (isDue ? await this.awaited(ask, to) : await this.observer.look());
    // Once a step was not answered, its outcome is unknown until the state is seen.
    if (isLost(exchange) && !this.reads(this.now)) this.doubt ??= answerOf(exchange).judgement;
    const after = this.now;
    const shownAfter = this.shown(after);
    const dark = answerOf(after.exchange).judgement;
    this.state = this.believed(after, ok ? to : from);
    await settle(this.state === to);
    const blind = probe && to !== from && dark === undefined && !this.reads(after) && this.held.shared.proven;
    const doubt = this.doubt;
    const inferred = blind && doubt === undefined ? await this.#infer(from, to) : undefined;
    const unseen = this.doubt ?? worn ?? (ok ? dark : undefined);
    const step: Step = {
      from,
      ask,
      exchange,
      seen: seenBy(before, after),
      shownBefore: this.shown(before),
      shownAfter,
      changed: found?.look.status === 200 ? found.pointers : undefined,
      steps,
      told: this.adapter.tell(ask, after.value, { history: this, before, ok, from }),
      ...(unseen === undefined ? {} : { unseen }),
      ...(inferred === undefined ? {} : { inferred }),
    };
    this.steps.push(step);
    if (isListed && !(ok && this.#landed(step, to))) this.held.shared.failed.add(`${from} ${ask.label}`);
    return step;
  }

  /** Goes to a state by listed steps that `usable` allows. False when one of them did not lead where it should. */
  async bring(to: string, usable: (from: string, to: string) => boolean = () => true): Promise<boolean> {
    const works = (from: string, step: string): boolean =>
      usable(from, step) && !this.held.shared.failed.has(`${from} ${this.adapter.plain(step).label}`);
    for (const _ of this.machine.states) {
      if (this.state === to) return true;
      const [next] = wayOf(this.machine, this.state, to, works) ?? [];
      if (next === undefined) return false;
      await this.step(this.adapter.plain(next));
    }
    return this.state === to;
  }

  /** Brings the entity back to what it was and gives it free. */
  async retire(): Promise<void> {
    // Even a run that was stopped puts back what it changed.
    this.held.send = (request) => this.held.session.send(request);
    await this.#wayHome.go(this.state, (what, done) => this.observer.until(what, done));
    await this.held.lease.release();
  }

  #afterRefusal(ask: Ask, before: Look): ReturnType<typeof changedByRefusal> {
    const again = (): ReturnType<Send> => this.held.send(this.request(ask));
    const decisive = (look: Look): boolean =>
      ![this.shown(before), this.state].includes(this.shown(look)) ||
      this.adapter.hasArrived?.(ask, look.value) === true;
    const last = this.steps.findLast(isAccepted);
    const renew = async (): Promise<unknown> => last && this.held.send(this.request(last.ask));
    return changedByRefusal(this.observer, before, { again, renew, decisive });
  }

  /** Why a refusal says nothing of a step: an entity that was changed so often may take no change at all any more. */
  async #worn(): Promise<Judgement | undefined> {
    const { complete, control } = this.adapter;
    const ask = control?.();
    const whole = ask === undefined ? undefined : (complete?.(ask, this.now.value) ?? ask);
    if (whole === undefined || !this.steps.some(isAccepted)) return undefined;
    const exchange = await this.held.send(this.request(whole));
    if (!isRefused({ exchange })) return undefined;
    return unshown('control-refused', { what: 'answered', status: exchange.response?.status ?? 0, but: 'no-control' });
  }

  async #submit(ask: Ask, isListed: boolean): ReturnType<Send> {
    let [sent, exchange] = [ask, await this.held.send(this.request(ask))];
    if (!isListed) return exchange;
    for (const other of this.adapter.fuller?.(ask) ?? []) {
      if (!isRefused({ exchange })) break;
      const next = await this.held.send(this.request(other));
      if (isAccepted({ exchange: next })) [sent, exchange] = [other, next];
    }
    if (isAccepted({ exchange })) {
      this.held.shared.proven ||= ask.laden !== true;
      this.adapter.learn?.(sent);
    }
    return exchange;
  }

  #landed({ inferred, shownAfter }: Step, to: string): boolean {
    if (inferred?.probe !== undefined) return inferred.accepted === listed(this.machine, to, inferred.probe);
    return shownAfter === undefined || shownAfter === to;
  }

  /**
   * Finds out whether it is in the state `a` or `b` by steps that only one of them has. Once one is accepted, the state is what was
   * asked for; one that is not answered ends the probing.
   */
  async #infer(a: string, b: string): Promise<Inference> {
    for (const to of distinguishing(this.machine, a, b, this.held.shared.stayingRefused)) {
      const settle = await this.#wayHome.journal(to);
      let exchange = await this.held.send(this.request(this.adapter.plain(to)));
      if (isRefused({ exchange })) {
        // It may be refused for the moment, as the state has just changed.
        await this.observer.pause(MOMENT * this.held.session.target.facts.settleMs);
        exchange = await this.held.send(this.request(this.adapter.plain(to)));
      }
      const { response, judgement } = answerOf(exchange);
      // Where nothing came back, the change may as well have taken place.
      await settle(judgement === undefined ? response.status < 300 : isLost(exchange));
      if (judgement !== undefined) {
        this.doubt ??= judgement;
        return { how: `the next step, to ${to}, was not answered` };
      }
      const accepted = isAccepted({ exchange });
      if (!accepted && !isRefused({ exchange })) continue;
      const state = accepted ? to : listed(this.machine, a, to) ? b : a;
      if (state !== this.state) this.now = await this.observer.look();
      this.state = state;
      const how = `the next step, to ${to}, was ${accepted ? 'accepted' : 'refused'} with ${response.status}`;
      return { probe: to, accepted, how };
    }
    return { how: `no documented step tells ${a} from ${b}` };
  }
}
