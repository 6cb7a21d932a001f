/** What doctor, plan, run and the reports tell somebody to add can be added as it stands, and shows what it says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Finding } from '../../cli/doctor/finding.ts';
import { type Plan, type PlannedRequirement, requirementsOf, wantingsOf } from '../../cli/plan/model.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { type Gathered, gather, type Hint, hintFor, hintText } from '../../reports/hints.ts';
import { readResults } from '../../reports/index.ts';
import { tallyUnproven } from '../../reports/tally.ts';
import { loadContract } from '../../spec/load.ts';
import type { Why } from '../../spec/why.ts';
import { profileFrom } from '../../target/index.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

let emulator: Emulator;
let bare: Record<string, unknown>;

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
  const { adminUrl: url, credentials } = emulator;
  bare = { admin: { url, bearer: credentials.bearer }, legacy: { url: emulator.legacyUrl }, effects: 'destroy' };
});

afterAll(() => emulator.close());

const ENV = { CERTCONFORM_TOKEN: 'a', CERTCONFORM_SECOND_TOKEN: 'b', CERTCONFORM_LEGACY_PASSWORD: 'c' };

type Data = Record<string, unknown>;

function isMapping(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of `line` put into `profile`, as somebody would who pastes it. */
function paste(profile: Data, line: Data): Data {
  const merged = { ...profile };
  for (const [name, value] of Object.entries(line)) {
    const there = merged[name];
    merged[name] = isMapping(there) && isMapping(value) ? paste(there, value) : value;
  }
  return merged;
}

/** Puts the text of a hint where it belongs. @throws ProfileError when a profile refuses it. */
function follow(hint: Hint): void {
  const text = hintText(hint);
  expect(text).not.toMatch(/[\n\r]/);
  if (hint.kind === 'option') expect(text).toMatch(/^--effects (modify|destroy)$/);
  else profileFrom(paste(bare, parse(text) as Data), { env: ENV, effects: 'observe' });
}

/** One of each reason that there is. */
const WHYS: readonly Why[] = [
  {
    what: 'fixture',
    wanted: {
      kind: 'ssl-location',
      effect: 'modify',
      identifiers: ['sslId', 'locationId'],
      traits: { custom: true },
      as: 'that is: another # one',
    },
    state: { is: 'unknown' },
  },
  {
    what: 'fixture',
    wanted: { kind: 'order', effect: 'modify', identifiers: ['orderNumber'], traits: { domains: '*.a b' } },
    state: { is: 'unfit', count: 2 },
  },
  { what: 'effect', needed: 'modify', permitted: 'observe' },
  { what: 'area', area: 'person' },
  { what: 'setting', members: ['legacy.url', 'legacy.loginName', 'legacy.loginPassword'] },
  { what: 'setting', members: ['legacy.plainUrl'] },
  { what: 'setting', members: ['admin.second.bearer', 'admin.second.role'] },
  { what: 'setting', members: ['admin.expired', 'admin.forged'] },
  { what: 'control', operation: 'person.update', takes: 'body', status: 400, said: 'family: required' },
  { what: 'control', operation: 'endpoint.update', takes: ['name', 'endpointType', 'uriExtension'], status: 400 },
  { what: 'request', operation: 'mark.update', takes: 'body' },
  { what: 'answer', silence: 'legacy.dcv.methods' },
  {
    what: 'way-back',
    operation: 'domain.monitoring',
    wanted: { kind: 'domain', effect: 'destroy', identifiers: ['id'] },
    stated: false,
  },
];

test.each(WHYS.map((why) => [JSON.stringify(why), why] as const))('a profile takes what is told for %s', (_, why) => {
  const hint = hintFor(why);
  if (hint === undefined) throw new Error('Nothing is told.');
  follow(hint);
});

describe('of a profile that names little', () => {
  test('each hint of plan and doctor is taken by a profile', async () => {
    const file = writeProfile(temporaryFolder(), bare);
    const [planned, examined] = await Promise.all([
      certconform(['plan', '--target', file, '--depth', 'quick', '--json']),
      certconform(['doctor', '--target', file, '--json']),
    ]);
    const plan = JSON.parse(planned.stdout) as Plan;
    const { findings } = JSON.parse(examined.stdout) as { findings: Finding[] };
    const open: Gathered<PlannedRequirement>[] = gather(wantingsOf(plan.groups, ['open', 'skipped']));
    const hints = [...open.map(({ advice }) => advice?.hint), ...findings.map(({ hint }) => hint)].filter(
      (hint) => hint !== undefined,
    );
    expect(hints.length).toBeGreaterThan(20);
    for (const hint of hints) follow(hint);
    const told = open.filter(({ advice }) => advice === undefined).flatMap(({ members }) => members);
    expect(told.map(({ requirement, reason }) => `${requirement}: ${reason}`)).toEqual([]);
    expect(requirementsOf(plan.groups).filter(({ prospect }) => prospect === 'open').length).toBeGreaterThan(100);
  });

  test('each hint of a run is taken by a profile, and stands in its reports', async () => {
    const folder = temporaryFolder();
    const out = `${folder}/out`;
    const args = [
      'run',
      '--target',
      writeProfile(folder, { ...bare, tls: { selfSigned: true } }),
      '--only',
      'person',
      '--depth',
      'quick',
      '--out',
      out,
    ];
    const { stdout } = await certconform(args);
    const { results } = await readResults(out);
    const advised = tallyUnproven(results).flatMap(({ reasons }) => reasons.flatMap(({ advice }) => advice ?? []));
    expect(advised.length).toBeGreaterThan(2);
    for (const { hint } of advised) follow(hint);
    expect(stdout).toContain('fixtures: { person: [ { ids: { id: … }, allow: destroy } ] }');
  });
});
