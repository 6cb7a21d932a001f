/** A plan says of any profile what the run then does: provable is what it judges, and nothing else. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import { EFFECTS, type Effect, permits } from '../../spec/vocabulary.ts';
import { expected, planFor, seen, verdictsFor } from './plan-support.ts';

interface Entry {
  readonly ids: object;
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly allow: Effect;
}

let emulator: Emulator;
let whole: Record<string, unknown> & { fixtures: Record<string, Entry[]>; admin: object; legacy: object };

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
  whole = emulator.profile() as typeof whole;
});

afterAll(() => emulator.close());

/** How many fixtures of one kind there are, what may be done to it, and whether it says what it is. */
interface Share {
  readonly part: number;
  readonly allow: Effect;
  readonly traits: boolean;
}

const share: fc.Arbitrary<Share> = fc.record({
  part: fc.constantFrom(0, 0.05, 0.3, 1),
  allow: fc.constantFrom(...EFFECTS),
  traits: fc.boolean(),
});

/** What tells entities apart of which no plan can know what they are like: an account's body is of one of seven variants. */
const DISTINGUISHING = ['mode', 'variant'];

/** A few of each sort, so that what is left are not all of the first type. */
function some(entries: readonly Entry[], { part, allow, traits }: Share): Entry[] {
  const every = part === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / part);
  return entries
    .filter((_, index) => part > 0 && index % every === 0)
    .map((one) => ({
      ids: one.ids,
      ...(traits || DISTINGUISHING.some((name) => one.traits?.[name] !== undefined)
        ? { traits: one.traits ?? {} }
        : {}),
      allow: permits(allow, one.allow) ? one.allow : allow,
    }));
}

interface Parts {
  readonly shares: readonly Share[];
  readonly effects: Effect;
  readonly second: boolean;
  readonly login: boolean;
  readonly plain: boolean;
  readonly dialect: object;
}

const parts: fc.Arbitrary<Parts> = fc.record({
  shares: fc.array(share, { minLength: 18, maxLength: 18 }),
  effects: fc.constantFrom(...EFFECTS),
  second: fc.boolean(),
  login: fc.boolean(),
  plain: fc.boolean(),
  dialect: fc.constantFrom({ base: 'default', claimed: true }, { base: 'default' }),
});

function profileOf({ shares, effects, second, login, plain, dialect }: Parts): object {
  const fixtures = Object.entries(whole.fixtures).map(([kind, entries], at) => [
    kind,
    some(entries, shares[at] as Share),
  ]);
  const { second: _second, ...admin } = whole.admin as Record<string, unknown>;
  const { loginName, loginPassword, plainUrl, ...legacy } = whole.legacy as Record<string, unknown>;
  return {
    ...whole,
    admin: second ? whole.admin : admin,
    legacy: { ...legacy, ...(login ? { loginName, loginPassword } : {}), ...(plain ? { plainUrl } : {}) },
    effects,
    dialect,
    fixtures: Object.fromEntries(fixtures),
  };
}

test.each(fc.sample(parts, { seed: 20, numRuns: 3 }).map((one, index) => [index, one] as const))(
  'a profile with parts left out, number %i',
  async (_, given) => {
    const data = profileOf(given);
    const plan = await planFor(data);
    const verdicts = await verdictsFor(emulator, data);
    expect(seen(verdicts, 'broken')).toEqual([]);
    expect([...expected(plan, 'open'), ...expected(plan, 'unsure')].toSorted()).toEqual(seen(verdicts, 'inconclusive'));
    expect(expected(plan, 'skipped')).toEqual(seen(verdicts, 'not-applicable'));
  },
);
