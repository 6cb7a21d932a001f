/** One request on one connection: undici's events gathered into an outcome, within every bound. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type HeaderList, header, type TransportError } from '../../spec/vocabulary.ts';
import { classify, UnsendableRequest } from './errors.ts';
import { headerList } from './header-list.ts';

/** What is kept of a body that is too long, as evidence. */
export const CUT_BODY_BYTES = 65_536;

const EMPTY = Buffer.alloc(0);

/**
 * Interim responses (1xx) that are put up with before the final one. A server may send any number of them (RFC 9110, 15.2), all
 * within the time for the header: they do not begin it anew. Who sends so many is flooding.
 */
const INTERIM_LIMIT = 100;

/** What goes to the network library. */
export interface Sendable {
  readonly origin: string;
  /** Host and port for messages. */
  readonly host: string;
  /** Path and query, one character per byte. */
  readonly path: string;
  readonly method: string;
  /** Names and values in turn, or by name where a proxy is used (undici loses repeated fields of a list there). */
  readonly headers: string[] | Record<string, string[]>;
  readonly body: string | Buffer | null;
  /** Sent as a stream: nobody knows its length beforehand. */
  readonly chunked?: true;
}

export interface AttemptLimits {
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly totalMs: number;
  readonly maxBodyBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of it: `status` is set when a header came; `error` when the exchange did not come to its end. */
export interface Outcome {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
  /** Body bytes received. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly error?: TransportError;
}

/**
 * Sends and waits. Never rejects for what the network does.
 * @throws UnsendableRequest when undici refuses the request itself (control characters, forbidden header fields).
 */
export function attempt(dispatcher: Dispatcher, request: Sendable, limits: AttemptLimits): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const run = new Attempt(request, limits, resolve, reject);
    run.start(dispatcher);
  });
}

class Attempt implements Dispatcher.DispatchHandler {
  readonly #request: Sendable;
  readonly #limits: AttemptLimits;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #reject: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off, and when what it watches over is due: it is set anew only where it would go off too late. */
  #alarm = 0;
  #due = 0;
  #overdue: () => void = () => undefined;
  #begun = 0;
  #settled = false;
  #interim = 0;
  #status = 0;
  #headers: HeaderList = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Body bytes that are read. */
  #space: number;

  constructor(
    request: Sendable,
    limits: AttemptLimits,
    resolve: (outcome: Outcome) => void,
    reject: (error: Error) => void,
  ) {
    this.#request = request;
    this.#limits = limits;
    this.#space = limits.maxBodyBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(dispatcher: Dispatcher): void {
    const { signal, totalMs } = this.#limits;
    if (signal?.aborted === true) {
      this.#cancel();
      return;
    }
    signal?.addEventListener('abort', this.#cancel, { once: true });
    this.#begun = performance.now();
    this.#watch(totalMs, this.#expire);
    const { origin, path, method, headers, body: whole, chunked } = this.#request;
    const body = chunked === true && whole !== null ? Readable.from([Buffer.from(whole)]) : whole;
    try {
      // The library's own timers are only exact to half a second: ours stand in for them.
      dispatcher.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, this);
    } catch (error) {
      this.#fail(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('given up'));
    else this.#await(this.#limits.headersMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > INTERIM_LIMIT) {
        this.#settle({
          kind: 'timeout',
          message: `No answer from ${this.#request.host} in time: it sent more than ${INTERIM_LIMIT} interim responses (1xx) and no final one.`,
        });
      }
      return;
    }
    this.#status = status;
    this.#headers = headerList(controller.rawHeaders);
    const announced = Number(header(this.#headers, 'content-length') ?? 0);
    // What will be too long need not be read to the limit.
    if (announced > this.#space) this.#space = Math.min(this.#space, CUT_BODY_BYTES);
    this.#await(this.#limits.bodyMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    const space = this.#space - this.#bytes;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk.length > space ? chunk.subarray(0, Math.max(0, space)) : chunk);
    if (chunk.length > space) {
      this.#settle(tooLarge(this.#request.host, this.#limits.maxBodyBytes), true);
    } else {
      this.#await(this.#limits.bodyMs);
    }
  }

  onResponseEnd(): void {
    this.#settle(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    if (this.#settled) return;
    const code = (error as { code?: string }).code;
    const proxyAnswered = error instanceof Error && /\(407\)/.test(error.message);
    if (
      (code === 'UND_ERR_INVALID_ARG' ||
        code === 'UND_ERR_NOT_SUPPORTED' ||
        code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') &&
      !proxyAnswered
    ) {
      this.#finish();
      const why = error instanceof Error ? error.message : String(error);
      this.#reject(new UnsendableRequest(`The HTTP client cannot send this request: ${why}.`));
      return;
    }
    this.#settle(
      classify(error, {
        host: this.#request.host,
        status: this.#status === 0 ? undefined : this.#status,
        bytes: this.#bytes,
        started: this.#controller !== undefined,
      }),
    );
  }

  /** Begins a phase that may take `phaseMs`, within what is left of the whole. */
  #await(phaseMs: number): void {
    const left = this.#begun + this.#limits.totalMs - performance.now();
    if (left <= 0) this.#expire();
    else if (left > phaseMs) this.#watch(phaseMs, this.#fallSilent);
    else this.#watch(left, this.#expire);
  }

  #watch(ms: number, overdue: () => void): void {
    this.#due = performance.now() + ms;
    this.#overdue = overdue;
    if (this.#timer !== undefined && this.#alarm <= this.#due) return;
    clearTimeout(this.#timer);
    this.#ring(Math.min(ms, this.#limits.headersMs, this.#limits.bodyMs));
  }

  #ring(ms: number): void {
    this.#alarm = performance.now() + ms;
    this.#timer = setTimeout(() => {
      const left = this.#due - performance.now();
      // Timers may go off a little early.
      if (left < 1) this.#overdue();
      else this.#ring(left);
    }, ms);
  }

  readonly #fallSilent = (): void => {
    const { headersMs, bodyMs } = this.#limits;
    const what =
      this.#status === 0
        ? `no ${this.#interim === 0 ? 'response' : 'final response'} began within ${headersMs / 1000} s${this.#interim === 0 ? '' : `, but ${this.#interim} interim ones (1xx)`}`
        : `the body stopped for ${bodyMs / 1000} s after status ${this.#status} and ${this.#bytes} bytes`;
    this.#settle({ kind: 'timeout', message: `No answer from ${this.#request.host} in time: ${what}.` });
  };

  readonly #expire = (): void => {
    const reached =
      this.#status > 0
        ? `status ${this.#status} and ${this.#bytes} bytes of the body had come`
        : this.#controller === undefined
          ? 'no connection came about'
          : 'no response began';
    const seconds = this.#limits.totalMs / 1000;
    this.#settle({
      kind: 'timeout',
      message: `The exchange with ${this.#request.host} did not end within ${seconds} s: ${reached}.`,
    });
  };

  readonly #cancel = (): void => {
    this.#settle({ kind: 'cancelled', message: `The request to ${this.#request.host} was cancelled.` });
  };

  #settle(error: TransportError | undefined, truncated = false): void {
    if (this.#settled) return;
    this.#finish();
    const kept = truncated ? Math.min(this.#bytes, CUT_BODY_BYTES, this.#space) : this.#bytes;
    const body =
      this.#chunks.length === 1 && !truncated ? (this.#chunks[0] ?? EMPTY) : Buffer.concat(this.#chunks, kept);
    this.#chunks = [];
    const outcome = { status: this.#status, headers: this.#headers, body, bytes: this.#bytes, truncated };
    this.#resolve(error === undefined ? outcome : { ...outcome, error });
    if (error !== undefined) this.#controller?.abort(new Error('given up'));
  }

  #finish(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#limits.signal?.removeEventListener('abort', this.#cancel);
  }
}

/** The error of a body that is nested deeper than is read. */
export function tooDeep(host: string, levels: number): TransportError {
  return {
    kind: 'too-large',
    message: `The JSON from ${host} is nested more than ${levels} levels deep; it is not read.`,
  };
}

/** The error of a body beyond the limit. */
export function tooLarge(host: string, limit: number): TransportError {
  return {
    kind: 'too-large',
    message: `The body from ${host} is longer than the ${limit} bytes that limits.maxBodyBytes allows; only its beginning was read.`,
  };
}
