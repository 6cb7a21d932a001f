const DAY = 86_400_000;

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
    return new Date(Math.floor(moment / 1000) * 1000).toISOString().replace('.000Z', 'Z');
  }

  /** A moment with milliseconds, as persons and notifications show it. */
  static stamp(moment: number): string {
    return new Date(moment).toISOString();
  }

  /** The day of a moment in UTC, `yyyy-MM-dd`. */
  static date(moment: number): string {
    return new Date(moment).toISOString().slice(0, 10);
  }
}
