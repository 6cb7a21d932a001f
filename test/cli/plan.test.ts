import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan, Prospect } from '../../cli/plan/model.ts';
import { requirementsOf } from '../../cli/plan/model.ts';
import { rehearse } from '../../cli/plan/rehearse.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/execute.ts';
import { contractFor, engineOf } from '../../suites/runner/engine.ts';
import { profileFrom } from '../../target/index.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

type Fixtures = Record<string, { ids: object; traits?: Record<string, unknown>; allow: string }[]>;

let emulator: Emulator;
let whole: Record<string, unknown> & { fixtures: Fixtures; admin: object; legacy: object };

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
  whole = emulator.profile() as typeof whole;
});

afterAll(() => emulator.close());

/** Plans a run with a profile. */
async function planFor(data: object): Promise<Plan> {
  const profile = profileFrom(data, { env: {} });
  return rehearse(profile, await contractFor(profile, false), { seed: 1, depth: 'quick' });
}

/** Really runs the suite with a profile and returns the worst verdict on each requirement. */
async function verdictsFor(data: object): Promise<Map<string, Result['verdict']>> {
  emulator.reset();
  const engine = await engineOf({
    profile: { data, set: [] },
    runDirectory: temporaryFolder(),
    seed: 1,
    depth: 'quick',
    only: [],
    workers: 1,
    replayCommand: '',
  });
  const worst = new Map<string, Result['verdict']>();
  try {
    await runGroups(engine, catalogue(engine.contract), ({ requirement, verdict }) => {
      const known = worst.get(requirement);
      if (known === undefined || VERDICTS.indexOf(verdict) < VERDICTS.indexOf(known)) worst.set(requirement, verdict);
    });
  } finally {
    await engine.target.close();
  }
  return worst;
}

function expected(plan: Plan, prospect: Prospect): string[] {
  return requirementsOf(plan.groups)
    .filter((planned) => planned.prospect === prospect)
    .map(({ requirement }) => requirement)
    .toSorted();
}

function seen(verdicts: Map<string, Result['verdict']>, verdict: Result['verdict']): string[] {
  return [...verdicts].flatMap(([id, found]) => (found === verdict ? [id] : [])).toSorted();
}

/** The shortest profile that there is: the URL, the token, and what the run may do. */
function threeLines(): Record<string, unknown> {
  return { admin: { url: emulator.adminUrl, bearer: emulator.credentials.bearer }, effects: 'observe' };
}

/** Some kinds of fixture, with less permission and fewer traits than there could be; no second administrator, no login. */
function half(): object {
  const { fixtures } = whole;
  const some = ['person', 'endpoint', 'ssl-location', 'bucket', 'organization', 'domain'];
  return {
    ...whole,
    admin: { url: emulator.adminUrl, bearer: emulator.credentials.bearer },
    legacy: { url: emulator.legacyUrl },
    claims: ['ssl', 'person', 'endpoint', 'organization', 'domain', 'discovery', 'legacy-status'],
    effects: 'modify',
    fixtures: Object.fromEntries(
      some.map((kind) => [kind, (fixtures[kind] ?? []).map((fixture) => ({ ...fixture, traits: modeOf(fixture) }))]),
    ),
  };
}

/** Only the delegation mode is told: types and levels are left for the suite to see. */
function modeOf({ traits }: Fixtures[string][number]): object {
  return traits?.['mode'] === undefined ? {} : { mode: traits['mode'] };
}

test.each([
  ['three lines', () => threeLines()],
  ['three lines that permit everything', () => ({ ...threeLines(), effects: 'destroy' })],
  ['half a profile', () => half()],
  ['the whole profile', () => whole],
])('%s: exactly what is planned to stay open does', async (_, make) => {
  const data = make();
  const plan = await planFor(data);
  const verdicts = await verdictsFor(data);
  expect(expected(plan, 'open')).toEqual(seen(verdicts, 'inconclusive'));
  expect(expected(plan, 'skipped')).toEqual(seen(verdicts, 'not-applicable'));
  expect([...verdicts.keys()].toSorted()).toEqual(
    requirementsOf(plan.groups)
      .map(({ requirement }) => requirement)
      .toSorted(),
  );
});

test('nothing is sent to the target', async () => {
  emulator.reset();
  await planFor(threeLines());
  await planFor({ ...whole, provision: '/no/such/module.ts' });
  expect(emulator.log).toEqual([]);
});

test('three lines: every open requirement names the fixture that would change that, and it does', async () => {
  const before = await planFor(threeLines());
  const open = requirementsOf(before.groups).filter(({ prospect }) => prospect === 'open');
  expect(open.length).toBeGreaterThan(50);
  const fixtures: Fixtures = {};
  for (const { remedy } of open) {
    if (remedy?.kind !== 'fixture') throw new Error('An open requirement has no fixture as its remedy.');
    const fit = (whole.fixtures[remedy.fixture] ?? []).find(({ traits }) =>
      Object.entries(remedy.traits ?? {}).every(([name, value]) => traits?.[name] === value),
    );
    if (fit !== undefined) fixtures[remedy.fixture] = [{ ...fit, allow: remedy.allow }];
  }
  const after = await planFor({ ...threeLines(), fixtures });
  expect(expected(after, 'open')).toEqual([]);
});

test('what is left out names the option that would put it in', async () => {
  const plan = await planFor(threeLines());
  const left = requirementsOf(plan.groups).filter(({ prospect }) => prospect === 'skipped');
  expect(new Set(left.map(({ remedy }) => remedy?.kind === 'setting' && remedy.setting))).toEqual(
    new Set(['--effects modify', '--effects destroy', 'legacy.url, legacy.loginName and legacy.loginPassword']),
  );
});

test('the number of requests is that of the run, and the fixtures are those of the profile', async () => {
  const plan = await planFor(half());
  await verdictsFor(half());
  const sent = emulator.log.filter(({ check }) => check !== undefined).length;
  const planned = plan.groups.reduce(
    (sum, { checks, sharedRequests }) => sum + checks.reduce((own, { requests }) => own + requests, sharedRequests),
    0,
  );
  expect(Math.abs(planned - sent)).toBeLessThan(sent * 0.05);
  const persons = plan.groups.find(({ group }) => group === 'person.update')?.leases ?? [];
  const known = (whole.fixtures['person'] ?? []).map(({ ids }) => JSON.stringify(ids));
  expect(persons.length).toBeGreaterThan(0);
  for (const { ids } of persons) expect(known).toContain(JSON.stringify(ids));
});

test('the command prints the same plan for people and machines', async () => {
  const file = writeProfile(temporaryFolder(), threeLines());
  const args = ['plan', '--target', file, '--only', 'person', '--depth', 'quick'];
  const [text, json] = await Promise.all([certconform(args), certconform([...args, '--json'])]);
  expect([text.code, json.code]).toEqual([0, 0]);
  const plan = JSON.parse(json.stdout) as Plan;
  expect(expected(plan, 'open').every((id) => id.startsWith('person.read.'))).toBe(true);
  expect(text.stdout).toContain(`Stays inconclusive: ${expected(plan, 'open').length}`);
  expect(text.stdout).toContain('shown by  fixtures.person: - { ids: …, allow: observe }');
  expect(text.stdout).toContain(`Left out of this run: ${expected(plan, 'skipped').length}`);
  expect(text.stdout).not.toContain(emulator.credentials.bearer);
});
