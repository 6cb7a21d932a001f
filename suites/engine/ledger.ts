/** Folds the judged cases of one requirement into one result. */
import { isDeepStrictEqual } from 'node:util';
import { boundExchange, boundSeen } from '../../reports/bounds.ts';
import { toCurl } from '../../reports/curl.ts';
import type { Observation, Result, ResultAttachment, Seen } from '../../reports/model.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { sentenceOf } from '../../reports/remark.ts';
import { type Effect, type Exchange, type Requirement, VERDICTS, type Verdict } from '../../spec/index.ts';
import { unshown, whyWithheld } from '../judges/index.ts';
import type { Evidence, Judgement, Noted } from './check.ts';
import { isWhy } from './unavailable.ts';

/** Exchanges kept of a result that is no pass: the first, the decisive one and a few more. Of a pass the one that decided is kept. */
const EVIDENCE_LIMIT = 4;

export interface LedgerOptions {
  readonly requirement: Requirement;
  readonly check: string;
  readonly effect: Effect;
  /** The command that repeats the check. */
  readonly replay: string;
  /** Silences whose answers by the dialect the check has asked for so far. */
  readonly relied?: ReadonlySet<string>;
}

/** Collects judgements on one requirement within one check. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #startedAt = Date.now();
  readonly #observations: Observation[] = [];
  readonly #attachments: ResultAttachment[] = [];
  readonly #exchanges: Exchange[] = [];
  #exchangesSeen = 0;
  /** What decided that the first case is good: the look that shows what came of it, where there is one. */
  #deciding: Exchange | undefined;
  #last: Exchange | undefined;
  #spentMs = 0;
  #judged = 0;
  #passed = 0;
  #unsent = 0;
  #withheld: Judgement | undefined;
  #worst: { judgement: Judgement; evidence: Evidence } | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  get judged(): boolean {
    return this.#worst !== undefined || this.#unsent > 0;
  }

  get failed(): boolean {
    return this.#worst?.judgement.verdict === 'fail';
  }

  add(judgement: Judgement, all: Evidence): void {
    const given = sentOf(all);
    // It was judged whole; thousands of long bodies must not wait in memory for the end of the run.
    const evidence = given.exchange === undefined ? given : { ...given, exchange: boundExchange(given.exchange) };
    if (given.exchange !== undefined && given.exchange !== this.#last) this.#spentMs += given.exchange.durationMs;
    this.#last = given.exchange;
    this.#judged++;
    if (judgement.verdict === 'pass' || judgement.verdict === 'observed') this.#passed++;
    if (evidence.exchange !== undefined) this.#keep(evidence.exchange, judgement.verdict !== 'pass');
    const shown = given.seen?.exchange;
    this.#deciding ??= shown === undefined ? evidence.exchange : boundExchange(shown);
    const rest = this.#worst === undefined ? -1 : rank(judgement.verdict) - rank(this.#worst.judgement.verdict);
    if (rest < 0 || (rest === 0 && this.#isPartOfWorst(evidence))) this.#worst = { judgement, evidence };
  }

  unsent(): void {
    this.#unsent++;
  }

  /** Counts a case that was held back; `why` tells of it when no other case was judged. */
  withheld(why: Judgement): void {
    this.#unsent++;
    this.#withheld ??= why;
  }

  observe({ note, ...observation }: Noted): void {
    if (this.#observations.length >= 20) return;
    this.#observations.push({ ...observation, ...(note === undefined ? {} : { note: sentenceOf(note) }) });
  }

  attach(attachment: ResultAttachment): void {
    this.#attachments.push(attachment);
  }

  /** The result so far. A requirement about which nothing was judged is inconclusive, never a pass. */
  result(): Result {
    const { requirement, check, effect, relied } = this.#options;
    const worst = this.#worst;
    // A broken SHOULD warns, whoever judged it.
    const verdict = verdictOf({ verdict: worst?.judgement.verdict ?? 'inconclusive', level: requirement.level });
    const deciding = this.#deciding === undefined ? [] : [this.#deciding];
    const exchanges = verdict === 'pass' ? deciding : this.#exchanges;
    return {
      type: 'result',
      requirement: requirement.id,
      level: requirement.level,
      source: requirement.source,
      section: requirement.section,
      sentence: requirement.sentence,
      interface: requirement.interface,
      area: requirement.area,
      ...(requirement.operation === undefined ? {} : { operation: requirement.operation }),
      topic: requirement.topic,
      check,
      effect,
      verdict,
      ...this.#why(verdict),
      cases: { judged: this.#judged, passed: this.#passed, unsent: this.#unsent },
      ...(worst?.evidence.path === undefined ? {} : { path: worst.evidence.path }),
      ...this.#failure(verdict),
      observations: this.#observations,
      ...(relied === undefined || relied.size === 0 ? {} : { relied: [...relied].sort() }),
      exchanges,
      ...(this.#exchangesSeen > exchanges.length ? { exchangesOmitted: this.#exchangesSeen - exchanges.length } : {}),
      ...(this.#attachments.length === 0 ? {} : { attachments: this.#attachments }),
      startedAt: this.#startedAt,
      durationMs: Math.round(this.#spentMs),
    };
  }

  /** Where one case was bad, and a part of it is as bad: the part tells more. */
  #isPartOfWorst({ shrunkFrom }: Evidence): boolean {
    const { case: whole, shrunkFrom: former } = this.#worst?.evidence ?? {};
    return shrunkFrom !== undefined && [whole, former].some((one) => isDeepStrictEqual(one, shrunkFrom));
  }

  #keep(exchange: Exchange, decisive: boolean): void {
    this.#exchangesSeen++;
    if (this.#exchanges.length < EVIDENCE_LIMIT) this.#exchanges.push(exchange);
    else if (decisive) this.#exchanges[EVIDENCE_LIMIT - 1] = exchange;
  }

  #why(verdict: Verdict): Pick<Result, 'reason' | 'cause' | 'why'> {
    if (verdict === 'pass') return {};
    const unsent = this.#unsent > 0 ? NOT_SENDABLE : NOT_JUDGED;
    const { reason, cause, expected = '', actual = '' }: Judgement = this.#worst?.judgement ?? this.#withheld ?? unsent;
    return {
      reason: reason === undefined ? `${expected}; ${actual}` : sentenceOf(reason),
      ...(reason !== undefined && isWhy(reason) ? { why: reason } : {}),
      ...(cause === undefined ? {} : { cause }),
    };
  }

  #failure(verdict: Verdict): Pick<Result, 'failure'> {
    const worst = this.#worst;
    if (worst === undefined || !['fail', 'warn', 'broken'].includes(verdict)) return {};
    const { judgement, evidence } = worst;
    return {
      failure: {
        expected: judgement.expected ?? 'an answer that can be judged',
        actual: judgement.actual ?? (this.#why(verdict).reason || 'nothing that can be judged'),
        caseLabel: evidence.label,
        ...(evidence.case === undefined ? {} : { case: evidence.case }),
        ...(evidence.violation === undefined ? {} : { violation: evidence.violation }),
        ...(evidence.shrunkFrom === undefined ? {} : { shrunkFrom: evidence.shrunkFrom }),
        ...(evidence.exchange === undefined
          ? {}
          : { exchange: evidence.exchange, curl: toCurl(evidence.exchange.request) }),
        ...(evidence.seen === undefined ? {} : { seen: shownBy(evidence.seen) }),
        replay: this.#options.replay,
        ...(evidence.steps === undefined ? {} : { steps: evidence.steps }),
      },
    };
  }
}

/** None of the inputs could be put on the wire unchanged. */
const NOT_SENDABLE = unshown('not-sendable', { what: 'none', of: 'input', was: 'sendable' });

const NOT_JUDGED = unshown('other', { what: 'none', of: 'case', was: 'judged' });

/** The evidence without what was not sent: that shows nothing. */
function sentOf({ exchange, seen, ...evidence }: Evidence): Evidence {
  return {
    ...evidence,
    ...(exchange === undefined || isWithheld(exchange) ? {} : { exchange }),
    ...(seen === undefined || isWithheld(seen.exchange) ? {} : { seen: sentLooks(seen) }),
  };
}

function sentLooks({ before, ...seen }: Seen): Seen {
  return before === undefined || isWithheld(before) ? seen : { ...seen, before };
}

function isWithheld(exchange: Exchange): boolean {
  return whyWithheld(exchange) !== undefined;
}

function shownBy(seen: Seen): Seen {
  return { ...boundSeen(seen), curl: toCurl(seen.exchange.request) };
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict);
}
