import { describe, expect, it } from 'vitest';
import type { Session } from '../../../suites/engine/session.ts';
import { ifAvailable, Unavailable } from '../../../suites/engine/unavailable.ts';
import { another, findFixture, MOST_TRIED } from '../../../suites/subject/search.ts';
import type { Fixture, FixtureNeed } from '../../../target/types.ts';

const WANTED = { kind: 'endpoint', effect: 'modify' } as const;

function endpoint(id: number, type: string, allow: Fixture['allow'] = 'modify'): Fixture {
  return { kind: 'endpoint', ids: { id }, traits: { type }, allow } as Fixture;
}

const NONE = { what: 'none', of: 'entity', was: 'known' } as const;

/** A session that leases what fits and is not busy, and remembers what it was asked for. */
function sessionWith(fixtures: readonly Fixture[], busy: readonly Fixture[] = []): Session & { asked: number } {
  const session = {
    asked: 0,
    target: { fixtures: () => fixtures },
    short: () => new Unavailable(NONE, 'no-fixture'),
    fixture: async ({ where }: FixtureNeed) => {
      session.asked += 1;
      const found = fixtures.find((one) => !busy.includes(one) && where?.(one) !== false);
      if (found === undefined) throw new Unavailable(NONE, 'no-fixture');
      return found;
    },
  };
  return session as unknown as Session & { asked: number };
}

describe('the search for a fixture', () => {
  it('takes the first preference that can be had, and asks for nothing that is no fixture', async () => {
    const [one, other] = [endpoint(1, 'A'), endpoint(2, 'B')];
    const session = sessionWith([one, other], [one]);
    const ofType = (type: string) => (fixture: Fixture) => fixture.traits['type'] === type;
    expect(await findFixture(session, WANTED, [ofType('C'), ofType('A'), ofType('B')])).toBe(other);
    expect(session.asked).toBe(2);
    expect(await findFixture(session, { ...WANTED, effect: 'destroy' }, [() => true])).toBeUndefined();
    expect(session.asked).toBe(2);
  });

  it('tries one of another sort before one more of the same', async () => {
    const [one, same, other] = [endpoint(1, 'A'), endpoint(2, 'A'), endpoint(3, 'B')];
    const session = sessionWith([one, same, other]);
    expect(await another(session, WANTED, [])).toBe(one);
    expect(await another(session, WANTED, [one])).toBe(other);
    expect(await another(session, WANTED, [one, other])).toBe(same);
    expect(await ifAvailable(another(session, WANTED, [one, other, same]))).toBeUndefined();
  });

  it('gives up after so many, but not before one of each type was tried', async () => {
    const alike = Array.from({ length: MOST_TRIED + 1 }, (_, at) => endpoint(at, 'A'));
    const other = endpoint(99, 'B');
    const tried = alike.slice(0, MOST_TRIED);
    expect(await ifAvailable(another(sessionWith(alike), WANTED, tried))).toBeUndefined();
    expect(await ifAvailable(another(sessionWith([...alike, other]), WANTED, tried))).toBe(other);
  });
});
