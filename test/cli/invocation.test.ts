/** The commands that are printed run where they are printed, however the command line was started. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programWords, type Start } from '../../cli/invocation.ts';
import { readResults } from '../../reports/reader.ts';
import { emulatorProcess, ROOT, temporaryFolder } from './support.ts';

const root = '/home/ada/certconform';
const npm = { npm_lifecycle_event: 'start', npm_package_json: `${root}/package.json` };
const start = (entry: string, more: Partial<Start> = {}): Start => ({ entry, cwd: root, env: {}, root, ...more });

test.each<[string, Start, string, string?]>([
  ['npm start in a clone', start(`${root}/cli/main.ts`, { env: npm }), 'npm run -s certconform --'],
  ['the file, in a clone', start(`${root}/cli/main.ts`), 'node cli/main.ts'],
  [
    'the file, where npm runs the script of another package',
    start(`${root}/cli/main.ts`, { env: { ...npm, npm_package_json: '/x/package.json' } }),
    'node cli/main.ts',
  ],
  [
    'the file, called by a script of npm from elsewhere',
    start(`${root}/cli/main.ts`, { cwd: '/srv', env: npm }),
    `node ${root}/cli/main.ts`,
    'npx certconform',
  ],
  [
    'the file, from elsewhere',
    start(`${root}/cli/main.ts`, { cwd: '/srv' }),
    `node ${root}/cli/main.ts`,
    'npx certconform',
  ],
  [
    'the file, from elsewhere in a pipeline',
    start(`${root}/cli/main.ts`, { cwd: '/srv', env: { CI: 'true' } }),
    'npx certconform',
  ],
  [
    'a path with a space',
    start('/a b/cli/main.ts', { cwd: '/srv', root: '/a b' }),
    "node '/a b/cli/main.ts'",
    'npx certconform',
  ],
  ['what was built, in a clone', start(`${root}/dist/cli/main.js`, { root: `${root}/dist` }), 'node dist/cli/main.js'],
  [
    'npx, or a script of a project',
    start('/p/node_modules/.bin/certconform', { cwd: '/p', env: npm }),
    'npx certconform',
  ],
  ['by its name', start('/usr/local/bin/certconform', { cwd: '/p' }), 'certconform'],
  ['the library in a program', start('/p/test.ts', { cwd: '/p' }), 'npx certconform'],
])('%s', (_, started, here, published = here) => {
  expect(programWords(started)).toEqual({ here, published });
});

/** What a shell makes of a command line, with the Node of this test first. */
function shell(
  line: string,
  cwd: string,
): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const named = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS|npm_|FORCE_COLOR|TEST|CI$)/.test(name),
  );
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...Object.fromEntries(named), PATH, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

const FEW = '--only person.read.success --depth quick --runs 1 --no-html';
/** The line that repeats the failure, as a terminal shows it. */
const printed = (stdout: string): string => /^ +replay +(.*)$/m.exec(stdout)?.[1] ?? '';

describe('what a run prints is pasted', () => {
  test.each([
    ['npm run -s certconform --', /^npm run -s certconform -- replay /],
    ['node cli/main.ts', /^node cli\/main\.ts replay /],
  ])('after %s', (program, form) => {
    const out = join(temporaryFolder(), 'out');
    const ran = shell(`${program} run --fault person.read.success.status-201 ${FEW} --out ${out}`, ROOT);
    expect(ran.code, ran.stderr).toBe(1);
    const line = printed(ran.stdout);
    expect(line).toMatch(form);
    // The files of a run say the same.
    expect(readResults(out).results.map(({ failure }) => failure?.replay)).toContain(line);
    expect(readFileSync(join(out, 'statement.md'), 'utf8')).toContain(line);
    const again = shell(line, ROOT);
    expect(again.code, again.stderr).toBe(1);
    expect(again.stdout).toContain('person.read.success.status (MUST, contract 4.6)');
  });

  test('with a profile and a program that lie elsewhere, in folders with spaces: the terminal names them, the files do not', async () => {
    const folder = temporaryFolder();
    const { profile } = await emulatorProcess(folder, ['--fault', 'person.read.success.status-201']);
    const target = join(folder, 'my profile.yaml');
    cpSync(profile, target);
    const elsewhere = temporaryFolder();
    const out = join(folder, 'out');
    const ran = shell(`node ${ROOT}cli/main.ts run --target '${target}' ${FEW} --out ${out}`, elsewhere);
    expect(ran.code, ran.stderr).toBe(1);
    const line = printed(ran.stdout);
    expect(line).toMatch(/^node \/.*cli\/main\.ts replay --target '\/.*\/my profile\.yaml' /);
    expect(readResults(out).results.map(({ failure }) => failure?.replay)).toContain(
      line.replace(/^node \S+ replay --target '.*\//, "npx certconform replay --target '"),
    );
    const again = shell(line, elsewhere);
    expect(again.code, again.stderr).toBe(1);
    expect(again.stdout).toContain('person.read.success.status (MUST, contract 4.6)');
  });
});

test('what a mistake names, runs', () => {
  const { stderr } = shell('npm run -s certconform -- replay no.such.thing', ROOT);
  const [, command = ''] = /see "(.*)"/.exec(stderr) ?? [];
  expect(command).toBe('npm run -s certconform -- list requirements');
  expect(shell(command, ROOT)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('person.read.success.status'),
  });
});
