import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import { certconform, temporaryFolder, writeProfile } from './support.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ contract: await loadContract({ validate: false }) });
});

afterAll(() => emulator.close());

/** Files for the arguments below, by the words that stand for them. */
function files(folder: string): Record<string, string> {
  writeFileSync(join(folder, 'broken.yaml'), 'admin:\n  url: [unclosed\n');
  writeFileSync(join(folder, 'a-file'), '');
  mkdirSync(join(folder, 'a-folder'));
  return {
    GOOD: writeProfile(folder, { admin: { url: emulator.adminUrl, bearer: emulator.credentials.bearer } }, 'good.yaml'),
    CODES: writeProfile(
      folder,
      { legacy: { url: emulator.legacyUrl }, dialect: { answers: { 'legacy.codes': { 'argument-mising': -1 } } } },
      'codes.yaml',
    ),
    MISSING: join(folder, 'no-such.yaml'),
    FOLDER: join(folder, 'a-folder'),
    BROKEN: join(folder, 'broken.yaml'),
    FILE: join(folder, 'a-file'),
    TYPO: writeProfile(folder, { admin: { url: emulator.adminUrl, barer: 'x' } }, 'typo.yaml'),
    DEAD: writeProfile(folder, { admin: { url: 'http://127.0.0.1:1', bearer: 'x' } }, 'dead.yaml'),
    REFUSED: writeProfile(folder, { admin: { url: emulator.adminUrl, bearer: 'wrong' } }, 'refused.yaml'),
    UNSET: writeProfile(folder, { admin: { url: emulator.adminUrl, bearer: { env: 'NOT_SET_AT_ALL' } } }, 'unset.yaml'),
    UNDER_FILE: join(folder, 'a-file', 'below'),
    NEW: join(folder, 'new'),
  };
}

/** The arguments, and what the one sentence must say. */
const CASES: readonly (readonly [args: string, said: RegExp])[] = [
  ['rnu', /unknown command 'rnu'.*Did you mean run\?/s],
  ['run --targt x', /unknown option '--targt'.*Did you mean --target\?/s],
  ['plan --jsn', /unknown option '--jsn'.*Did you mean --json\?/s],
  ['doctor --depth quick', /unknown option '--depth'/],
  ['run --seed abc', /--seed.*'abc'.*whole number/s],
  ['run --runs 0', /--runs.*'0'.*at least 1/],
  ['mutants --every 0', /--every.*'0'.*at least 1/],
  ['run --target GOOD --fault ssl.list.x', /--fault is for the embedded emulator.*--target/],
  ['plan --target GOOD --dialect alternate', /--dialect is for the embedded emulator.*the profile says/],
  ['replay admin.read.success --target GOOD --dialect alternate', /--dialect is for the embedded emulator/],
  ['run --set admin.url=https://h.test', /--set admin\.url: without --target the embedded emulator is meant/],
  [
    'plan --target CODES',
    /codes\.yaml at \/dialect\/answers\/legacy\.codes: There is no member "argument-mising".*"argument-missing".*Known: not-https,/,
  ],
  ['run --effects all', /--effects.*observe, modify, destroy/s],
  ['run --depth enormous', /quick, standard, deep/],
  ['run extra', /too many arguments/],
  ['list nothing', /There is no list "nothing"/],
  ['list --area nowhere', /There is no area "nowhere"/],
  ['replay', /missing required argument 'check'/],
  ['replay no.such.check', /There is no check or requirement "no\.such\.check"/],
  ['restore', /required option '-t, --target <file>'/],
  ['run --dialect klingon', /klingon/],
  ['run --fault no-such', /no-such/],
  ['run --only nothing', /--only nothing names no area/],
  ['plan --only nothing', /--only nothing names no area/],
  ['run --target MISSING', /no-such\.yaml: there is no such file/],
  ['run --target FOLDER', /a-folder: it cannot be read/],
  ['run --target BROKEN', /broken\.yaml:\d+:\d+: not valid YAML/],
  ['run --target TYPO', /typo\.yaml:3 .*unknown member "barer"\. Did you mean "bearer"\?/],
  ['run --target UNSET', /unset\.yaml:\d+ .*NOT_SET_AT_ALL is not set/],
  ['run --target GOOD --set limits.concurrncy=4', /Did you mean "concurrency"\?/],
  ...['plan', 'doctor', 'restore --out FOLDER', 'replay admin.read.success'].flatMap((command): [string, RegExp][] => [
    [`${command} --target MISSING`, /no-such\.yaml: there is no such file/],
    [`${command} --target TYPO`, /Did you mean "bearer"\?/],
  ]),
  ['run --target DEAD --out NEW', /gives no answer: .*ECONNREFUSED/],
  ['run --target REFUSED --out NEW', /refuses the bearer credential \(401\)/],
  ['run --target GOOD --out FILE', /a-file is a file; name a folder/],
  ['run --target GOOD --out UNDER_FILE', /a-file is a file; name a folder/],
  ['run --target GOOD --out /proc/certconform', /the folder \/proc\/certconform cannot be made/],
  ['init --url https://a.example.test --out UNDER_FILE/x.yaml', /a-file is a file; name a folder/],
];

test.concurrent.for(CASES)('certconform %s', async ([args, said], { expect, onTestFinished: whenFinished }) => {
  const known = files(temporaryFolder(whenFinished));
  const words = args.split(' ').map((word) => word.replace(/^[A-Z_]+(?=$|\/)/, (name) => known[name] ?? name));
  const { code, stdout, stderr } = await certconform(words, { whenFinished });
  expect(stderr).toMatch(said);
  expect(stderr).toMatch(/^certconform: /);
  expect(stderr).not.toMatch(/^ +at |fault of certconform itself/m);
  // One sentence, and at most the suggestion beneath it.
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a server that dies between the look and the run still ends in a sentence or a report, never in a stack', async () => {
  let answers = 1;
  const server = createServer((_request, response) => {
    if (answers-- > 0) response.setHeader('Content-Type', 'application/json').end('[]');
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = temporaryFolder();
  const profile = writeProfile(folder, { admin: { url, bearer: 'x' }, effects: 'observe' });
  const { code, stderr, stdout } = await certconform([
    ...['run', '--target', profile, '--out', join(folder, 'out'), '--only', 'person', '--depth', 'quick', '--no-html'],
  ]);
  server.closeAllConnections();
  server.close();
  expect([2, 3]).toContain(code);
  expect(stdout).toMatch(/ABORTED|PARTIAL/);
  expect(stderr).not.toMatch(/^ +at /m);
});

test('help is on the standard output with exit code 0, and nothing at all asked for is help too', async () => {
  const [asked, bare] = await Promise.all([certconform(['--help']), certconform([])]);
  expect(asked.code).toBe(0);
  for (const command of ['run', 'replay', 'init', 'doctor', 'plan', 'restore', 'emulator', 'list']) {
    expect(asked.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  }
  expect(asked.stdout).toContain('Exit codes');
  expect(bare.stderr).toContain('Usage: certconform');
  expect(bare.code).toBe(2);
});
