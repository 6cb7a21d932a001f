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
  /** A ring: once it is full, the oldest entry stands at `#next`. */
  readonly #ring: LogEntry[] = [];
  #next = 0;

  /** @param limit how many entries are kept; 0 switches the log off. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly LogEntry[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
  }

  add(method: string, url: string, check: string | undefined, status: number, body: Uint8Array): void {
    if (this.#limit === 0) return;
    const entry: LogEntry = { method, url, check, status, body: text(body) };
    if (this.#ring.length < this.#limit) this.#ring.push(entry);
    else {
      this.#ring[this.#next] = entry;
      this.#next = (this.#next + 1) % this.#limit;
    }
  }

  clear(): void {
    this.#ring.length = 0;
    this.#next = 0;
  }
}

function text(body: Uint8Array): string | undefined {
  if (body.length === 0) return undefined;
  const shortened = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_BODY)).toString('utf8');
  return shortened.includes('loginPassword') ? shortened.replace(/(loginPassword=)[^&]*/g, '$1…') : shortened;
}
