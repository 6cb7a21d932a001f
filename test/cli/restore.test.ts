import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allureResultsOf } from '../../reports/allure/archive.ts';
import { readResults } from '../../reports/reader.ts';
import { pending } from '../../target/index.ts';
import {
  begin,
  certconform,
  type EmulatorProcess,
  emulatorProcess,
  eventually,
  profileData,
  temporaryFolder,
  writeProfile,
} from './support.ts';

/** What the run may change, and can put back: all that it sends to these shows in a GET. */
const CHANGEABLE = ['person', 'ssl-location'];

interface Staging {
  readonly emulator: EmulatorProcess;
  readonly profile: string;
  readonly out: string;
  /** Where journals lie, for this test alone. */
  readonly home: string;
}

/** An emulator in another process, slowed down by the profile's limits so that a run can be met in its middle. */
async function staging(): Promise<Staging> {
  const folder = temporaryFolder();
  const emulator = await emulatorProcess(folder);
  const data = profileData(emulator.profile) as { fixtures: Record<string, unknown[]> };
  const profile = writeProfile(folder, {
    ...data,
    effects: 'modify',
    limits: { rate: '40/s', concurrency: 2 },
    fixtures: Object.fromEntries(CHANGEABLE.map((kind) => [kind, data.fixtures[kind]])),
  });
  return { emulator, profile, out: join(folder, 'out'), home: join(folder, 'home') };
}

/** A command with the state folder of the test. */
const at = ({ home }: Staging): { env: Record<string, string> } => ({ env: { XDG_STATE_HOME: home } });

/** Changes that are not put back yet, of whichever profile. */
function left({ home }: Staging): ReturnType<typeof pending> {
  const states = join(home, 'certconform');
  return existsSync(states) ? readdirSync(states).flatMap((name) => pending(join(states, name))) : [];
}

const run = ({ profile, out }: Staging): string[] => [
  'run',
  ...['--target', profile, '--out', out, '--effects', 'modify', '--depth', 'quick', '--no-html'],
  ...['--only', 'person.update', 'ssl.location.update'],
];

/** Waits until a change was accepted that is not put back yet. */
async function changed(place: Staging, before: unknown): Promise<void> {
  await eventually(
    async () => left(place).length > 0 && JSON.stringify(await place.emulator.state()) !== JSON.stringify(before),
  );
}

test('after a kill in mid-run, restore leaves everything as it was before', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  child.kill('SIGKILL');
  expect((await finished).signal).toBe('SIGKILL');
  expect(await place.emulator.state()).not.toEqual(before);

  const restored = await certconform(['restore', '--target', place.profile, '--out', place.out], at(place));
  expect(restored.stdout).toContain('RESTORED');
  expect(restored.stdout).toMatch(/(person|ssl-location) \{.*\} was put back/);
  expect(restored.code).toBe(0);
  expect(await place.emulator.state()).toEqual(before);

  const again = await certconform(['restore', '--target', place.profile, '--out', place.out], at(place));
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('NOTHING TO DO') });
});

test('restore finds the changes of a killed run by the profile alone, also when its folder is gone', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  child.kill('SIGKILL');
  await finished;
  rmSync(place.out, { recursive: true });
  const restored = await certconform(['restore', '--target', place.profile], at(place));
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('RESTORED') });
  expect(await place.emulator.state()).toEqual(before);
});

test('a second run is refused while the first lasts: by the same profile, or into the same folder', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  const elsewhere = join(dirname(place.out), 'elsewhere');
  const second = await certconform(['run', '--target', place.profile, '--out', elsewhere, '--no-html'], at(place));
  expect(second.stderr).toMatch(
    new RegExp(`^certconform: The profile .*target\\.yaml is in use by process ${child.pid} since \\S+Z; .*\n$`),
  );
  const same = await certconform(['run', '--out', place.out, '--no-html'], at(place));
  expect(same.stderr).toMatch(
    new RegExp(`^certconform: The folder .*out is in use by process ${child.pid} since \\S+Z; .*\n$`),
  );
  const below = await certconform(['run', '--out', join(place.out, 'below'), '--no-html'], at(place));
  expect(below.stderr).toContain('is in use by process');
  const restoring = await certconform(['restore', '--target', place.profile], at(place));
  expect(restoring.stderr).toContain('is in use by process');
  const replayed = await certconform(['replay', 'person.update.success', '--target', place.profile], at(place));
  expect(replayed.stderr).toContain('is in use by process');
  expect([second.code, same.code, below.code, restoring.code, replayed.code]).toEqual([2, 2, 2, 2, 2]);
  // What the refused ones did not touch comes to its end, and nothing is left changed.
  child.kill('SIGINT');
  await finished;
  expect(await place.emulator.state()).toEqual(before);
  expect(readResults(place.out).end).toBeDefined();
});

test('the lock of a dead process is taken over', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  child.kill('SIGKILL');
  await finished;
  expect(existsSync(join(place.out, 'in-use'))).toBe(true);
  const again = await certconform([...run(place), '--only', 'person.read'], at(place));
  expect(again.stderr).toContain('not put back yet');
  expect(again.code).not.toBe(2);
  expect(existsSync(join(place.out, 'in-use'))).toBe(false);
});

test('a folder of somebody else’s files is no folder for results', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'thesis.md'), 'years of work');
  const { code, stdout, stderr } = await certconform(['run', '--out', folder, '--no-html']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^certconform: --out .*: the folder holds what no run wrote \(thesis\.md\); .*\n$/);
  expect(readdirSync(folder)).toEqual(['thesis.md']);
});

test('after a run that came to its end, restore has nothing to do', async () => {
  const place = await staging();
  expect((await certconform(run(place), at(place))).code).not.toBe(2);
  const { code, stdout } = await certconform(['restore', '--target', place.profile, '--out', place.out], at(place));
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('NOTHING TO DO');
});

test('changes are never put back on another target than the one that was changed', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  child.kill('SIGKILL');
  await finished;
  const other = await staging();
  const restored = await certconform(['restore', '--target', other.profile, '--out', place.out], at(place));
  expect(restored).toMatchObject({ code: 2, stdout: '' });
  expect(restored.stderr).toMatch(/^certconform: The run in .* was against .*; give the profile of that run\.\n$/);
  expect(await other.emulator.log()).toEqual([]);
  // The same target again: a word of warning, and nothing is forgotten.
  const again = await certconform([...run(place), '--only', 'person.read'], at(place));
  expect(again.stderr).toContain('not put back yet');
  expect((await certconform(['restore', '--target', place.profile, '--out', place.out], at(place))).code).toBe(0);
  expect(await place.emulator.state()).toEqual(before);
});

test('a folder can be used again and again: what one run used up is no shortage of the next', async () => {
  const folder = temporaryFolder();
  const args = ['run', '--out', join(folder, 'out'), '--only', 'person.delete', '--depth', 'quick', '--no-html'];
  const first = await certconform(args);
  const second = await certconform(args);
  expect([first.code, second.code]).toEqual([0, 0]);
});

test('what cannot be put back is named, and the exit code says so', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const { child, finished } = begin(run(place), at(place));
  await changed(place, before);
  child.kill('SIGKILL');
  await finished;
  // What may be used up need not be put back.
  const entry = left(place).find(({ fixture }) => fixture?.allow === 'modify');
  // Somebody deletes the entity before it can be restored.
  const { admin } = profileData(place.profile) as { admin: { url: string; bearer: string } };
  const path = entry?.verify?.target ?? '';
  const gone = await fetch(`${admin.url}${path}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${admin.bearer}` },
  });
  expect(gone.status).toBe(204);
  const { code, stdout } = await certconform(['restore', '--target', place.profile, '--out', place.out], at(place));
  expect(code).toBe(1);
  expect(stdout).toContain('NOT RESTORED');
  expect(stdout).toMatch(/✗ (person|ssl-location) .* could not be put back: .*404/);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops sending, puts back, writes the whole report and ends with 2',
  async (signal) => {
    const place = await staging();
    const before = await place.emulator.state();
    const running = begin(run(place), at(place));
    await changed(place, before);
    running.child.kill(signal);
    await running.until('Stopping');
    const sentThen = (await place.emulator.log()).length;
    const { code, stdout, stderr } = await running.finished;
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^\nINTERRUPTED for \d+ of [\d,]+ requirements, at depth quick {2}the run was stopped with \d+ of \d+ verdicts open\n/,
    );
    expect(stdout).toMatch(/^Exit code +2 \(aborted\)$/m);
    expect(stderr).not.toContain('100 %');
    expect(readFileSync(join(place.out, 'statement.md'), 'utf8')).toMatch(/^# Conformance statement: INTERRUPTED for /);
    expect(JSON.parse(readFileSync(join(place.out, 'statement.json'), 'utf8'))).toMatchObject({
      outcome: 'aborted',
      interrupted: true,
    });
    expect(readFileSync(join(place.out, 'junit.xml'), 'utf8')).toMatch(
      /<error message="the run was stopped[^"]*" type="interrupted"/,
    );
    expect(await place.emulator.state()).toEqual(before);
    const results = readResults(place.out);
    expect(results.end).toBeDefined();
    expect(results.results.some(({ cause }) => cause === 'interrupted')).toBe(true);
    expect(results.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')).toEqual([]);
    expect(stdout).toContain('Not shown, and why');
    for (const file of ['junit.xml', 'statement.json', 'statement.md']) {
      expect(readFileSync(join(place.out, file), 'utf8').length).toBeGreaterThan(100);
    }
    expect(allureResultsOf(place.out).size).toBeGreaterThan(0);
    expect(existsSync(join(place.out, 'stop'))).toBe(false);
    // Afterwards only a handful went out: what puts back, and what was under way.
    expect((await place.emulator.log()).length - sentThen).toBeLessThan(30);
    expect(left(place)).toEqual([]);
  },
);

test('a second Ctrl-C ends at once, and restore still finds what was changed', async () => {
  const place = await staging();
  const before = await place.emulator.state();
  const running = begin(run(place), at(place));
  await changed(place, before);
  running.child.kill('SIGINT');
  await running.until('Stopping');
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(2);
  expect((await certconform(['restore', '--target', place.profile, '--out', place.out], at(place))).code).toBe(0);
  expect(await place.emulator.state()).toEqual(before);
});

test.each([
  ['a folder that is not there', ['--target', 'PROFILE', '--out', '/no/such/folder']],
  ['no profile', ['--out', 'OUT']],
  ['a profile that is not there', ['--target', '/no/such.yaml', '--out', 'OUT']],
])('%s: one sentence, exit code 2', async (_, args) => {
  const folder = temporaryFolder();
  const profile = writeProfile(folder, { admin: { url: 'http://127.0.0.1:1', bearer: 'x' } });
  const words = args.map((word) => (word === 'PROFILE' ? profile : word === 'OUT' ? folder : word));
  const { code, stderr } = await certconform(['restore', ...words]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^certconform: [^\n]+\n$/);
});
