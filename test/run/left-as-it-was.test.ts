/** A run leaves a target as it found it, but for what may be used up (design rule 5). */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differences } from '../../suites/judges/documents.ts';
import { pending } from '../../target/index.ts';
import { certconform, emulatorProcess, profileData, temporaryFolder, writeProfile } from '../cli/support.ts';

interface Entry {
  readonly ids: Readonly<Record<string, string | number>>;
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly allow: string;
}
type Fixtures = Readonly<Record<string, readonly Entry[]>>;
type State = Readonly<Record<string, unknown>>;

test('all checks, on all fixtures: nothing differs but what may be used up', async () => {
  const folder = temporaryFolder();
  const emulator = await emulatorProcess(folder);
  const before = await emulator.state();
  await runAll(folder, emulator.profile, 'destroy');
  const fixtures = profileData(emulator.profile)['fixtures'] as Fixtures;
  // Who replaces a deleted administrator becomes the requester of certificates (contract 4.5): which its fixture allows.
  const differing = changed(before, await emulator.state(), spent(fixtures));
  expect(differing.filter((place) => !/^\/sslCertificates\/\d+\/requester(Id)?$/.test(place))).toEqual([]);
  await restoreFindsNothing(folder, emulator.profile);
});

test('where nothing may be used up, nothing differs at all', async () => {
  const folder = temporaryFolder();
  const emulator = await emulatorProcess(folder);
  const before = await emulator.state();
  const data = profileData(emulator.profile);
  const fixtures = Object.entries(data['fixtures'] as Fixtures).map(([kind, entries]): [string, Entry[]] => [
    kind,
    // Of some the profile does not say in which state they are.
    entries.filter(({ allow }) => allow !== 'destroy').map((one) => (kind === 'endpoint' ? withoutMode(one) : one)),
  ]);
  const modest = writeProfile(folder, { ...data, effects: 'modify', fixtures: Object.fromEntries(fixtures) });
  await runAll(folder, modest, 'modify');
  expect(changed(before, await emulator.state(), new Set())).toEqual([]);
  expect(pending(join(folder, 'out'))).toEqual([]);
  await restoreFindsNothing(folder, modest);
});

async function runAll(folder: string, profile: string, effects: string): Promise<void> {
  const out = join(folder, 'out');
  const args = ['run', '--target', profile, '--out', out, '--effects', effects, '--depth', 'quick', '--no-html'];
  const { code, stdout, stderr } = await certconform(args);
  expect([0, 3], stdout + stderr).toContain(code);
}

async function restoreFindsNothing(folder: string, profile: string): Promise<void> {
  const { code, stdout } = await certconform(['restore', '--target', profile, '--out', join(folder, 'out')]);
  expect(stdout).not.toContain('✗');
  expect(code).toBe(0);
}

function withoutMode({ traits, ...rest }: Entry): Entry {
  const { mode: _mode, ...others } = traits ?? {};
  return { ...rest, traits: others };
}

/** Ids of what may be used up; no two entities of the emulator share one. */
function spent(fixtures: Fixtures): ReadonlySet<string> {
  return new Set(
    Object.values(fixtures).flatMap((entries) =>
      entries.filter(({ allow }) => allow === 'destroy').map(({ ids }) => String(Object.values(ids).at(-1))),
    ),
  );
}

/** Places of the dump that differ, as `kind/id/member`. */
function changed(before: State, after: State, without: ReadonlySet<string>): string[] {
  return differences(visible(before, without), visible(after, without));
}

function visible(state: State, without: ReadonlySet<string>): unknown {
  return Object.fromEntries(
    Object.entries(state).map(([kind, all]) => [
      kind,
      Object.fromEntries(
        (all as Record<string, unknown>[])
          .map((entity, at): [string, unknown] => [String(entity['id'] ?? at), seen(entity)])
          .filter(([id]) => !without.has(id)),
      ),
    ]),
  );
}

/** Without what no request shows: the count of failed logins, and whether an empty list was ever set. */
function seen({ wrongPasswords: _count, details, ...entity }: Record<string, unknown>): unknown {
  const { customFields, ...others } = (details ?? {}) as Record<string, unknown>;
  const empty = !Array.isArray(customFields) || customFields.length === 0;
  return { ...entity, details: empty ? others : { ...others, customFields } };
}
