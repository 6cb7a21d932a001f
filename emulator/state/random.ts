/** A small deterministic generator (mulberry32): equal seeds give equal state dumps. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Starts over with a seed. */
  restart(seed: number): void {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string {
    let text = '';
    while (text.length < length)
      text += Math.floor(this.next() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, length);
  }

  /** A version 4 UUID. */
  uuid(): string {
    const h = this.hex(32);
    const variant = '89ab'[Number.parseInt(h[16] ?? '0', 16) % 4];
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
  }
}
