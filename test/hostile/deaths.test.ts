/** Wherever in a run a target dies, comes back or drops connections: no promise counts as broken, none as kept without an answer. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../reports/model.ts';
import { judge, linesOf } from '../run/support.ts';
import { throttlesForEver } from './servers/answers.ts';
import { type FrontOptions, startFront } from './servers/front.ts';
import { isUnfounded, LIMITS, soundEmulator } from './whole-run.ts';

/** Areas whose checks change something and look at it afterwards: a death in between is where it is easy to be wrong. */
const AREAS = ['admin', 'endpoint.delegations.update', 'delegation-mode', 'person', 'legacy-dcv'];

interface Judged {
  readonly results: readonly Result[];
  readonly requests: number;
}

/** The verdicts over a sound emulator behind a faulty front. Waits are long: not the machine's pace is on trial. */
async function over(front: Omit<FrontOptions, 'emulator'>): Promise<Judged> {
  const emulator = await soundEmulator();
  const made = await startFront({ emulator, ...front });
  try {
    const { admin, legacy, ...sound } = emulator.profile() as { admin: object; legacy: object };
    const timeout = { connect: '5s', headers: '10s', body: '10s', total: '20s' };
    const results = await judge({
      profile: {
        ...sound,
        admin: { ...admin, url: made.url },
        legacy: { ...legacy, url: made.url },
        limits: { ...LIMITS, timeout, throttleWait: '300ms' },
      },
      only: AREAS,
    });
    return { results, requests: made.requests() };
  } finally {
    await made.close();
    await emulator.close();
  }
}

function expectTruthful(results: readonly Result[]): void {
  expect(linesOf(results, 'fail', 'warn')).toEqual([]);
  expect(results.filter(({ cause }) => cause === 'suite').map(({ reason }) => reason)).toEqual([]);
  expect(results.filter(isUnfounded).map(({ requirement }) => requirement)).toEqual([]);
}

/** Requests of the same run over a target to which nothing happens. */
let whole = 0;

beforeAll(async () => {
  const { results, requests } = await over({ sound: Number.POSITIVE_INFINITY });
  whole = requests;
  // The front itself changes nothing.
  expect(linesOf(results, 'fail', 'warn', 'broken', 'inconclusive')).toEqual([]);
});

/** A verdict that is false once in three tries is false. */
const ONCE = { retry: 0 };

describe.each([0.1, 0.35, 0.6, 0.85])('after %d of its requests a target', ONCE, (part) => {
  const sound = (): number => Math.round(whole * part);

  test('dies', async () => {
    const { results } = await over({ sound: sound() });
    expectTruthful(results);
    expect(linesOf(results, 'broken').length).toBeGreaterThan(0);
  });

  test('throttles for ever', async () => {
    const { results } = await over({ sound: sound(), misbehave: throttlesForEver });
    expectTruthful(results);
    expect(linesOf(results, 'inconclusive').length).toBeGreaterThan(0);
  });

  test('dies and comes back', async () => {
    expectTruthful((await over({ sound: sound(), backAfterMs: 300 })).results);
  });
});

test.each([
  [2, 0],
  [3, 0],
  [7, 0],
  [5, 2],
])('a target drops every connection whose number divided by %i leaves %i', ONCE, async (n, rest) => {
  const { results } = await over({ sound: Number.POSITIVE_INFINITY, drops: (request) => request % n === rest });
  expectTruthful(results);
});
