/** Records what a target does for the checks of a run. */
import { createHash, hash } from 'node:crypto';
import { appendFileSync, createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Exchange } from '../../spec/vocabulary.ts';
import { UnsendableRequest } from '../client/errors.ts';
import { passOn } from '../pass-on.ts';
import type { Target } from '../types.ts';
import {
  journalKey,
  LONGEST_BODY,
  needKey,
  pauseKey,
  RAW_TAPE_FILE,
  requestKey,
  TAPE_FILE,
  type TapedExchange,
  type TapeLine,
} from './format.ts';

/** Bytes that wait in memory before they are written, and that are packed at a time. */
const BUFFER = 1 << 20;

/** Bytes that a character takes at most, in UTF-8. */
const WIDEST = 3;

/** Of the levels of gzip the one that is as quick as the quickest and packs best: a tape repeats itself, higher ones gain little. */
const LEVEL = 3;

/** Appends to the tape of a run. */
export class TapeWriter {
  readonly #file: string;
  /** Encoded at once: to put long texts together first takes several times as long. */
  readonly #waiting = Buffer.allocUnsafe(BUFFER);
  #size = 0;
  #came = 0;

  constructor(runDirectory: string) {
    this.#file = join(runDirectory, RAW_TAPE_FILE);
  }

  /** How much of what was waited for has come so far. */
  get came(): number {
    return this.#came;
  }

  write(line: TapeLine): void {
    if ('at' in line) this.#came += 1;
    const text = `${JSON.stringify(line)}\n`;
    const most = text.length * WIDEST;
    if (this.#size + most > BUFFER) this.flush();
    if (most > BUFFER) this.#append(text);
    else this.#size += this.#waiting.write(text, this.#size, 'utf8');
  }

  flush(): void {
    if (this.#size === 0) return;
    this.#append(this.#waiting.subarray(0, this.#size));
    this.#size = 0;
  }

  #append(content: string | Buffer): void {
    appendFileSync(this.#file, content, { mode: 0o600 });
  }
}

/** Whether the run was stopped, and by what, as `stopped` said first, with the moment from which on it was so kept on the tape. */
export function recordedStop(stopped: () => boolean | 'budget', tape: TapeWriter): () => boolean | 'budget' {
  let heard = { at: -1, times: 0 };
  let told: true | 'budget' | undefined;
  return () => {
    if (told !== undefined) return told;
    const is = stopped();
    if (heard.at !== tape.came) heard = { at: tape.came, times: 0 };
    if (is === false) {
      heard.times += 1;
      return false;
    }
    tape.write({ type: 'stop', heard: heard.times, ...(is === 'budget' ? { by: is } : {}) });
    told = is;
    return is;
  };
}

/** The target itself, with all that it answers, leases and takes its time for kept on the tape. */
export function recorded(target: Target, tape: TapeWriter): Target {
  let at = 0;
  const turn = oneByOne();
  const waited = async <T>(key: string, work: Promise<T>): Promise<T> => {
    const line = { type: 'wait', key, at: at++ } as const;
    const done = await work;
    await turn();
    tape.write(line);
    return done;
  };
  return {
    ...passOn(target),
    journal: {
      begin: (entry) => waited(journalKey(entry.check, entry.fixture), target.journal.begin(entry)),
      done: (id) => target.journal.done(id),
    },
    pause: (ms, by) => waited(pauseKey(by), target.pause(ms, by)),
    close: async () => {
      tape.flush();
      return target.close();
    },
    async send(request, options) {
      const line = { type: 'exchange', check: request.check ?? '', key: requestKey(request), at: at++ } as const;
      try {
        const exchange = await target.send(request, options);
        await turn();
        tape.write({ ...line, ...kept(exchange) });
        return exchange;
      } catch (error) {
        if (!(error instanceof UnsendableRequest)) throw error;
        await turn();
        tape.write({ ...line, unsendable: error.message });
        throw error;
      }
    },
    async lease(need) {
      const line = { type: 'lease', key: needKey(need), at: at++ } as const;
      const lease = await target.lease(need);
      await turn();
      tape.write({ ...line, ...('fixture' in lease ? { fixture: lease.fixture } : { why: lease.why }) });
      return lease;
    },
  };
}

/**
 * What comes at the same time is handed on one by one, as a tape hands it out: who goes on first sees nothing of the others.
 * Undefined for whom nobody is before.
 */
function oneByOne(): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const first = waiting.shift();
    isTaken = first !== undefined;
    if (first === undefined) return;
    setImmediate(next);
    first();
  };
  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve));
    isTaken = true;
    setImmediate(next);
    return undefined;
  };
}

/** Packs the tape of a run that has ended, and returns the SHA-256 of the packed file. */
export async function packTape(runDirectory: string): Promise<string> {
  const raw = join(runDirectory, RAW_TAPE_FILE);
  const packed = join(runDirectory, TAPE_FILE);
  const digest = createHash('sha256');
  const gzip = createGzip({ level: LEVEL, chunkSize: BUFFER });
  gzip.on('data', (chunk: Buffer) => digest.update(chunk));
  await pipeline(createReadStream(raw, { highWaterMark: BUFFER }), gzip, createWriteStream(packed, { mode: 0o600 }));
  rmSync(raw);
  return digest.digest('hex');
}

function kept(exchange: Exchange): Pick<TapedExchange, 'exchange' | 'shortened'> {
  const { response } = exchange;
  if (response === undefined || response.body.length <= LONGEST_BODY) return { exchange };
  const body = `SHA-256 ${hash('sha256', response.body)} of ${response.body.length} characters`;
  return {
    exchange: { ...exchange, response: { ...response, body, encoding: 'utf8', truncated: true } },
    shortened: true,
  };
}
