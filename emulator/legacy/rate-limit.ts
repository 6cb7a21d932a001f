/** Counts the requests of each login in a sliding window (contract 7.2, 8: the numbers are the dialect's). */
export class RateLimit {
  readonly #requests: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  /** @param requests how many may be made in `seconds`. */
  constructor(requests: number, seconds: number) {
    this.#requests = requests;
    this.#windowMs = seconds * 1000;
  }

  /** Counts a request. @returns false when it is one too many; such requests do not count against the caller. */
  admit(login: string): boolean {
    const now = performance.now();
    const recent = (this.#times.get(login) ?? []).filter((time) => time > now - this.#windowMs);
    const admitted = recent.length < this.#requests;
    if (admitted) recent.push(now);
    this.#times.set(login, recent);
    return admitted;
  }

  clear(): void {
    this.#times.clear();
  }
}
