/** Sentences are for people: with every one of them in other words, verdicts, causes, plans and hints are the same. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Plan, requirementsOf } from '../../cli/plan/model.ts';
import { rehearse } from '../../cli/plan/rehearse.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { Judgement } from '../../suites/engine/check.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { contractFor } from '../../suites/runner/sources.ts';
import { profileFrom } from '../../target/index.ts';
import { temporaryFolder } from '../cli/support.ts';

/** A locale without words: each letter and figure becomes another sign. */
const locale = vi.hoisted(() => ({
  on: false,
  word(text: string): string {
    return this.on ? `⟦${text.replace(/[\p{L}\p{N}]/gu, 'ø')}⟧` : text;
  },
}));

vi.mock('../../reports/why.ts', async (original) => {
  const real = await original<typeof import('../../reports/why.ts')>();
  return {
    ...real,
    whyText: (why: Parameters<typeof real.whyText>[0]) => locale.word(real.whyText(why)),
    reasonText: (why: Parameters<typeof real.reasonText>[0]) => locale.word(real.reasonText(why)),
  };
});

vi.mock('../../reports/remark.ts', async (original) => {
  const real = await original<typeof import('../../reports/remark.ts')>();
  return {
    ...real,
    sentenceOf: (reason: Parameters<typeof real.sentenceOf>[0]) => locale.word(real.sentenceOf(reason)),
    inWords: (pointers: readonly string[]) => locale.word(real.inWords(pointers)),
  };
});

vi.mock('../../suites/engine/ledger.ts', async (original) => {
  const real = await original<typeof import('../../suites/engine/ledger.ts')>();
  class Reworded extends real.Ledger {
    override add(judgement: Judgement, evidence: Parameters<InstanceType<typeof real.Ledger>['add']>[1]): void {
      const { expected, actual } = judgement;
      super.add(
        {
          ...judgement,
          ...(expected === undefined ? {} : { expected: locale.word(expected) }),
          ...(actual === undefined ? {} : { actual: locale.word(actual) }),
        },
        evidence,
      );
    }
  }
  return { ...real, Ledger: Reworded };
});

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
});

afterAll(() => emulator.close());

type Told = Pick<Result, 'requirement' | 'check' | 'verdict' | 'cause' | 'why'>;

interface Account {
  readonly results: readonly Told[];
  readonly plan: Plan;
  readonly words: readonly string[];
}

/** Runs and plans with a profile that states a part of what there is. */
async function accountOf(on: boolean): Promise<Account> {
  locale.on = on;
  emulator.reset();
  const whole = emulator.profile() as { fixtures: Record<string, object[]> };
  const fixtures = Object.entries(whole.fixtures).map(([kind, entries]) => [
    kind,
    entries.filter((_, at) => at % 5 === 0),
  ]);
  const data = {
    ...whole,
    fixtures: Object.fromEntries(fixtures) as object,
    dialect: { base: 'default' },
    limits: { settle: '1ms' },
  };
  const options = { runDirectory: temporaryFolder(), seed: 1, depth: 'quick', only: [], replayCommand: '' } as const;
  const engine = await engineOf({ profile: { data, set: [] }, ...options });
  const results: Result[] = [];
  try {
    await runGroups(engine, catalogue(engine.contract), (result) => results.push(result));
  } finally {
    await engine.target.close();
  }
  const profile = profileFrom(data, { env: {} });
  const plan = await rehearse(profile, await contractFor(profile, false), { seed: 1, depth: 'quick' });
  const told = results.map(({ requirement, check, verdict, cause, why }): Told => {
    return { requirement, check, verdict, ...(cause && { cause }), ...(why && { why }) };
  });
  const order = (one: Told): string => `${one.requirement} ${one.check}`;
  return {
    results: told.toSorted((a, b) => order(a).localeCompare(order(b))),
    plan,
    words: results.flatMap(({ reason }) => reason ?? []),
  };
}

test('every sentence in other words, and nothing else is otherwise', async () => {
  const plain = await accountOf(false);
  const reworded = await accountOf(true);
  expect(reworded.words.length).toBeGreaterThan(200);
  expect(reworded.words.filter((text) => /\b(the|is|no|and)\b/i.test(text) && !text.startsWith('⟦'))).toEqual([]);
  expect(reworded.results).toEqual(plain.results);
  const prospects = ({ plan }: Account): unknown[] =>
    requirementsOf(plan.groups).map(({ requirement, prospect, cause, why }) => ({ requirement, prospect, cause, why }));
  expect(prospects(reworded)).toEqual(prospects(plain));
});
