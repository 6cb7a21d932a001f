/** When this run may last have changed which entity: that which the path of an accepted request names, or where no path does, whatever its body mentions (contract 4.2). */
import { type Exchange, type FixtureKind, jsonIn } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import { mentions } from '../judges/index.ts';
import { isPlain, names } from './plain.ts';
import type { Call } from './routes.ts';

/** Moments in milliseconds since 1970, by entity; only the last of each. */
export class Writes {
  readonly #at = new Map<string, number>();
  readonly #fixtures: () => readonly Fixture[];

  /** @param fixtures those of the target, at the moment. */
  constructor(fixtures: () => readonly Fixture[]) {
    this.#fixtures = fixtures;
  }

  /** Notes a request that may have changed what it names. */
  note(call: Call, { body }: WireRequest, exchange: Exchange): void {
    const {
      operation: { entity },
      ids,
    } = call;
    if (entity === undefined) return;
    this.set(keyOf(entity, ids), exchange);
    if (!isPlain(call))
      for (const one of this.#fixtures()) if (names(call, one)) this.set(keyOf(entity, one.ids), exchange);
    if (Object.keys(ids).length > 0 || typeof body !== 'string') return;
    for (const one of mentionedIn(body, this.#fixtures(), entity)) this.set(keyOf(entity, one.ids), exchange);
  }

  set(key: string, exchange: Exchange): void {
    this.#at.set(key, endOf(exchange));
  }

  /** Undefined for what was never changed. */
  of(key: string): number | undefined {
    return this.#at.get(key);
  }

  /** When anything was changed. */
  last(): number {
    return Math.max(0, ...this.#at.values());
  }
}

function mentionedIn(body: string, fixtures: readonly Fixture[], kind: FixtureKind): Fixture[] {
  const document = jsonIn(body);
  return fixtures.filter((one) => one.kind === kind && Object.values(one.ids).some((id) => mentions(document, id)));
}

const endOf = ({ startedAt, durationMs }: Exchange): number => startedAt + durationMs;

/** An entity by its ids as texts: in a path they are. */
export function keyOf(kind: FixtureKind, ids: Fixture['ids']): string {
  const sorted = Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([kind, ...sorted.map(([name, id]) => [name, String(id).toLowerCase()])]);
}
