/** What a run shows while it runs: one line that rewrites itself on a terminal, a few lines elsewhere. */
import type { ResultRecord } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { Style } from './style.ts';
import { styleFor } from './style.ts';
import { newsLine, verdictLine } from './summary.ts';
import { duration, estimate } from './visible.ts';
import { areaTitle } from './words.ts';

/** Where progress is written. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Bad news told at once; more would hide the rest, and all of it stands in the summary. */
const NEWS_LIMIT = 8;
const BAR_WIDTH = 24;
/** Least time between two rewritings of the live line, in milliseconds. */
const REWRITE_MS = 80;
const CLEAR_LINE = '\r\u001b[2K';

/** What goes on at one moment, as the thread that sends the requests tells it. */
export interface Pulse {
  /** Requests that have been sent since the start. */
  readonly sent: number;
  /** Requests that are not answered yet; those that wait for the rate limit are among them. */
  readonly inFlight: number;
  /** The request that has waited longest, where that is long: the check that asked, and since when in epoch milliseconds. */
  readonly waiting?: { readonly check: string; readonly since: number };
}

/** How far a run is. */
export interface Advance {
  readonly done: number;
  readonly of: number;
  readonly bad: number;
  /** Requests per second, over the whole run. */
  readonly requestsPerSecond: number;
  readonly inFlight: number;
  /** Told once enough is done to tell. */
  readonly secondsLeft?: number;
}

/** Share of a plan from which on the time that is left can be told. */
const FORETOLD_FROM = 0.1;

/** How much is told: `quiet` nothing but what must be known at once, `verbose` each verdict as it comes. */
export type Loudness = 'quiet' | 'normal' | 'verbose';

export class Progress {
  readonly #loudness: Loudness;
  readonly #stream: ProgressStream;
  readonly #style: Style;
  readonly #live: boolean;
  readonly #startedAt = Date.now();
  readonly #planned = new Set<string>();
  readonly #seen = new Set<string>();
  #verdicts = 0;
  #bad = 0;
  #news = 0;
  #area = '';
  #saidTenth = 0;
  #shownAt = 0;
  #pulse: Pulse = { sent: 0, inFlight: 0 };

  constructor(stream: ProgressStream = process.stderr, style: Style = styleFor(stream), loudness: Loudness = 'normal') {
    this.#loudness = loudness;
    this.#stream = stream;
    this.#style = style;
    this.#live = stream.isTTY === true;
  }

  /** Takes in a record of the results file, in any order. */
  record(record: ResultRecord): void {
    if (record.type === 'plan') for (const id of record.requirements) this.#planned.add(id);
    if (record.type === 'notice' && record.severity === 'warning') this.#say(record.message);
    // What a stop leaves open is no progress.
    if (record.type !== 'result' || record.cause === 'interrupted') return;
    this.#verdicts += 1;
    this.#seen.add(record.requirement);
    this.#area = record.area;
    const verdict = verdictOf(record);
    if (verdict === 'fail' || verdict === 'broken') this.#bad += 1;
    const news = newsLine(record, this.#style);
    if (this.#loudness === 'verbose') this.#say(news ?? verdictLine(record, this.#style));
    else if (news !== undefined && this.#loudness === 'normal') this.#tell(news);
    this.#show();
  }

  /** Takes in what the requests are doing. */
  feel(pulse: Pulse): void {
    this.#pulse = pulse;
    if (this.#live) this.#show();
  }

  /** How far it is now. */
  get advance(): Advance {
    const [done, of, passed] = [this.#seen.size, this.#planned.size, Date.now() - this.#startedAt];
    const share = of === 0 ? 0 : done / of;
    const left = share < FORETOLD_FROM ? undefined : Math.round((passed * (1 - share)) / share / 1000);
    return {
      done,
      of,
      bad: this.#bad,
      requestsPerSecond: Math.round((this.#pulse.sent * 1000) / Math.max(1, passed)),
      inFlight: this.#pulse.inFlight,
      ...(left === undefined ? {} : { secondsLeft: left }),
    };
  }

  /** Takes the live line away, so that the summary stands alone. */
  stop(): void {
    if (this.#live) this.#stream.write(CLEAR_LINE);
  }

  #tell(news: string): void {
    this.#news += 1;
    if (this.#news <= NEWS_LIMIT) this.#say(news);
    else if (this.#news === NEWS_LIMIT + 1) this.#say(this.#style.dim('… more failures will be in the summary'));
  }

  #say(line: string): void {
    this.#stream.write(this.#live ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  }

  #show(): void {
    if (this.#loudness === 'quiet') return;
    const share = this.#planned.size === 0 ? undefined : Math.min(1, this.#seen.size / this.#planned.size);
    if (this.#live) {
      if (Date.now() - this.#shownAt < REWRITE_MS) return;
      this.#shownAt = Date.now();
      this.#stream.write(`${CLEAR_LINE}${this.#line(share)}`);
      return;
    }
    // Elsewhere than on a terminal, a line per tenth of the plan is enough.
    const tenth = Math.floor((share ?? 0) * 10);
    if (tenth <= this.#saidTenth) return;
    this.#saidTenth = tenth;
    this.#stream.write(`${this.#line(share)}\n`);
  }

  #line(share: number | undefined): string {
    const done = share === undefined ? `${this.#verdicts}` : `${this.#seen.size}/${this.#planned.size}`;
    const bad = this.#bad === 0 ? '' : `, ${this.#bad} bad`;
    const passed = duration(Date.now() - this.#startedAt);
    const { secondsLeft } = this.advance;
    // An estimate: no tenths, and nothing of what is as good as over.
    const left = secondsLeft === undefined || secondsLeft === 0 ? '' : `${estimate(secondsLeft)} left`;
    const percent = share === undefined ? '' : `${Math.round(share * 100)} % `;
    const told = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(', ');
    const text = told(`${done} requirements${bad}`, passed, left && `about ${left}`, ...this.#what());
    if (!this.#live) return `${percent}${text}`;
    const columns = this.#stream.columns ?? 80;
    const filled = Math.round((share ?? 0) * BAR_WIDTH);
    const bar = `${'━'.repeat(filled)}${this.#style.dim('─'.repeat(BAR_WIDTH - filled))}`;
    const brief = told(`${done}${bad}`, passed, left, ...this.#what('short'));
    const beside = [text, brief].find(({ length }) => BAR_WIDTH + 3 + length <= columns);
    // Where it is narrow the numbers are worth more than the bar; what is cut off at the end is least missed.
    return beside === undefined ? `${percent}${brief}`.slice(0, columns - 1) : `${bar}  ${beside}`;
  }

  /** What is going on: the check that waits for an answer where it waits long, else the area, once one is known, and how fast it goes. */
  #what(form: 'long' | 'short' = 'long'): string[] {
    const { sent, inFlight, waiting } = this.#pulse;
    if (waiting !== undefined) {
      const since = duration(Date.now() - waiting.since);
      return [
        form === 'short'
          ? `waiting ${since} for ${waiting.check}`
          : `${waiting.check} waits for an answer since ${since}`,
      ];
    }
    const area = areaTitle(this.#area);
    if (sent === 0) return [area];
    const { requestsPerSecond } = this.advance;
    return form === 'short'
      ? [`${requestsPerSecond}/s`, `${inFlight} in flight`, area]
      : [area, `${requestsPerSecond} requests/s`, `${inFlight} in flight`];
  }
}
