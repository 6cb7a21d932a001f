/** One request that the emulator answered. */
export interface LogEntry {
  readonly method: string;
  /** Request target as it arrived. */
  readonly url: string;
  /** Id of the check that sent it (header `X-Conformance-Check`), when it said so. */
  readonly check: string | undefined;
  readonly status: number;
  /** Body as text, shortened; passwords of forms are left out. Undefined when there was none. */
  readonly body: string | undefined;
}

const MAX_BODY = 4096;

/** The last requests, oldest first. Bounded, so that an emulator can run for long. */
export class RequestLog {
  readonly #limit: number;
  #entries: LogEntry[] = [];

  /** @param limit how many entries are kept; 0 switches the log off. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries.length > this.#limit ? this.#entries.slice(-this.#limit) : this.#entries;
  }

  add(method: string, url: string, check: string | undefined, status: number, body: Uint8Array): void {
    if (this.#limit === 0) return;
    this.#entries.push({ method, url, check, status, body: text(body) });
    // Cutting now and then, not each time, keeps adding cheap.
    if (this.#entries.length > this.#limit * 2) this.#entries = this.#entries.slice(-this.#limit);
  }

  clear(): void {
    this.#entries = [];
  }
}

function text(body: Uint8Array): string | undefined {
  if (body.length === 0) return undefined;
  const shortened = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_BODY)).toString('utf8');
  return shortened.includes('loginPassword') ? shortened.replace(/(loginPassword=)[^&]*/g, '$1…') : shortened;
}
