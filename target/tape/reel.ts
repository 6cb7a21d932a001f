/** What stands on a tape, handed out in the order in which it came when the tape was made. */

/** Recorded things by key, each handed out once and in the order in which they were asked for. */
export class Shelf<T> {
  readonly #rows = new Map<string, { readonly items: T[]; next: number }>();

  add(key: string, item: T): void {
    const row = this.#rows.get(key);
    if (row === undefined) this.#rows.set(key, { items: [item], next: 0 });
    else row.items.push(item);
  }

  /** The next of a key: nothing is handed out twice, for what it showed may have changed since. */
  take(key: string): T | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : row.items[row.next++];
  }
}

interface Waiting {
  readonly place: number;
  readonly resolve: () => void;
}

/**
 * The order of a tape. Checks work side by side and share what they learn: they decide as they did when each thing that they
 * wait for comes in the place that it had. Whenever nobody can go on, the earliest of what is waited for is handed out.
 */
export class Reel {
  #waiting: Waiting[] = [];
  #turning = false;
  #last = -1;

  /** The furthest place that was handed out so far; -1 for none. */
  get last(): number {
    return this.#last;
  }

  /** Resolves when it is the turn of this place; what has no place comes next. */
  turn(place: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ place: place ?? -1, resolve });
      this.#start();
    });
  }

  #start(): void {
    if (this.#turning) return;
    this.#turning = true;
    // Comes when all that was set going by the last one has come to a wait.
    setImmediate(() => {
      this.#turning = false;
      const next = this.#waiting.reduce((first, one) => (one.place < first.place ? one : first));
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#last = Math.max(this.#last, next.place);
      next.resolve();
      if (this.#waiting.length > 0) this.#start();
    });
  }
}
