/** A run can be judged again by whoever has its folder, and nothing in that folder can be changed unseen. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape, TAPE_FILE } from '../../target/index.ts';
import { coverUp } from './forgery.ts';
import { certconform, temporaryFolder } from './support.ts';

const folder = temporaryFolder('verify');
afterAll(() => folder.remove());

const SMALL = ['--depth', 'quick', '--no-html', '--only', 'person.update', 'person.delete', 'domain.suspend'];

/** Runs the suite over the embedded emulator and returns the folder. */
async function run(name: string, code: number, options: readonly string[] = []): Promise<string> {
  const out = join(folder.path, name);
  const finished = await certconform(['run', '--out', out, ...SMALL, ...options]);
  expect(finished.code, finished.stdout + finished.stderr).toBe(code);
  return out;
}

let sound: string;

beforeAll(async () => {
  sound = await run('sound', 0);
});

/** A copy of the sound run to be tampered with. */
function copy(name: string): string {
  const out = join(folder.path, name);
  cpSync(sound, out, { recursive: true });
  return out;
}

test('the tape of a run gives the same verdicts without a network', async () => {
  const { code, stdout } = await certconform(['verify', sound]);
  expect(stdout).toMatch(/^\nVERIFIED {2}tape, results and statement in .* agree: \d{2,} verdicts given again\n$/);
  expect(code).toBe(0);
});

test.each([
  ['the other dialect', 0, ['--dialect', 'alternate']],
  ['a fault', 1, ['--fault', 'person.update.body.firstName.maxLength.ignored']],
])('so does that of %s', async (name, code, options) => {
  const { findings, judged } = await verifyFolder(await run(name.replaceAll(' ', '-'), code, options));
  expect(findings).toEqual([]);
  expect(judged).toBeGreaterThan(20);
});

describe('nothing is changed unseen', () => {
  /** The same positions in every run of the tests. */
  const positions = (file: string, size: number, count: number): number[] =>
    Array.from(
      { length: count },
      (_, at) => createHash('sha256').update(`${file} ${at}`).digest().readUInt32BE(0) % size,
    );

  test.each([
    [TAPE_FILE, 240],
    ['results.ndjson', 240],
    ['statement.json', 30],
    ['statement.md', 4],
    ['badge.svg', 4],
    ['junit.xml', 4],
    ['ctrf.json', 4],
  ] as const)('no byte of %s', async (file, count) => {
    const out = copy(`flipped-${file}`);
    const path = join(out, file);
    const bytes = readFileSync(path);
    for (const at of positions(file, bytes.length, count)) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, flipped);
      const said = await verifyFolder(out).then(
        ({ findings }) => findings.length,
        // What is no JSON any more is refused in a sentence.
        (error: Error) => (error.name === 'UserError' ? 1 : 0),
      );
      expect(said, `byte ${at} of ${file}`).toBeGreaterThan(0);
    }
  });

  test('no verdict, though all digests were made to fit', async () => {
    const bad = await run('lost', 1, ['--fault', 'person.update.body.firstName.maxLength.ignored']);
    const results = join(bad, 'results.ndjson');
    const lines = readFileSync(results, 'utf8').split('\n');
    const nicer = lines.map((line) => line.replace('"verdict":"fail"', '"verdict":"pass"'));
    expect(nicer).not.toEqual(lines);
    writeFileSync(results, nicer.join('\n'));
    await coverUp(bad);
    const { findings } = await verifyFolder(bad);
    expect(findings[0]?.text).toMatch(/^person\.update\..*: pass by the results, fail by the tape\. /);
  });

  test('no exchange taken away', async () => {
    const out = copy('shortened');
    const file = join(out, TAPE_FILE);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const kept = lines.filter((line) => !line.includes('"check":"domain.suspend'));
    expect(kept.length).toBeLessThan(lines.length);
    writeFileSync(file, gzipSync(kept.join('\n')));
    await coverUp(out);
    const { findings } = await verifyFolder(out);
    expect(findings.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^It holds no PUT \/api\/domain\/v1\/\d+\/suspend of domain\.suspend/),
    );
  });

  test('no exchange added', async () => {
    const out = copy('lengthened');
    const file = join(out, TAPE_FILE);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const one = lines.find((line) => line.includes('"check":"domain.suspend')) ?? '';
    writeFileSync(file, gzipSync(`${lines.join('\n')}${one.replace(/"at":\d+/, '"at":999999')}\n`));
    await coverUp(out);
    const { findings } = await verifyFolder(out);
    expect(findings.map(({ text }) => text).join()).toMatch(/^It holds PUT http.*, which nothing asks for\.$/);
  });

  test.each([
    [
      'an exchange that is told',
      /"status":200/,
      '"status":201',
      /the exchange \w+ http.* is not as the tape has it\.$/,
    ],
    [
      'how many cases were judged',
      /"cases":\{"judged":\d+/,
      '"cases":{"judged":9999',
      /what it says of cases is not what the tape gives\.$/,
    ],
    ['the seed', /"seed":1,/, '"seed":2,', /^Its "seed" is not that of the tape\.$/],
    ['what was claimed', /"claims":\["ssl",/, '"claims":[', /^Its "claims" is not that of the tape\.$/],
    ['what was planned', /"requirements":\["[^"]+",/, '"requirements":[', /^Its "plan" is not that of the tape\.$/],
    ['the outcome', /"outcome":"conformant"/, '"outcome":"partial"', /^Its last record, of the outcome, is not what/],
    ['how many passed', /"counts":\{"fail":\d+/, '"counts":{"fail":7', /^Its last record, of the outcome, is not what/],
    ['a verdict that is not there', /\{"type":"result".*\n/, '', /by the tape, and not there\.$/],
  ])('not %s, though all digests were made to fit', async (name, what, instead, told) => {
    const out = copy(name.replaceAll(' ', '-'));
    const results = join(out, 'results.ndjson');
    const text = readFileSync(results, 'utf8');
    const changed = text.replace(what, instead);
    expect(changed).not.toBe(text);
    writeFileSync(results, changed);
    await coverUp(out);
    const { findings } = await verifyFolder(out);
    expect(findings.map((finding) => finding.text)).toContainEqual(expect.stringMatching(told));
  });
});

/** A copy of the sound run as another version would have left it: it judged one requirement less. */
function elsewhere(name: string): string {
  const out = copy(name);
  const results = join(out, 'results.ndjson');
  const text = readFileSync(results, 'utf8')
    .replace('"toolVersion":"', '"toolVersion":"0.0.')
    .replace('"person.update.success.status",', '')
    .replace(/("counts":\{[^}]*"pass":)(\d+)/, (_, before: string, count: string) => `${before}${Number(count) - 1}`);
  const lines = text.split('\n');
  const kept = lines.filter((line) => !line.includes('"requirement":"person.update.success.status"'));
  expect(kept.length).toBe(lines.length - 1);
  writeFileSync(results, kept.join('\n'));
  const file = join(out, TAPE_FILE);
  const taped = gunzipSync(readFileSync(file)).toString('utf8');
  writeFileSync(file, gzipSync(taped.replace('"toolVersion":"', '"toolVersion":"0.0.')));
  return out;
}

test('another version says so, and judges what the tape has ground for', async () => {
  const out = elsewhere('elsewhere');
  // The tape of it misses what one of our checks asks for.
  const file = join(out, TAPE_FILE);
  const taped = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  const held = taped.filter((line) => !line.includes('"check":"domain.suspend'));
  writeFileSync(file, gzipSync(held.join('\n')));
  await coverUp(out);
  const { findings, notes } = await verifyFolder(out);
  expect(findings).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^The run was judged by version 0\.0\./),
    '1 requirement is new since.',
    expect.stringMatching(/^\d+ requirements cannot be judged from this tape, /),
  ]);
});

test.each([
  [
    'statement.json',
    /"outcome": "conformant"/,
    '"outcome": "partial"',
    /^Its "outcome" is not what the results say\.$/,
  ],
  ['statement.json', /"seed": 1/, '"seed": 2', /^Its "seed" is not what the results say\.$/],
  ['results.ndjson', /"seed":1,/, '"seed":2,', /^Its "seed" is not that of the tape\.$/],
  ['results.ndjson', /"outcome":"conformant"/, '"outcome":"partial"', /^Its last record, of the outcome, is not what/],
])('another version’s %s is held against the rest all the same: %s', async (name, what, instead, told) => {
  const out = elsewhere(`elsewhere-${name}-${what.source.replaceAll(/\W+/g, '')}`);
  const alter = (): void => {
    const text = readFileSync(join(out, name), 'utf8');
    expect(text).toMatch(what);
    writeFileSync(join(out, name), text.replace(what, instead));
  };
  if (name !== 'statement.json') alter();
  await coverUp(out);
  if (name === 'statement.json') alter();
  const { findings } = await verifyFolder(out);
  expect(findings.map(({ text }) => text)).toContainEqual(expect.stringMatching(told));
});

test('what is no folder of a run is refused in one sentence', async () => {
  const { code, stderr } = await certconform(['verify', folder.path]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^certconform: verify .*: there is no statement\.json; .*\n$/),
  ]);
});

test('the exchanges can be exported as an HTTP Archive', async () => {
  const file = join(folder.path, 'sound.har');
  const { code, stdout } = await certconform(['export', 'har', sound, '--out', file]);
  expect(code, stdout).toBe(0);
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { version: string; entries: { request: { method: string; url: string }; response: { status: number } }[] };
  };
  expect(log.version).toBe('1.2');
  const taped = readTape<TapedRun>(sound).exchanges.filter(({ exchange }) => exchange !== undefined);
  expect(log.entries.map(({ request, response }) => [request.method, request.url, response.status])).toEqual(
    taped.map(({ exchange }) => [exchange?.request.method, exchange?.request.url, exchange?.response?.status ?? 0]),
  );
  const again = await certconform(['export', 'har', sound, '--out', file]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
});

test('a check can be replayed from the tape, when the server is long gone', async () => {
  const id = 'person.update.success';
  const { code, stdout } = await certconform(['replay', id, '--tape', sound]);
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(/^pass {2}person\.update\.success\.status/m);
  expect(stdout).toMatch(/^ +\d+ • PUT http:\/\/127\.0\.0\.1:\d+\/api\/person\/v2\/\d+\n(?: {4}.*\n)* {4}< 200 OK/m);
  const foreign = await certconform(['replay', 'ssl.list.success', '--tape', sound]);
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringMatching(/was not about ssl\.list\.success/)]);
  const both = await certconform(['replay', id, '--tape', sound, '--fault', 'x']);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--tape is a target of its own')]);
});

test('a failure is replayed from the tape by its own exchanges, and not at all from a tape that has lost them', async () => {
  const [group, check] = ['person.update', 'person.update.body-schema'];
  const id = `${group}.body.firstName.maxLength.refuses`;
  const bad = await run('to-replay', 1, ['--fault', id.replace('refuses', 'ignored')]);
  const replay = (): ReturnType<typeof certconform> => certconform(['replay', id, '--tape', bad]);
  const { code, stdout } = await replay();
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/^ +\d+ ✗ PUT .*\n(?: {4}.*\n)* {4}< 200 OK/m);
  const askers = [...stdout.matchAll(/^ {4}> X-Conformance-Check: (\S+)$/gm)].map(([, asker]) => asker);
  expect([askers.length > 10, new Set(askers)]).toEqual([true, new Set([group, check])]);
  const file = join(bad, TAPE_FILE);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  const others = lines.filter((line) => !line.startsWith(`{"type":"exchange","check":"${check}"`));
  expect(others.length).toBeLessThan(lines.length - 10);
  writeFileSync(file, gzipSync(others.join('\n')));
  const lost = await replay();
  expect([lost.code, lost.stdout]).toEqual([2, '']);
  expect(lost.stderr).toMatch(/^certconform: person\.update\S+ cannot be judged from the tape in .*: it holds no /);
});

test('known failures: begun from a run, green while they fail as noted, red when they are fixed, and taken out', async () => {
  const FAULT = ['--fault', 'person.update.body.firstName.maxLength.ignored'];
  const bad = await run('bad', 1, FAULT);
  const { stdout } = await certconform(['baseline', bad]);
  const file = join(folder.path, 'known.yaml');
  writeFileSync(file, stdout);
  const again = await certconform(['run', '--out', bad, ...SMALL, ...FAULT, '--known', file]);
  expect(again.stdout).toMatch(/^\nCONFORMANT BUT FOR KNOWN FAILURES for /);
  expect(again.stdout).toMatch(/^Exit code +0 \(known-failures\)$/m);
  expect(again.code).toBe(0);
  expect((await verifyFolder(bad)).findings).toEqual([]);
  const fixed = await certconform(['run', '--out', bad, ...SMALL, '--known', file]);
  expect(fixed.stdout).toContain('fixed: take it out');
  expect(fixed.code).toBe(1);
  const cleaned = await certconform(['run', '--out', bad, ...SMALL, '--known', file, '--fix']);
  expect(cleaned.stderr).toContain('taken out of');
  expect(cleaned.code).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('requirement:');
});

test('a run is signed and verified with keys as openssl writes them, and nobody else’s key will do', async () => {
  const out = copy('signed');
  const pem = (name: string): { secret: string; open: string } => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const files = { secret: join(folder.path, `${name}.pem`), open: join(folder.path, `${name}.pub.pem`) };
    writeFileSync(files.secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(files.open, publicKey.export({ type: 'spki', format: 'pem' }));
    return files;
  };
  const [own, other] = [pem('own'), pem('other')];
  expect((await verifyFolder(out, own.open)).findings[0]?.text).toMatch(/^It is missing; "certconform sign"/);
  const made = await certconform(['sign', out, '--key', own.secret]);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^WARNED {2}/)]);
  expect((await verifyFolder(out, own.open)).findings).toEqual([]);
  expect((await verifyFolder(out, other.open)).findings[0]?.text).toMatch(/No signature/);
  writeFileSync(join(out, 'results.ndjson'), 'x', { flag: 'a' });
  const late = await certconform(['sign', out, '--key', own.secret]);
  expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('Nothing was signed')]);
});
