/** The package as users get it: packed, installed in an empty folder, run there, imported there. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readResults } from '../../reports/reader.ts';
import { anchorsOf, inFolder, install, packAndInstall, weigh } from './installed.ts';
import { type Finished, finished, ROOT, temporaryFolder } from './support.ts';

const folder = temporaryFolder('package');
/** Packed files, below the package's folder. */
let packed: readonly string[];

const inPackage = (words: readonly string[]): Promise<Finished> => inFolder(words, folder.path);

beforeAll(async () => {
  packed = await packAndInstall(folder.path);
}, 400_000);
afterAll(() => folder.remove());

test('nothing stray is in it, and nothing is missing', () => {
  const allowed =
    /^(dist\/.+\.(js|d\.ts|yaml|json|css|svg)|docs\/.+|(README|CHANGELOG|CONTRIBUTING)\.md|LICENSE|package\.json|spec\/(REQUIREMENTS|SILENCES)\.md|spec\/dialect\.schema\.json|spec\/openapi\/(admin|legacy)\.yaml|target\/profile\.schema\.json)$/;
  expect(packed.filter((name) => !allowed.test(name))).toEqual([]);
  expect(packed.filter((name) => /(^|\/)(test|scripts|node_modules)\/|\.tgz$|reports\/out\//.test(name))).toEqual([]);
  for (const name of [
    'README.md',
    'LICENSE',
    'dist/cli/main.js',
    'dist/target/profile.schema.json',
    'dist/spec/openapi/admin.yaml',
    'spec/REQUIREMENTS.md',
    'spec/SILENCES.md',
  ]) {
    expect(packed).toContain(name);
  }
});

test('what it reads as JSON to start faster says the same as the YAML beside it', () => {
  const root = join(folder.path, 'node_modules/certconform');
  const files = packed.filter((name) => /^dist\/.*\.yaml$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const built = JSON.parse(readFileSync(join(root, `${file}.json`), 'utf8')) as unknown;
    expect(built, file).toEqual(parse(readFileSync(join(root, file), 'utf8')));
  }
});

test('every link and every path in what people read leads somewhere', async () => {
  const root = join(folder.path, 'node_modules/certconform');
  const pages = packed.filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(8);
  let followed = 0;
  const dead = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      followed += 1;
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      if (!existsSync(file)) return [`${page}: ${link}`];
      const known = anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor);
      return known ? [] : [`${page}: ${link} (no such heading)`];
    });
  });
  expect(dead).toEqual([]);
  expect(followed).toBeGreaterThan(20);
  // Paths that are told outside of links: to somebody who stands in the folder where the package was installed.
  const init = await inPackage([
    'npx',
    'certconform',
    'init',
    '--url',
    'https://admin.example.test',
    '--out',
    'told.yaml',
  ]);
  expect(init.code, init.stderr).toBe(0);
  const texts = [...pages.map((page) => join(root, page)), join(folder.path, 'told.yaml')];
  const told = texts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/node_modules\/certconform\/[\w./-]*\w/g)].map(([path]) => path),
  );
  expect(told).toContain('node_modules/certconform/target/profile.schema.json');
  expect(told.filter((path) => !existsSync(join(folder.path, path)))).toEqual([]);
});

test('its schemas have names that stay, and are found by them', async () => {
  const names = ['profile', 'dialect', 'results', 'statement'];
  writeFileSync(
    join(folder.path, 'schemas.js'),
    `${names.map((name) => `import ${name} from 'certconform/${name}.schema.json' with { type: 'json' };`).join('\n')}
console.log([${names.join(', ')}].map(({ $id }) => $id).join(' '));
`,
  );
  const { stdout, stderr } = await finished(process.execPath, ['schemas.js'], folder.path);
  expect(stdout.trim(), stderr).toBe(
    'urn:certconform:profile urn:certconform:dialect urn:certconform:results:1 urn:certconform:statement:1',
  );
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

test('it is small: what only the Allure report needs is not brought', () => {
  const { packages, bytes } = weigh(folder.path);
  for (const name of ['vitest', 'allure', 'allure-vitest', 'vite']) {
    expect(existsSync(join(folder.path, 'node_modules', name)), name).toBe(false);
  }
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll('\n', ' ');
  const [megabytes = 0, count = 0] =
    /The installed package is small \((\d+) MB, (\d+) packages\)/.exec(readme)?.slice(1).map(Number) ?? [];
  // What others bring changes without us.
  expect(Math.abs(packages - count)).toBeLessThan(5);
  expect(Math.abs(bytes / 1e6 - megabytes)).toBeLessThan(3);
});

/** A small run, whose results must be good. */
async function smallRun(out: string): Promise<Finished> {
  const only = ['--only', 'person', 'mark', 'legacy-status'];
  const run = await inPackage(['npx', 'certconform', 'run', '--depth', 'quick', ...only, '--out', out]);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toContain('CONFORMANT');
  const { end, results } = readResults(join(folder.path, out));
  expect(end?.outcome).toBe('conformant');
  expect(results.length).toBeGreaterThan(150);
  return run;
}

test('npx certconform run is conformant, says what Allure needs, and all other reports lie in that folder', async () => {
  const { stderr, stdout } = await smallRun('plain');
  const [sentence = ''] = stderr.split('\n').filter((line) => line.includes('Allure'));
  expect(sentence).toContain('npm install --save-dev vitest allure-vitest allure');
  expect(stdout).not.toContain('Allure');
  const out = join(folder.path, 'plain');
  for (const name of ['coverage.html', 'statement.md', 'statement.json', 'junit.xml', 'ctrf.json', 'tape.ndjson.gz'])
    expect(existsSync(join(out, name)), name).toBe(true);
  expect(readFileSync(join(out, 'coverage.html'), 'utf8')).not.toContain('allure/index.html');
}, 240_000);

test('once that is installed, there is an Allure report, too, and the verdicts are the same', async () => {
  const [, command = ''] =
    /"npm install ([^"]*)"/.exec(
      (await inPackage(['npx', 'certconform', 'run', '--only', 'mark.read', '--out', 'one'])).stderr,
    ) ?? [];
  await install(folder.path, ...command.split(' '));
  const { stderr } = await smallRun('reports');
  expect(stderr).not.toContain('Allure');
  expect(existsSync(join(folder.path, 'reports/allure/index.html'))).toBe(true);
  const verdicts = (out: string): string[] =>
    readResults(join(folder.path, out))
      .results.map(({ check, requirement, verdict }) => `${check} ${requirement} ${verdict}`)
      .toSorted();
  expect(verdicts('reports')).toEqual(verdicts('plain'));
}, 400_000);

test('the other commands find their parts', async () => {
  const list = await inPackage(['npx', 'certconform', 'list', 'areas']);
  expect(list.stdout.trim().split('\n')).toContain('legacy-dcv');
  const mutants = await inPackage([
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
  const version = await inPackage(['npx', 'certconform', '--version']);
  expect(version.stdout.trim()).toBe(
    (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
  );
}, 240_000);

test('from a run to a signed statement that a stranger verifies, and all that is done with runs', async () => {
  const certconform = (...words: string[]): Promise<Finished> => inPackage(['npx', 'certconform', ...words]);
  const run = (out: string, ...options: string[]): Promise<Finished> => {
    const small = ['--depth', 'quick', '--no-html', '--only', 'domain.suspend', 'mark.read'];
    return certconform('run', '--out', out, ...small, ...options);
  };
  const said = ({ stdout, stderr }: Finished): string => `${stdout}${stderr}`;
  const good = await run('good');
  expect(good.code, said(good)).toBe(0);
  const bad = await run('bad', '--fault', 'mark.read.success.status-201', '--repeat-failures', '1');
  expect(bad.code, said(bad)).toBe(1);
  const pem = generateKeyPairSync('ed25519');
  writeFileSync(join(folder.path, 'private.pem'), pem.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder.path, 'public.pem'), pem.publicKey.export({ type: 'spki', format: 'pem' }));
  const known = await certconform('baseline', 'bad');
  writeFileSync(join(folder.path, 'known.yaml'), known.stdout);
  for (const [words, code, expected] of [
    [['sign', 'good', '--key', 'private.pem'], 0, 'WARNED'],
    [['verify', 'good', '--key', 'public.pem'], 0, 'VERIFIED'],
    [['verify', 'bad'], 0, 'VERIFIED'],
    [['compare', 'good', 'bad'], 1, 'Newly failing'],
    [['compare', 'bad/statement.json', 'good', '--format', 'markdown'], 0, '### Fixed'],
    [['replay', 'mark.read.success.status', '--tape', 'bad'], 1, 'status 201'],
    [['export', 'har', 'good', '--out', 'good.har', '--force'], 0, 'exchanges'],
    [['run', '--rerun-failed', 'bad', '--out', 'again', '--no-html'], 0, 'CONFORMANT'],
    [
      ['init', '--url', 'https://admin.example.test', '--product', 'Gateway', '--out', 'target.yaml', '--force'],
      0,
      'WRITTEN',
    ],
    [['diff', '--target', 'target.yaml'], 2, 'two targets'],
  ] as const) {
    const finished = await certconform(...words);
    expect(finished.code, `${words.join(' ')}: ${said(finished)}`).toBe(code);
    expect(said(finished)).toContain(expected);
  }
  // The fault leaves open what takes it for granted.
  const noted = await run(
    'bad',
    ...['--fault', 'mark.read.success.status-201', '--known', 'known.yaml', '--allow-partial'],
  );
  expect(noted.code, said(noted)).toBe(0);
  expect(readFileSync(join(folder.path, 'bad/badge.svg'), 'utf8')).toMatch(
    /<title>certconform: contract [\d.]+, partial /,
  );
  const mended = await run('mended', '--known', 'known.yaml', '--fix');
  expect([mended.code, mended.stderr]).toEqual([0, expect.stringContaining('taken out of known.yaml: fixed.')]);
  expect(readFileSync(join(folder.path, 'known.yaml'), 'utf8')).not.toContain('requirement:');
  expect(readFileSync(join(folder.path, 'history.jsonl'), 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(4);
  // The published schema is found by its name and takes the statement.
  writeFileSync(
    join(folder.path, 'schema.js'),
    `import schema from 'certconform/statement.schema.json' with { type: 'json' };
import statement from './bad/statement.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
const ajv = new Ajv2020();
formats.default(ajv);
console.log(schema.$id, ajv.validate(schema, statement));
`,
  );
  const fits = await finished(process.execPath, ['schema.js'], folder.path);
  expect(fits.stdout, fits.stderr).toBe('urn:certconform:statement:1 true\n');
}, 600_000);

test('two targets are compared from the package', async () => {
  const stop: (() => void)[] = [];
  try {
    for (const name of ['one', 'two']) {
      const cli = join(folder.path, 'node_modules/certconform/dist/cli/main.js');
      const profile = join(folder.path, `${name}.yaml`);
      const child = spawn(process.execPath, [cli, 'emulator', '--profile', profile], { cwd: folder.path });
      stop.push(() => child.kill());
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (text: Buffer) => text.includes('Stop with') && resolve());
      });
    }
    const both = ['--target', 'one.yaml', '--target', 'two.yaml', '--only', 'domain.suspend', '--depth', 'quick'];
    const { code, stdout, stderr } = await inPackage(['npx', 'certconform', 'diff', ...both, '--effects', 'modify']);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^\nALIKE/);
  } finally {
    for (const end of stop) end();
  }
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
