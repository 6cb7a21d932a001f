/** Records what a target does for the checks of a run. */
import { hash } from 'node:crypto';
import type { Exchange } from '../../spec/vocabulary.ts';
import { UnsendableRequest } from '../client/errors.ts';
import { passOn } from '../pass-on.ts';
import type { Target } from '../types.ts';
import { journalKey, LONGEST_BODY, needKey, pauseKey, requestKey, type TapedExchange } from './format.ts';
import type { TapeWriter } from './write.ts';

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
    tape.note(() => line);
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
      const began = at++;
      const line = (came: Came): TapedExchange => {
        const { check = '' } = request;
        return { type: 'exchange', check, key: requestKey(request), at: began, ...came };
      };
      try {
        const exchange = await target.send(request, options);
        await turn();
        tape.note(() => line(kept(exchange)), exchange.response?.body.length);
        return exchange;
      } catch (error) {
        if (!(error instanceof UnsendableRequest)) throw error;
        const { message } = error;
        await turn();
        tape.note(() => line({ unsendable: message }));
        throw error;
      }
    },
    async lease(need) {
      const line = { type: 'lease', key: needKey(need), at: at++ } as const;
      const lease = await target.lease(need);
      await turn();
      const came = 'fixture' in lease ? { fixture: lease.fixture } : { why: lease.why };
      tape.note(() => ({ ...line, ...came }));
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

/** What came of a request. */
type Came = Pick<TapedExchange, 'exchange' | 'shortened' | 'unsendable'>;

function kept(exchange: Exchange): Came {
  const { response } = exchange;
  if (response === undefined || response.body.length <= LONGEST_BODY) return { exchange };
  const body = `SHA-256 ${hash('sha256', response.body)} of ${response.body.length} characters`;
  return {
    exchange: { ...exchange, response: { ...response, body, encoding: 'utf8', truncated: true } },
    shortened: true,
  };
}
