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

/** Characters that wait in memory before they are written. */
const BUFFER = 1 << 20;

/** Appends to the tape of a run. */
export class TapeWriter {
  readonly #file: string;
  #waiting: string[] = [];
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
    this.#waiting.push(text);
    this.#size += text.length;
    if (this.#size > BUFFER) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    appendFileSync(this.#file, this.#waiting.join(''), { mode: 0o600 });
    this.#waiting = [];
    this.#size = 0;
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
  let last = Promise.resolve();
  // What comes at the same time is handed on one by one, as a tape hands it out: who goes on first sees nothing of the others.
  const turn = (): Promise<void> => {
    const before = last;
    last = before.then(() => new Promise((resolve) => setImmediate(resolve)));
    return before;
  };
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

/** Packs the tape of a run that has ended, and returns the SHA-256 of the packed file. */
export async function packTape(runDirectory: string): Promise<string> {
  const raw = join(runDirectory, RAW_TAPE_FILE);
  const packed = join(runDirectory, TAPE_FILE);
  const digest = createHash('sha256');
  const gzip = createGzip({ level: 6 });
  gzip.on('data', (chunk: Buffer) => digest.update(chunk));
  await pipeline(createReadStream(raw), gzip, createWriteStream(packed, { mode: 0o600 }));
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
