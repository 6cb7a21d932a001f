/** A run can be judged again by whoever has its folder: verified, replayed, exported, signed, and held against known failures. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import type { TapedRun } from '../../suites/runner/tape.ts';
import { readTape } from '../../target/index.ts';
import { alterTape, FAULT, findingsOf, SMALL, soundRun, withoutLines } from './sound-run.ts';
import { certconform } from './support.ts';

const { path: folder, sound, run, copy } = soundRun('verify');

test('the tape of a run gives the same verdicts without a network', async () => {
  const { code, stdout } = await certconform(['verify', sound]);
  expect(stdout).toMatch(/^\nVERIFIED {2}tape, results and statement in .* agree: \d{2,} verdicts given again\n$/);
  expect(code).toBe(0);
});

test.each([
  ['the other dialect', 0, ['--dialect', 'alternate']],
  ['a fault', 1, FAULT],
])('so does that of %s', async (name, code, options) => {
  const { findings, judged } = await verifyFolder(await run(name.replaceAll(' ', '-'), code, options));
  expect(findings).toEqual([]);
  expect(judged).toBeGreaterThan(20);
});

test('what is no folder of a run is refused in one sentence', async () => {
  const { code, stderr } = await certconform(['verify', folder]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^certconform: verify .*: there is no statement\.json; .*\n$/),
  ]);
});

test('the exchanges can be exported as an HTTP Archive', async () => {
  const file = join(folder, 'sound.har');
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
  const bad = await run('to-replay', 1, FAULT);
  const replay = (): ReturnType<typeof certconform> => certconform(['replay', id, '--tape', bad]);
  const { code, stdout } = await replay();
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/^ +\d+ ✗ PUT .*\n(?: {4}.*\n)* {4}< 200 OK/m);
  const askers = [...stdout.matchAll(/^ {4}> X-Conformance-Check: (\S+)$/gm)].map(([, asker]) => asker);
  expect([askers.length > 10, new Set(askers)]).toEqual([true, new Set([group, check])]);
  alterTape(bad, withoutLines(`{"type":"exchange","check":"${check}"`));
  const lost = await replay();
  expect([lost.code, lost.stdout]).toEqual([2, '']);
  expect(lost.stderr).toMatch(/^certconform: person\.update\S+ cannot be judged from the tape in .*: it holds no /);
});

test('known failures: begun from a run, green while they fail as noted, red when they are fixed, and taken out', async () => {
  const bad = await run('bad', 1, FAULT);
  const { stdout } = await certconform(['baseline', bad]);
  const file = join(folder, 'known.yaml');
  writeFileSync(file, stdout);
  const again = await certconform(['run', '--out', bad, ...SMALL, ...FAULT, '--known', file]);
  expect(again.stdout).toMatch(/^\nCONFORMANT BUT FOR KNOWN FAILURES for /);
  expect(again.stdout).toMatch(/^Exit code +0 \(known-failures\)$/m);
  expect(again.code).toBe(0);
  expect(await findingsOf(bad)).toEqual([]);
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
    const files = { secret: join(folder, `${name}.pem`), open: join(folder, `${name}.pub.pem`) };
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
