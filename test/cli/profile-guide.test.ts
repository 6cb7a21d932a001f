import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmulator } from '../../emulator/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import { loadContract } from '../../spec/load.ts';
import { STATES as LOGIN_STATES } from '../../suites/legacy/authentication.ts';
import { STATES as ORDER_STATES, orderOf } from '../../suites/legacy/orders.ts';
import { parseProfile } from '../../target/index.ts';
import { certconform, emulatorProcess, profileData, ROOT, temporaryFolder, writeProfile } from './support.ts';

const guide = readFileSync(join(ROOT, 'docs/profile.md'), 'utf8');
const snippets = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

test('every snippet of the guide is a valid part of a profile', () => {
  const env = {
    CERTCONFORM_TOKEN: 'a',
    CERTCONFORM_SECOND_TOKEN: 'b',
    CERTCONFORM_FOREIGN_TOKEN: 'd',
    CERTCONFORM_LEGACY_PASSWORD: 'c',
  };
  const local = { admin: { url: 'http://127.0.0.1:1' } };
  expect(snippets.length).toBeGreaterThan(7);
  for (const text of snippets) {
    const part = (parse(text) ?? {}) as { admin?: object; effects?: string; allowHosts?: unknown };
    const { allowHosts, ...rest } = part;
    const whole = part.admin === undefined ? { ...local, ...rest } : part;
    expect(() => parseProfile(JSON.stringify(whole), text, ROOT, { env })).not.toThrow();
    if (allowHosts !== undefined) {
      expect(() => parseProfile(JSON.stringify({ ...local, allowHosts }), text, ROOT, { env })).toThrow('allowHosts');
    }
  }
});

test('the silences, operations and kinds that it names exist', async () => {
  const contract = await loadContract({ validate: false });
  const parts = snippets.map((text) => (parse(text) ?? {}) as Record<string, Record<string, unknown>>);
  const answers = parts.flatMap(({ dialect }) => Object.keys((dialect?.['answers'] ?? {}) as object));
  expect(answers.length).toBeGreaterThan(2);
  for (const silence of answers) expect(contract.silences.map(({ id }) => id)).toContain(silence);
  for (const operation of parts.flatMap(({ examples }) => Object.keys(examples ?? {}))) contract.operation(operation);
  for (const kind of Object.keys(KINDS)) expect(guide).toContain(`\`${kind}\``);
});

const tableLines = guide.slice(guide.indexOf('| kind | trait | words |')).split('\n').slice(2);

/** The rows of the guide's table of traits. */
const TRAITS = tableLines
  .slice(
    0,
    tableLines.findIndex((line) => !line.startsWith('|')),
  )
  .map((row) => row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')))
  .map(([, kinds = [], traits = [], words = []]) => ({ kinds, traits, words }));

/** Words of a trait of a kind; undefined when the table has no such row. Rows without words take any. */
function wordsFor(kind: string | undefined, trait: string): string[] | undefined {
  const rows = TRAITS.filter(
    ({ kinds, traits }) => traits.includes(trait) && (kind === undefined || kinds.includes(kind)),
  );
  return rows.length === 0 ? undefined : rows.flatMap(({ words }) => words);
}

test('the table of traits has every trait that suites look at, with every word that they look for', () => {
  const files = readdirSync(join(ROOT, 'suites'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const looked = new Set<string>();
  const compared: [string, string][] = [];
  for (const file of files) {
    const source = readFileSync(join(ROOT, 'suites', file), 'utf8');
    for (const [, trait = ''] of source.matchAll(/traits\??\.?\['(\w+)'\]/g)) looked.add(trait);
    for (const [, trait = ''] of source.matchAll(/\b(?:traits|like): \{ (\w+):/g)) looked.add(trait);
    if (file === 'legacy/orders.ts') {
      for (const [, names = ''] of source.matchAll(/ text\((('\w+',? ?)+)\)/g)) {
        for (const name of names.match(/\w+/g) ?? []) looked.add(name);
      }
    }
    for (const [, trait = '', word = ''] of source.matchAll(/traits\['(\w+)'\] ===\s+'(\w+)'/g))
      compared.push([trait, word]);
    for (const [, trait = '', word = ''] of source.matchAll(/prefer: \{ (\w+): '(\w+)' \}/g))
      compared.push([trait, word]);
  }
  expect(looked.size).toBeGreaterThan(12);
  expect([...looked].filter((trait) => wordsFor(undefined, trait) === undefined)).toEqual([]);
  expect(compared.length).toBeGreaterThan(4);
  expect(compared.filter(([trait, word]) => wordsFor(undefined, trait)?.includes(word) !== true)).toEqual([]);
});

test('the table of traits has the states of orders and logins, by every word', async () => {
  const contract = await loadContract({ validate: false });
  const own = contract.legacyConditions.filter(({ actions }) => actions.length === 1 && actions[0] === 'AutoUpdateDCV');
  const conditions = own.map(({ id }) => id).filter((id) => id !== 'wildcard-http-hash');
  const states = wordsFor('order', 'state') ?? [];
  expect(states.toSorted()).toEqual(
    ['pending', 'initial', 'replacement', ...conditions, ...Object.keys(ORDER_STATES)].toSorted(),
  );
  for (const state of states) {
    const order = orderOf({ kind: 'order', ids: { orderNumber: '1' }, traits: { state }, allow: 'modify' });
    expect(['pending', 'initial', 'replacement', ...conditions]).toContain(order.state);
  }
  expect(wordsFor('login', 'state')).toEqual([...Object.keys(LOGIN_STATES), 'no-permission', 'permission-denied']);
  const machine = contract.machines.find(({ id }) => id === 'administrator-type');
  expect(wordsFor('administrator', 'type')?.toSorted()).toEqual([...(machine?.states ?? [])].toSorted());
});

test('the profile of the emulator has nothing with a trait or a word that is not in the table', async () => {
  const contract = await loadContract({ validate: false });
  const filters = new Set(contract.operation('ssl.list').parameters.map(({ name }) => name));
  const emulator = await startEmulator({ contract });
  const { fixtures } = emulator.profile() as { fixtures: Record<string, { traits?: Record<string, unknown> }[]> };
  await emulator.close();
  const strange = Object.entries(fixtures).flatMap(([kind, entries]) =>
    entries.flatMap(({ traits = {} }) =>
      Object.entries(traits)
        .filter(([trait, value]) => {
          // The table's first row names no trait: those of certificates are called as the filters of the list are.
          if (kind === 'ssl-certificate' && filters.has(trait)) return false;
          const words = wordsFor(kind, trait);
          // A row without plain words takes what the reader has; a template's type is told by another trait.
          if (words === undefined) return true;
          const open =
            words.length === 0 || words.some((word) => word.includes('.') || word === 'SSLWebFormAccountRequest');
          return !open && !words.includes(String(value)) && value !== 'IDP_TEMPLATE';
        })
        .map(([trait, value]) => `${kind} ${trait}: ${String(value)}`),
    ),
  );
  expect([...new Set(strange)]).toEqual([]);
});

test('the provisioning example lets a three-line profile show what needs entities', async () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'docs/examples/provision-emulator.ts'), join(folder, 'provision.ts'));
  const { profile, running } = await emulatorProcess(folder);
  const control = /Control +(\S+)/.exec(await running.until('Stop with'))?.[1] ?? '';
  const { admin, dialect } = profileData(profile) as { admin: object; dialect: object };
  const args = [
    '--only',
    'person.read',
    'person.update',
    'person.delete.success',
    'bucket.read',
    '--depth',
    'quick',
    '--no-html',
  ];
  const run = (name: string, data: object): ReturnType<typeof certconform> =>
    certconform(['run', '--target', writeProfile(folder, data, `${name}.yaml`), '--out', join(folder, name), ...args], {
      env: { CONTROL_URL: control },
    });
  const without = await run('without', { admin, dialect });
  expect(without.code).toBe(3);
  expect(without.stdout).toContain('PARTIAL');
  const provided = await run('with', { admin, dialect, effects: 'destroy', provision: './provision.ts' });
  expect(provided.stdout).toContain('CONFORMANT');
  expect(provided.code).toBe(0);
});
