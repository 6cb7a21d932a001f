import { describe, expect, it } from 'vitest';
import type { Session } from '../../../suites/engine/session.ts';
import { ifAvailable, Unavailable } from '../../../suites/engine/unavailable.ts';
import { another, findLent, MOST_TRIED } from '../../../suites/subject/search.ts';
import type { Fixture, FixtureNeed } from '../../../target/types.ts';

const WANTED = { kind: 'endpoint', effect: 'modify' } as const;

function endpoint(id: number, type: string, allow: Fixture['allow'] = 'modify'): Fixture {
  return { kind: 'endpoint', ids: { id }, traits: { type }, allow } as Fixture;
}

/** A session that lends what fits and is not busy, and remembers what it was asked for. */
function lending(lent: readonly Fixture[], busy: readonly Fixture[] = []): Session & { asked: number } {
  const session = {
    asked: 0,
    target: { fixtures: () => lent },
    short: () => new Unavailable('short', 'no-fixture'),
    fixture: async ({ where }: FixtureNeed) => {
      session.asked += 1;
      const found = lent.find((one) => !busy.includes(one) && where?.(one) !== false);
      if (found === undefined) throw new Unavailable('none', 'no-fixture');
      return found;
    },
  };
  return session as unknown as Session & { asked: number };
}

describe('the search for a lent entity', () => {
  it('takes the first preference that can be had, and asks for nothing that nobody lent', async () => {
    const [one, other] = [endpoint(1, 'A'), endpoint(2, 'B')];
    const session = lending([one, other], [one]);
    const ofType = (type: string) => (fixture: Fixture) => fixture.traits['type'] === type;
    expect(await findLent(session, WANTED, [ofType('C'), ofType('A'), ofType('B')])).toBe(other);
    expect(session.asked).toBe(2);
    expect(await findLent(session, { ...WANTED, effect: 'destroy' }, [() => true])).toBeUndefined();
    expect(session.asked).toBe(2);
  });

  it('tries one of another sort before one more of the same', async () => {
    const [one, same, other] = [endpoint(1, 'A'), endpoint(2, 'A'), endpoint(3, 'B')];
    const session = lending([one, same, other]);
    expect(await another(session, WANTED, [])).toBe(one);
    expect(await another(session, WANTED, [one])).toBe(other);
    expect(await another(session, WANTED, [one, other])).toBe(same);
    expect(await ifAvailable(another(session, WANTED, [one, other, same]))).toBeUndefined();
  });

  it('gives up after so many', async () => {
    const lent = Array.from({ length: MOST_TRIED + 1 }, (_, at) => endpoint(at, `type ${at}`));
    expect(await ifAvailable(another(lending(lent), WANTED, lent.slice(0, MOST_TRIED)))).toBeUndefined();
  });
});
