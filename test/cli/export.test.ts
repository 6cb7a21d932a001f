/** What `certconform export` and `list` give to others. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { certconform, temporaryFolder } from './support.ts';

type Json = Record<string, unknown>;

test('one description in YAML and JSON, of both versions, to the output and to a file', async () => {
  const folder = temporaryFolder();
  const [yaml, json, older] = await Promise.all([
    certconform(['export', 'openapi', '--dialect', 'alternate']),
    certconform(['export', 'openapi', '--dialect', 'alternate', '--format', 'json', '--out', join(folder, 'api.json')]),
    certconform(['export', 'openapi', '--3.0', '--format', 'json']),
  ]);
  expect([yaml.code, json.code, older.code], yaml.stderr + json.stderr + older.stderr).toEqual([0, 0, 0]);
  expect(json.stdout).toBe(`${join(folder, 'api.json')}\n`);
  expect(parse(yaml.stdout)).toEqual(JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8')));
  // A reader of YAML 1.1 finds texts where ours are.
  expect(parse(yaml.stdout, { version: '1.1' })).toEqual(parse(yaml.stdout));
  expect((JSON.parse(older.stdout) as Json)['openapi']).toBe('3.0.3');
  const again = await certconform(['export', 'openapi', '--out', join(folder, 'api.json')]);
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/exists already/);
});

test('an own dialect is described, and what 3.0 cannot say of it is told', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'own.overlay.yaml'),
    `overlay: 1.0.0
info: { title: own, version: 1.0.0 }
actions:
  - target: $.components.schemas.LocationCreateUpdateRequest
    update: { type: object, patternProperties: { "^[a-z]+$": { type: string } } }
`,
  );
  writeFileSync(join(folder, 'own.yaml'), 'name: mine\noverlay: own.overlay.yaml\nanswers: { refusal.role: 403 }\n');
  const { code, stdout, stderr } = await certconform([
    'export',
    'openapi',
    '--3.0',
    '--dialect',
    join(folder, 'own.yaml'),
  ]);
  expect(code, stderr).toBe(0);
  const document = parse(stdout) as { info: Json; paths: Record<string, { put: { responses: Json } }> };
  expect(document.info['description']).toContain('`mine`');
  expect(Object.keys(document.paths['/api/domain/v1/{id}/suspend']?.put.responses ?? {})).toContain('403');
  expect(stderr).toMatch(/LocationCreateUpdateRequest\/patternProperties: OpenAPI 3\.0 has no "patternProperties"/);
});

test('the registers in JSON, CSV and Markdown', async () => {
  for (const what of ['requirements', 'silences'] as const) {
    const [json, csv, markdown, listed] = await Promise.all([
      ...['json', 'csv', 'markdown'].map((format) => certconform(['export', what, '--format', format])),
      certconform(['list', what, '--json']),
    ]);
    const rows = JSON.parse(json?.stdout ?? '') as { id: string; answer?: unknown }[];
    expect(rows.map(({ id }) => id)).toEqual(
      (JSON.parse(listed?.stdout ?? '') as { id: string }[]).map(({ id }) => id),
    );
    const records = recordsOf(csv?.stdout ?? '');
    expect(records[0]).toEqual(Object.keys(rows[0] ?? {}));
    expect(records.slice(1).map(([id]) => id)).toEqual(rows.map(({ id }) => id));
    expect(new Set(records.map(({ length }) => length)).size).toBe(1);
    for (const { id } of rows) expect(markdown?.stdout).toContain(`\`${id}\``);
  }
  const silences = JSON.parse((await certconform(['export', 'silences'])).stdout) as Json[];
  expect(silences.find(({ id }) => id === 'refusal.role')).toMatchObject({ answer: 400, standing: 'assumed' });
});

/** The records of a CSV file, read by the book (RFC 4180). */
function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

test('silences are listed with their readings', async () => {
  const { stdout } = await certconform(['list', 'silences']);
  expect(stdout).toMatch(/^refusal\.role\n {4}4\.10, answerable: /m);
  expect(stdout).toMatch(/^ {4}- /m);
});

test.each([
  [['openapi', '--dialect', 'missing'], /neither a built-in dialect .* nor a file/],
  [['openapi', '--format', 'toml'], /Allowed choices are yaml, json/],
  [['requirements', '--format', 'yaml'], /Allowed choices are json, csv, markdown/],
  [['postman'], /unknown command 'postman'/],
  [['har'], /missing required argument 'dir'/],
])('export %j is told in one sentence', async (words, sentence) => {
  const { code, stderr } = await certconform(['export', ...words]);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(existsSync('missing')).toBe(false);
});
