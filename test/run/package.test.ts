/** The package as users get it: packed, installed in an empty folder, run there, imported there. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { type Finished, finished, ROOT, temporaryFolder } from './support.ts';

const folder = temporaryFolder('package');
/** Packed files, below the package's folder. */
let packed: readonly string[];

/** Runs npm or npx with the Node of this test first on the PATH, as a user of a supported Node has it. */
function inFolder(words: readonly string[], cwd: string = folder.path): Promise<Finished> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  return finished('env', [`PATH=${path}`, ...words], cwd);
}

beforeAll(async () => {
  const pack = await inFolder(['npm', 'pack', '--json', '--pack-destination', folder.path], ROOT);
  const tarball = readdirSync(folder.path).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack gave no package: ${pack.stdout}${pack.stderr}`);
  const listed = await finished('tar', ['tzf', join(folder.path, tarball)], folder.path);
  packed = listed.stdout
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
  writeFileSync(join(folder.path, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  const install = await inFolder(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`]);
  if (install.code !== 0) throw new Error(`npm install failed: ${install.stderr}`);
}, 400_000);
afterAll(() => folder.remove());

test('nothing stray is in it, and nothing is missing', () => {
  const allowed = /^(dist\/.+\.(js|d\.ts|yaml|json|css|svg)|docs\/.+|(README|CHANGELOG)\.md|LICENSE|package\.json)$/;
  expect(packed.filter((name) => !allowed.test(name))).toEqual([]);
  expect(packed.filter((name) => /(^|\/)(test|scripts|node_modules)\/|\.tgz$|reports\/out\//.test(name))).toEqual([]);
  for (const name of [
    'README.md',
    'LICENSE',
    'dist/cli/main.js',
    'dist/target/profile.schema.json',
    'dist/spec/openapi/admin.yaml',
  ]) {
    expect(packed).toContain(name);
  }
});

test('it brings what it needs at run time and nothing of what it is built with', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const at = (name: string): boolean => existsSync(join(folder.path, 'node_modules', name, 'package.json'));
  expect(Object.keys(dependencies ?? {}).filter((name) => !at(name))).toEqual([]);
  const development = Object.keys(devDependencies ?? {}).filter((name) =>
    ['node', 'typescript', 'knip', '@biomejs/biome', 'playwright-core'].includes(name),
  );
  expect(development.length).toBe(5);
  expect(development.filter(at)).toEqual([]);
});

test('npx certconform run is conformant, and the reports lie in that folder', async () => {
  const { code, stdout, stderr } = await inFolder([
    'npx',
    'certconform',
    'run',
    '--depth',
    'quick',
    '--only',
    'person',
    'mark',
    'legacy-status',
    '--out',
    'reports',
  ]);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain('CONFORMANT');
  const out = join(folder.path, 'reports');
  for (const name of ['allure/index.html', 'statement.md', 'statement.json', 'junit.xml'])
    expect(existsSync(join(out, name))).toBe(true);
  const { end, results } = readResults(out);
  expect(end?.outcome).toBe('conformant');
  expect(results.length).toBeGreaterThan(150);
}, 240_000);

test('the other commands find their parts', async () => {
  const list = await inFolder(['npx', 'certconform', 'list', 'areas']);
  expect(list.stdout.trim().split('\n')).toContain('legacy-dcv');
  const mutants = await inFolder([
    'npx',
    'certconform',
    'mutants',
    '--only',
    'success-header',
    '--depth',
    'quick',
    '--out',
    'mutants.json',
  ]);
  expect(mutants.stdout).toMatch(/(\d+) of \1 mutants killed/);
  const version = await inFolder(['npx', 'certconform', '--version']);
  expect(version.stdout.trim()).toBe(
    (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
  );
}, 240_000);

test('its types resolve, and its entry points work', async () => {
  writeFileSync(
    join(folder.path, 'consumer.ts'),
    `import { catalogue, loadContract, type Result } from 'certconform';
import { startEmulator } from 'certconform/emulator';
import { valid, violations } from 'certconform/generators';
const contract = await loadContract();
const emulator = await startEmulator({ contract });
const first: string | undefined = catalogue(contract)[0]?.id;
const results: readonly Result[] = [];
const wrong: number = violations({ type: 'integer', minimum: 1 }).length;
console.log(first, emulator.adminUrl.length > 0, typeof valid({ type: 'integer' }), wrong > 0, results.length);
await emulator.close();
`,
  );
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const checked = await finished(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['--strict', '--module', 'nodenext', '--target', 'es2023', ...types, 'consumer.ts'],
    folder.path,
  );
  expect(checked.stdout).toBe('');
  expect(checked.code).toBe(0);
  const ran = await finished(process.execPath, ['consumer.js'], folder.path);
  expect(ran.stdout.trim(), ran.stderr).toBe('ssl.list true object true 0');
});
