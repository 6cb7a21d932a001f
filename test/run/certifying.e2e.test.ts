/**
 * docs/certifying.md as a new user walks it: the installed package in an empty folder, each command as it stands there, and a
 * stranger who has nothing but the files that the page hands over.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { inFolder, packAndInstall } from './installed.ts';
import { type Finished, ROOT, temporaryFolder } from './support.ts';

const folder = temporaryFolder('certifying');
const at = (name: string): string => join(folder.path, name);
const page = readFileSync(join(ROOT, 'docs/certifying.md'), 'utf8');
/** Emulators that run until all is done. */
const running: (() => void)[] = [];

beforeAll(async () => {
  await packAndInstall(folder.path);
});
afterAll(() => {
  for (const stop of running) stop();
  folder.remove();
});

/** The commands of the page, without what is said beside them. */
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replace(/\s+#.*$/, ''));

/** Those of them that were run here. */
const walked = new Set<string>();

/** The commands of the page that begin so. */
function told(start: string): readonly string[] {
  const found = commands.filter((one) => one.startsWith(start));
  for (const one of found) walked.add(one);
  return found;
}

/** So that a run takes seconds: the page tells of whole ones. */
const SMALL = '--depth quick --runs 3 --no-html --only person.update.body person.update.success domain.suspend';

/** Runs one command of the page, in which the names that it leaves to its reader are filled in. */
function walk(start: string, names: Readonly<Record<string, string>> = {}, more = ''): Promise<Finished> {
  const [line, ...others] = told(start);
  if (line === undefined || others.length > 0)
    throw new Error(`The page has ${others.length + 1} commands like: ${start}`);
  const filled = Object.entries(names).reduce((text, [name, is]) => text.replaceAll(name, is), line);
  const [words = '', target] = filled.split(' > ');
  return inFolder(['sh', '-c', `${words} ${more}${target === undefined ? '' : ` > ${target}`}`], folder.path);
}

const outcomeOf = ({ code, stdout, stderr }: Finished): [number | null, string] => [code, `${stdout}${stderr}`];

/** Starts an emulator as the page does. */
async function emulator(profile: string, more = ''): Promise<void> {
  const [command] = told('npx certconform emulator');
  const words = `${command} ${more}`.replace('emulator.yaml', profile).replace('npx certconform', '').trim().split(' ');
  const child = spawn(process.execPath, [at('node_modules/certconform/dist/cli/main.js'), ...words], {
    cwd: folder.path,
  });
  running.push(() => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Stop with') && resolve());
    child.once('exit', (code) => reject(new Error(`The emulator ended with ${code}.`)));
  });
}

test('from a server to a signed statement that a stranger verifies', async () => {
  await emulator('emulator.yaml');
  expect(outcomeOf(await walk('npx certconform run --target emulator.yaml', {}, SMALL))).toEqual([
    0,
    expect.stringContaining('CONFORMANT'),
  ]);
  for (const command of ['openssl genpkey', 'openssl pkey', 'npx certconform sign'])
    expect((await walk(command)).code, command).toBe(0);
  const files = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name);
  expect(files).toHaveLength(6);
  const envelope = /writes certified\/(\S+)$/m.exec(page)?.[1] ?? '';
  const stranger = at('stranger');
  mkdirSync(join(stranger, 'certified'), { recursive: true });
  for (const name of [...files, envelope]) cpSync(at(`certified/${name}`), join(stranger, 'certified', name));
  cpSync(at('public.pem'), join(stranger, 'public.pem'));
  symlinkSync(at('node_modules'), join(stranger, 'node_modules'));
  const [verify = ''] = told('npx certconform verify');
  const verified = await inFolder(verify.split(' '), stranger);
  expect(outcomeOf(verified)).toEqual([0, expect.stringContaining('VERIFIED')]);
  const shown = await walk('npx certconform replay');
  expect(outcomeOf(shown)).toEqual([0, expect.stringContaining('pass  person.update.success.status')]);
  expect((await walk('npx certconform export har')).code).toBe(0);
  expect(JSON.parse(readFileSync(at('run.har'), 'utf8'))).toMatchObject({ log: { version: '1.2' } });
});

test('what is done with many runs', async () => {
  const FAULT = 'person.update.body.firstName.maxLength.ignored';
  await emulator('staging.yaml', `--fault ${FAULT}`);
  const effects = '--effects destroy';
  const first = await walk(
    'npx certconform run --target emulator.yaml',
    { emulator: 'staging', certified: 'bad' },
    SMALL,
  );
  expect(first.code).toBe(1);
  const names = { DIR: 'bad', LAST: 'certified', THIS: 'bad', AGAIN: 'again' };
  expect((await walk('npx certconform baseline', names)).code).toBe(0);
  const known = await walk('npx certconform run --target staging.yaml --known', names, `${effects} ${SMALL}`);
  expect(outcomeOf(known)).toEqual([0, expect.stringContaining('CONFORMANT BUT FOR KNOWN FAILURES')]);
  const [text, markdown] = told('npx certconform compare');
  expect([text, markdown]).toEqual(['npx certconform compare LAST THIS', `${text} --format markdown`]);
  for (const [more, said] of [
    ['', 'Newly failing'],
    [' --format markdown', '### Newly failing'],
  ] as const) {
    const compared = await inFolder(['sh', '-c', `npx certconform compare certified bad${more}`], folder.path);
    expect(outcomeOf(compared)).toEqual([1, expect.stringContaining(said)]);
  }
  const again = await walk('npx certconform run --target staging.yaml --rerun-failed', names, `${effects} --no-html`);
  expect(again.code).toBe(1);
  expect(readResults(at('again')).results).toHaveLength(1);
  const targets = { 'old.yaml': 'emulator.yaml', 'new.yaml': 'staging.yaml' };
  const differences = await walk('npx certconform diff', targets, '--depth quick --only person.update.body');
  expect(outcomeOf(differences)).toEqual([1, expect.stringContaining('1 DIFFERENCE')]);
});

test('a run in shards is put together, and verified like any other', async () => {
  const claims = ['--set', 'claims=[mark,notification]', '--depth', 'quick', '--runs', '3', '--no-html'];
  for (const shard of ['1', '2']) {
    const part = [
      '--target',
      'emulator.yaml',
      '--effects',
      'destroy',
      '--shard',
      `${shard}/2`,
      '--out',
      `shard-${shard}`,
    ];
    const run = await inFolder(['npx', 'certconform', 'run', ...part, ...claims], folder.path);
    expect(outcomeOf(run)).toEqual([0, expect.stringContaining('CONFORMANT')]);
  }
  const merged = await inFolder('npx certconform merge shard-1 shard-2 --no-html --out whole'.split(' '), folder.path);
  expect(outcomeOf(merged)).toEqual([0, expect.stringContaining('CONFORMANT')]);
  const verified = await inFolder('npx certconform verify whole'.split(' '), folder.path);
  expect(outcomeOf(verified)).toEqual([0, expect.stringContaining('VERIFIED')]);
});

test('no command of the page was left out', () => {
  expect(commands.length).toBeGreaterThan(12);
  expect(commands.filter((one) => !walked.has(one))).toEqual([]);
});
