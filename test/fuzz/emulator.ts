/** Asks the emulator, without its sockets, so much nonsense as is wanted, and notes what must not be. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Emulation } from '../../emulator/emulation.ts';
import { startEmulator } from '../../emulator/index.ts';
import { profileFrom } from '../../target/index.ts';
import { contractIn, type DialectName } from '../emulator/support.ts';
import { Chance } from './random.ts';
import { corpusOf, requestOf } from './requests.ts';

export interface Fuzzed {
  /** Answers by their status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What must not be, with the request that did it; at most a few. */
  readonly faults: readonly string[];
  /** Bytes by which the heap has grown since a tenth of the requests, garbage taken away. */
  readonly grown: number;
  /** Milliseconds of the request that took longest. */
  readonly slowest: number;
}

/** Requests after which the emulator begins anew, so that there is always something to ask for. */
const FRESH = 2_000;

const MOST_FAULTS = 20;

/** Milliseconds that no request may take, also on a busy machine. */
const LONGEST_MS = 5_000;

/** What no answer may show: where the code lies, and what it was doing. */
const INSIDE = /\n\s+at |node:internal|\/emulator\/|file:\/\/|TypeError|RangeError/;

/**
 * Sends `count` requests, the same for the same seed.
 * @param dialect which the emulator speaks; what is beyond the contract is served, too.
 */
export async function fuzzEmulator(dialect: DialectName, count: number, seed: number): Promise<Fuzzed> {
  const contract = await contractIn(dialect);
  const started = await startEmulator({ contract });
  const { credentials } = started;
  const corpus = corpusOf(contract, profileFrom(started.profile()), seed);
  await started.close();
  const tokens = [credentials.bearer, credentials.secondBearer, credentials.expiredBearer, credentials.foreignBearer];
  const emulation = new Emulation({ contract, beyond: true, rateLimit: false });
  const chance = new Chance(seed);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  let slowest = 0;
  let early = 0;
  for (let index = 0; index < count; index += 1) {
    if (index % FRESH === 0) emulation.reset();
    if (index === Math.floor(count / 10)) early = used();
    const request = requestOf(corpus, tokens, chance);
    const begun = performance.now();
    const fault = faultOf(() => {
      const { status, headers, body = '' } = emulation.answer(request, chance.next() < 0.9);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status < 200 || status > 499) return `status ${status}`;
      if (Object.values(headers).some((value) => /[\r\n\0]/.test(value))) return 'a header of several lines';
      return INSIDE.test(body) ? `an answer that shows the inside: ${body.slice(0, 200)}` : undefined;
    });
    const took = performance.now() - begun;
    slowest = Math.max(slowest, took);
    const wrong = fault ?? (took > LONGEST_MS ? `${Math.round(took)} ms` : undefined);
    if (wrong !== undefined && faults.length < MOST_FAULTS) faults.push(`${wrong} for ${shown(request)}`);
    if (Object.keys(Object.prototype).length > 0) throw new Error(`All objects were changed by ${shown(request)}`);
  }
  emulation.reset();
  return { statuses, faults, grown: used() - early, slowest };
}

function faultOf(ask: () => string | undefined): string | undefined {
  try {
    return ask();
  } catch (error) {
    return error instanceof Error ? `${error.stack?.split('\n').slice(0, 3).join(' ')}` : String(error);
  }
}

function shown({ method, url, headers, body }: ReturnType<typeof requestOf>): string {
  const text = Buffer.from(body).toString('latin1');
  return JSON.stringify([method, url.slice(0, 200), headers['content-type'], text.slice(0, 300), text.length]);
}

function used(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
