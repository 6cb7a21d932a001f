const DAY = 86_400_000;

/** Texts of moments: the state holds a few hundred, and formatting one costs more than the rest of a small answer. */
const seconds = new Map<number, string>();
const stamps = new Map<number, string>();
const MAX_REMEMBERED = 10_000;

function remembered(texts: Map<number, string>, moment: number, make: () => string): string {
  const known = texts.get(moment);
  if (known !== undefined) return known;
  if (texts.size >= MAX_REMEMBERED) texts.clear();
  const text = make();
  texts.set(moment, text);
  return text;
}

/** The emulator's idea of now, fixed at start so that filters by days give the same answer for a whole run. */
export class Clock {
  readonly now: number;

  /** @param now milliseconds since the Unix epoch. */
  constructor(now: number) {
    this.now = now;
  }

  /** The moment `days` from now; negative for the past. */
  days(days: number): number {
    return this.now + days * DAY;
  }

  /** The end of the day of a moment in UTC: with it, windows in days cover whole days. */
  static midnight(moment: number): number {
    return Math.ceil(moment / DAY) * DAY;
  }

  /** A moment as RFC 3339 date-time in UTC, to the second. */
  static dateTime(moment: number): string {
    return remembered(seconds, moment, () =>
      new Date(Math.floor(moment / 1000) * 1000).toISOString().replace('.000Z', 'Z'),
    );
  }

  /** A moment with milliseconds, as persons and notifications show it. */
  static stamp(moment: number): string {
    return remembered(stamps, moment, () => new Date(moment).toISOString());
  }

  /** The day of a moment in UTC, `yyyy-MM-dd`. */
  static date(moment: number): string {
    return new Date(moment).toISOString().slice(0, 10);
  }
}
