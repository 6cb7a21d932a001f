/** A tape as a target: it answers what the recorded one answered, by check, request and ordinal, in the order of the tape. */

import { constants } from 'node:buffer';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readHandedIn } from '../../spec/handed-in.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { UnsendableRequest } from '../client/errors.ts';
import { Family } from '../fixtures/family.ts';
import { wantedBy } from '../fixtures/shortage.ts';
import { createRedactor } from '../redaction.ts';
import type { Fixture, Lease, Shortage, Target, WireRequest } from '../types.ts';
import {
  journalKey,
  needKey,
  pauseKey,
  requestKey,
  TAPE_FILE,
  type TapedExchange,
  type TapedLease,
  type TapedWait,
  type TapeHead,
  type TapeLine,
} from './format.ts';
import { checkHead, noTape, unreadable } from './lines.ts';
import { Reel, Shelf } from './reel.ts';

/** A line and its place among those of the tape: the order in which things came. */
type Placed<T> = T & { readonly place: number };

export interface Tape<About = unknown> {
  readonly head: TapeHead<About>;
  /** In the order in which the requests began. */
  readonly exchanges: readonly Placed<TapedExchange>[];
  readonly leases: readonly Placed<TapedLease>[];
  readonly waits: readonly Placed<TapedWait>[];
  /** Names of the groups of checks, in the order in which they began. */
  readonly groups: readonly string[];
  /** When the run was stopped. */
  readonly stop?: Stop;
}

interface Stop {
  /** The place of what was waited for last, before that; -1 for nothing. */
  readonly place: number;
  /** How often checks had heard since then that they may go on. */
  readonly heard: number;
  /** What stopped it, when it was nobody from outside. */
  readonly by?: 'budget';
}

/** @throws Error with one sentence when there is no tape, or it cannot be read. */
export function readTape<About>(folder: string): Tape<About> {
  const file = join(folder, TAPE_FILE);
  let packed: Buffer;
  try {
    packed = readHandedIn(file);
  } catch (error) {
    throw noTape(file, error);
  }
  let lines: Placed<TapeLine<About>>[];
  try {
    // More than a text can hold is no tape, and is not to take the room.
    const text = gunzipSync(packed, { maxOutputLength: constants.MAX_STRING_LENGTH }).toString('utf8').split('\n');
    lines = text.flatMap((line, place) => (line === '' ? [] : [{ ...(JSON.parse(line) as TapeLine<About>), place }]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw unreadable(file);
    throw new Error(`The tape ${file} is of so many requests that it cannot be judged again as a whole.`);
  }
  const head = checkHead(lines[0], file);
  const inOrder = <T extends { readonly at: number }>(all: T[]): T[] => all.sort((a, b) => a.at - b.at);
  return {
    head,
    exchanges: inOrder(lines.filter((line) => line.type === 'exchange')),
    leases: inOrder(lines.filter((line) => line.type === 'lease')),
    waits: inOrder(lines.filter((line) => line.type === 'wait')),
    groups: lines.flatMap((line) => (line.type === 'group' ? [line.group] : [])),
    ...stopIn(lines),
  };
}

function stopIn(lines: readonly Placed<TapeLine>[]): Pick<Tape, 'stop'> {
  const at = lines.findIndex(({ type }) => type === 'stop');
  const line = lines[at];
  if (line?.type !== 'stop') return {};
  const before = lines.slice(0, at).findLast((one) => 'at' in one);
  return { stop: { place: before?.place ?? -1, heard: line.heard, ...(line.by === undefined ? {} : { by: line.by }) } };
}

/** Something that a check asked for, and the tape does not hold. */
export interface Missing {
  /** The check, or the group in whose name it was asked for. */
  readonly check: string;
  readonly what: string;
  /** Absent for a lease. */
  readonly request?: Pick<WireRequest, 'service' | 'method' | 'target'>;
}

export class TapeTarget implements Target {
  readonly facts: Target['facts'];
  readonly redactor = createRedactor([]);
  readonly journal: Target['journal'];
  /** What was asked for and is not on the tape. */
  readonly missing: Missing[] = [];
  /** What was asked for and is on the tape without its body. */
  readonly shortened: Missing[] = [];
  readonly #unasked: Set<TapedExchange>;
  readonly #head: TapeHead;
  readonly #reel = new Reel();
  readonly #byCheck = new Shelf<Placed<TapedExchange>>();
  readonly #leases = new Shelf<Placed<TapedLease>>();
  readonly #waits = new Shelf<Placed<TapedWait>>();
  readonly #stop: Stop | undefined;
  #heard = 0;
  #fixtures: readonly Fixture[];
  readonly #gone: Fixture[] = [];

  constructor({ head, exchanges, leases, waits, stop }: Tape) {
    this.#head = head;
    this.#stop = stop;
    this.#unasked = new Set(exchanges);
    this.facts = head.facts;
    this.#fixtures = head.fixtures;
    for (const one of exchanges) this.#byCheck.add(`${one.check} ${one.key}`, one);
    for (const one of leases) this.#leases.add(one.key, one);
    for (const one of waits) this.#waits.add(one.key, one);
    this.journal = {
      begin: async ({ check, fixture }) => {
        await this.#wait(journalKey(check, fixture));
        return '';
      },
      done: async () => undefined,
    };
  }

  async send(request: WireRequest): Promise<Exchange> {
    const taped = this.#byCheck.take(`${request.check ?? ''} ${requestKey(request)}`);
    if (taped !== undefined) this.#unasked.delete(taped);
    await this.#reel.turn(taped?.place);
    if (taped?.unsendable !== undefined) throw new UnsendableRequest(taped.unsendable);
    const { method, check = '' } = request;
    const what = `${method} ${request.target}`;
    if (taped?.shortened === true) this.shortened.push({ check, what, request });
    // Each exchange is an object of its own: what is known of it is kept by identity.
    if (taped?.exchange !== undefined) return { ...taped.exchange };
    this.missing.push({ check, what, request });
    return {
      request: { method, url: this.url(request), headers: request.headers ?? [] },
      error: { kind: 'cancelled', message: `The tape holds no ${what} of this check.` },
      startedAt: 0,
      durationMs: 0,
    };
  }

  /** True from the moment on at which the run was stopped: asked as often as then, it says so from the same time on. */
  stopped(): boolean | 'budget' {
    if (this.#stop === undefined || this.#reel.last < this.#stop.place) return false;
    const { place, heard, by = true } = this.#stop;
    return this.#reel.last > place || this.#heard++ >= heard ? by : false;
  }

  /** What is on the tape and was not asked for. */
  get unasked(): readonly Missing[] {
    return [...this.#unasked].map(({ check, exchange }): Missing => {
      if (exchange === undefined) return { check, what: 'a request' };
      const { method, url } = exchange.request;
      const { admin } = this.#head.urls;
      const isAdmin = admin !== undefined && url.startsWith(admin);
      const target = isAdmin ? url.slice(admin.length) : url;
      const request = {
        service: isAdmin ? 'admin' : 'legacy',
        method: method as WireRequest['method'],
        target,
      } as const;
      return { check, what: `${method} ${url}`, request };
    });
  }

  url({ service, plain, target }: WireRequest): string {
    const { urls } = this.#head;
    return `${(service === 'admin' ? urls.admin : plain === true ? urls.plain : urls.legacy) ?? ''}${target}`;
  }

  async lease(need: Parameters<Target['lease']>[0]): Promise<Lease | Shortage> {
    const taped = this.#leases.take(needKey(need));
    await this.#reel.turn(taped?.place);
    if (taped?.fixture === undefined) {
      // Who leases is a group, or a part of one: after a blank stands which.
      const [check = ''] = need.by?.split(' ') ?? [];
      if (taped === undefined) this.missing.push({ check, what: `a lease of ${need.kind}` });
      const state = { is: 'unprovided', failure: 'The tape holds no such lease.' } as const;
      return { why: taped?.why ?? { what: 'fixture', wanted: wantedBy(need), state } };
    }
    // One object for one entity: checks compare what they hold by identity.
    const fixture = this.#known(taped.fixture);
    return { fixture, consume: async () => undefined, release: async () => undefined };
  }

  /** No time passes but in the order of the tape. */
  pause(_ms: number, by?: string): Promise<void> {
    return this.#wait(pauseKey(by));
  }

  fixtures(): readonly Fixture[] {
    return this.#fixtures;
  }

  learn(fixture: Omit<Fixture, 'allow'>): void {
    const found: Fixture = { ...fixture, allow: 'observe', found: true };
    if (this.#fixtures.some((one) => isSame(one, found))) return;
    this.#fixtures = [...this.#fixtures, found];
  }

  readonly family = new Family();

  retire(fixture: Fixture): void {
    const taken = this.#fixtures.filter((one) => isSame(one, fixture));
    this.#gone.push(...taken);
    this.#fixtures = this.#fixtures.filter((one) => !taken.includes(one));
  }

  gone(): readonly Fixture[] {
    return this.#gone;
  }

  releaseLeftovers(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  close(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  #wait(key: string): Promise<void> {
    return this.#reel.turn(this.#waits.take(key)?.place);
  }

  #known(fixture: Fixture): Fixture {
    const known = this.#fixtures.find((one) => isSame(one, fixture));
    if (known !== undefined) return known;
    this.#fixtures = [...this.#fixtures, fixture];
    return fixture;
  }
}

function isSame(one: Pick<Fixture, 'kind' | 'ids'>, other: Pick<Fixture, 'kind' | 'ids'>): boolean {
  const names = Object.keys(one.ids);
  return one.kind === other.kind && names.every((name) => String(one.ids[name]) === String(other.ids[name]));
}
