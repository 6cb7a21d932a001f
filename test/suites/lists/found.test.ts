/** Certificates that the target itself shows are known to the run: to name them in reports, never to touch them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../emulator/index.ts';
import type { Result } from '../../../reports/model.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Contract } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { certificatesIn } from '../../../suites/lists/found.ts';
import { certconform, temporaryFolder, writeProfile } from '../../cli/support.ts';

let contract: Contract;
let emulator: Emulator;

beforeAll(async () => {
  contract = await loadContract({ validate: false });
  emulator = await startEmulator({ contract });
});

afterAll(() => emulator.close());

const listOf = (body: string, status = 200): Exchange => ({
  request: { method: 'GET', url: 'http://127.0.0.1/api/ssl/v2', headers: [] },
  response: {
    status,
    headers: [['content-type', 'application/json']],
    body,
    encoding: 'utf8',
    bytes: body.length,
  },
  startedAt: 0,
  durationMs: 1,
});

test.each([
  ['by the member that the dialect names', '[{"sslId":7},{"sslId":"a-9"}]', [7, 'a-9']],
  ['no more than a few', JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((sslId) => ({ sslId }))), [1, 2, 3, 4, 5]],
  ['none where an entry has no such member', '[{"sslId":7},{"id":8}]', []],
  ['none where it is not each entry’s own', '[{"sslId":7},{"sslId":7}]', []],
  ['none where it is no id', '[{"sslId":7.5}]', []],
  ['none in what is no list', '{"sslId":7}', []],
  ['none in what is no JSON', '[{"sslId":7}', []],
])('certificates are found %s', (_, body, ids) => {
  expect(certificatesIn(contract, listOf(body))).toEqual(
    ids.map((sslId) => ({ kind: 'ssl-certificate', ids: { sslId }, traits: {} })),
  );
});

test('none are found in a refusal, nor by a dialect that names no member', async () => {
  expect(certificatesIn(contract, listOf('[{"sslId":7}]', 403))).toEqual([]);
  const silent = await loadContract({ validate: false, dialect: { base: 'none' } });
  expect(certificatesIn(silent, listOf('[{"sslId":7}]'))).toEqual([]);
});

test('a run without a certificate says which the target shows, and leaves them alone', async () => {
  emulator.reset();
  const before = JSON.stringify(emulator.dump());
  const folder = temporaryFolder();
  const { admin } = emulator.profile() as { admin: object };
  const profile = writeProfile(folder, { admin, effects: 'modify' });
  const out = join(folder, 'out');
  await certconform(['run', '--target', profile, '--out', out, '--no-html', '--only', 'ssl.update.success.status']);
  const results = readFileSync(join(out, 'results.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"verdict"') ? [JSON.parse(line) as Result] : []));
  const missing = results.find(({ requirement }) => requirement === 'ssl.update.success.status');
  expect(missing?.verdict).toBe('inconclusive');
  expect(missing?.reason).toMatch(
    /^The profile has no fixture of kind ssl-certificate, though the target shows some \(1001, \d+.*\); add one under fixtures\.ssl-certificate with allow: modify\.$/,
  );
  expect(JSON.stringify(emulator.dump())).toBe(before);
});

test('the doctor names them, as they would stand in the profile', async () => {
  const { admin } = emulator.profile() as { admin: object };
  const profile = writeProfile(temporaryFolder(), { admin });
  const { stdout } = await certconform(['doctor', '--target', profile, '--json']);
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; text: string; hint?: object }[] };
  const found = findings.find(({ subject }) => subject === 'fixtures.ssl-certificate');
  expect(found?.text).toMatch(/^The profile has none; the SSL list shows 1001, .* add it\.$/);
  expect(JSON.stringify(found?.hint)).toContain('1001');
});
