import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../cli/plan/model.ts';
import { requirementsOf } from '../../cli/plan/model.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { hintFor, hintText } from '../../reports/hints.ts';
import { loadContract } from '../../spec/load.ts';
import { expected, planFor, seen, verdictsFor } from './plan-support.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

type Fixtures = Record<string, { ids: object; traits?: Record<string, unknown>; allow: string }[]>;

let emulator: Emulator;
let whole: Record<string, unknown> & { fixtures: Fixtures; admin: object; legacy: object };

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
  whole = emulator.profile() as typeof whole;
});

afterAll(() => emulator.close());

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
  const verdicts = await verdictsFor(emulator, data);
  // Here the target answers as the stand-in does, so that what cannot be foretold ends likewise.
  expect([...expected(plan, 'open'), ...expected(plan, 'unsure')].toSorted()).toEqual(seen(verdicts, 'inconclusive'));
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

/** A profile like the emulator's in kind and number, but of another server: its own ids, bodies and orders. */
function foreign(dialect: object): Record<string, unknown> {
  const renamed = (id: unknown, name: string): unknown =>
    typeof id === 'number' ? id + 7_000_000 : name === 'orderNumber' ? `5${String(id)}` : id;
  const fixtures = Object.entries(whole.fixtures).map(([kind, entries]) => [
    kind,
    entries.map((one) => ({
      ...one,
      ids: Object.fromEntries(Object.entries(one.ids).map(([name, id]) => [name, renamed(id, name)])),
      // The stand-in has no order with the names of this account, whatever it has.
      ...(kind === 'order'
        ? { traits: { order: 'single', state: 'pending', domains: 'www.ours.test', email: 'a@ours.test' } }
        : {}),
    })),
  ]);
  const updates = ['ssl.update', 'person.update', 'organization.update', 'admin.update', 'mark.update'];
  return {
    ...whole,
    dialect,
    fixtures: Object.fromEntries(fixtures) as Fixtures,
    examples: Object.fromEntries(updates.map((id) => [id, { body: { ours: 'an example' } }])),
  };
}

test.each([
  ['the default dialect, assumed', { base: 'default' }],
  ['no dialect', { base: 'none' }],
  ['answers of its own', { base: 'default', answers: { 'legacy.codes': { 'authentication-failed': -90_001 } } }],
])('%s: a plan names nothing that is not in the profile, and states no answer that nobody gave', async (_, dialect) => {
  const data = foreign(dialect);
  const plan = await planFor(data);
  const known = JSON.stringify(data['fixtures']);
  for (const { kind, ids } of plan.groups.flatMap(({ leases }) => leases)) {
    expect(known, kind).toContain(JSON.stringify(ids));
  }
  const all = requirementsOf(plan.groups);
  expect(all.filter(({ prospect }) => prospect === 'unsure').length).toBeGreaterThan(0);
  for (const { prospect, reason, cause } of all) {
    if (prospect === 'judged' || prospect === 'unsure') expect([reason, cause]).toEqual([undefined, undefined]);
  }
  const said = [...new Set(all.map(({ reason = '' }) => reason))];
  const answers = /errorCode|answered with|(was|were) accepted|status \d|\(\d{3}\)|The suite failed/;
  expect(said.filter((reason) => answers.test(reason))).toEqual([]);
  expect(
    said.filter((reason) => /give an example for (ssl|person|organization|admin|mark)\.update/.test(reason)),
  ).toEqual([]);
  const own = Object.values(whole.fixtures).flatMap((entries) =>
    entries.flatMap(({ ids }) => Object.values(ids as object)),
  );
  const named = new Set(said.join('\n').match(/\b\d{3,}\b/g));
  expect(own.filter((id) => named.has(String(id)))).toEqual([]);
});

test('a provisioning module would make what the profile does not name, so no ids stand for it', async () => {
  const plan = await planFor({ ...threeLines(), effects: 'destroy', provision: '/no/such/module.ts' });
  const leases = plan.groups.flatMap((group) => group.leases);
  expect(leases.length).toBeGreaterThan(10);
  expect(leases.filter(({ ids }) => Object.keys(ids).length > 0)).toEqual([]);
});

test('three lines: every open requirement names the fixture that would change that, and it does', async () => {
  const before = await planFor(threeLines());
  const open = requirementsOf(before.groups).filter(({ prospect }) => prospect === 'open');
  expect(open.length).toBeGreaterThan(50);
  const fixtures: Fixtures = {};
  for (const { why, requirement } of open) {
    const hint = why === undefined ? undefined : hintFor(why);
    if (hint?.kind !== 'fixture') throw new Error(`No fixture would show ${requirement}.`);
    const { kind, traits: wanted, effect } = hint.wanted;
    const fit = (whole.fixtures[kind] ?? []).find(({ traits }) =>
      Object.entries(wanted ?? {}).every(([name, value]) => traits?.[name] === value),
    );
    if (fit === undefined) continue;
    // What stands under a parent is also looked for under another one's.
    const apart = (whole.fixtures[kind] ?? []).filter(({ ids }) => isApart(ids as Ids, fit.ids as Ids)).slice(0, 1);
    fixtures[kind] = [fit, ...apart].map((one) => ({ ...one, allow: effect }));
  }
  const after = await planFor({ ...threeLines(), fixtures });
  expect(expected(after, 'open')).toEqual([]);
});

type Ids = Readonly<Record<string, unknown>>;

function isApart(one: Ids, other: Ids): boolean {
  const names = Object.keys(one);
  return names.length > 1 && names.every((name) => one[name] !== other[name]);
}

test('what is left out names the option that would put it in', async () => {
  const plan = await planFor(threeLines());
  const left = requirementsOf(plan.groups).filter(({ prospect }) => prospect === 'skipped');
  const hints = left.map(({ why }) => why && hintFor(why)).map((hint) => hint && hintText(hint));
  expect(new Set(hints)).toEqual(
    new Set([
      '--effects modify',
      '--effects destroy',
      'legacy: { url: https://secure.example.test, loginName: …, loginPassword: { env: CERTCONFORM_LEGACY_PASSWORD } }',
    ]),
  );
});

test('the number of requests is that of the run, and the fixtures are those of the profile', async () => {
  const plan = await planFor(half());
  await verdictsFor(emulator, half());
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
  expect(text.stdout).toContain('shown by  fixtures: { person: [ { ids: { id: … }, allow: observe } ] }');
  expect(text.stdout).toContain(`Left out of this run: ${expected(plan, 'skipped').length}`);
  expect(text.stdout).not.toContain(emulator.credentials.bearer);
});
