/** Nothing in the folder of a run can be changed unseen, by this version or another. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import { TAPE_FILE } from '../../target/index.ts';
import { coverUp } from './forgery.ts';
import { alter, alterTape, FAULT, findingsOf, soundRun, withoutLines } from './sound-run.ts';

const { run, copy } = soundRun('tampered');

/** The same positions in every run of the tests. */
function positions(file: string, size: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, at) => createHash('sha256').update(`${file} ${at}`).digest().readUInt32BE(0) % size,
  );
}

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
  const bad = await run('lost', 1, FAULT);
  alter(bad, 'results.ndjson', (text) => text.replaceAll('"verdict":"fail"', '"verdict":"pass"'));
  await coverUp(bad);
  expect((await findingsOf(bad))[0]).toMatch(/^person\.update\..*: pass by the results, fail by the tape\. /);
});

test('no exchange taken away', async () => {
  const out = copy('shortened');
  alterTape(out, withoutLines('"check":"domain.suspend'));
  await coverUp(out);
  expect(await findingsOf(out)).toContainEqual(
    expect.stringMatching(/^It holds no PUT \/api\/domain\/v1\/\d+\/suspend of domain\.suspend/),
  );
});

test('no exchange added', async () => {
  const out = copy('lengthened');
  alterTape(out, (text) => {
    const one = text.split('\n').find((line) => line.includes('"check":"domain.suspend')) ?? '';
    return `${text}${one.replace(/"at":\d+/, '"at":999999')}\n`;
  });
  await coverUp(out);
  expect((await findingsOf(out)).join()).toMatch(/^It holds PUT http.*, which nothing asks for\.$/);
});

const OUTCOME = /^Its last record, of the outcome, is not what/;

test.each([
  ['an exchange that is told', /"status":200/, '"status":201', /the exchange \w+ http.* is not as the tape has it\.$/],
  [
    'how many cases were judged',
    /"cases":\{"judged":\d+/,
    '"cases":{"judged":9999',
    /what it says of cases is not what the tape gives\.$/,
  ],
  ['the seed', /"seed":1,/, '"seed":2,', /^Its "seed" is not that of the tape\.$/],
  ['what was claimed', /"claims":\["ssl",/, '"claims":[', /^Its "claims" is not that of the tape\.$/],
  ['what was planned', /"requirements":\["[^"]+",/, '"requirements":[', /^Its "plan" is not that of the tape\.$/],
  ['the outcome', /"outcome":"conformant"/, '"outcome":"partial"', OUTCOME],
  ['how many passed', /"counts":\{"fail":\d+/, '"counts":{"fail":7', OUTCOME],
  ['a verdict that is not there', /\{"type":"result".*\n/, '', /by the tape, and not there\.$/],
])('not %s, though all digests were made to fit', async (name, what, instead, told) => {
  const out = copy(name.replaceAll(' ', '-'));
  alter(out, 'results.ndjson', (text) => text.replace(what, instead));
  await coverUp(out);
  expect(await findingsOf(out)).toContainEqual(expect.stringMatching(told));
});

/** A copy of the sound run as another version would have left it: it judged one requirement less. */
function elsewhere(name: string): string {
  const out = copy(name);
  const older = (text: string): string => text.replace('"toolVersion":"', '"toolVersion":"0.0.');
  alter(out, 'results.ndjson', (text) =>
    withoutLines('"requirement":"person.update.success.status"')(
      older(text)
        .replace('"person.update.success.status",', '')
        .replace(
          /("counts":\{[^}]*"pass":)(\d+)/,
          (_, before: string, count: string) => `${before}${Number(count) - 1}`,
        ),
    ),
  );
  alterTape(out, older);
  return out;
}

test('another version says so, and judges what the tape has ground for', async () => {
  const out = elsewhere('elsewhere');
  // The tape of it misses what one of our checks asks for.
  alterTape(out, withoutLines('"check":"domain.suspend'));
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
  ['results.ndjson', /"outcome":"conformant"/, '"outcome":"partial"', OUTCOME],
])('another version’s %s is held against the rest all the same: %s', async (name, what, instead, told) => {
  const out = elsewhere(`elsewhere-${name}-${what.source.replaceAll(/\W+/g, '')}`);
  const change = (): void => alter(out, name, (text) => text.replace(what, instead));
  if (name !== 'statement.json') change();
  await coverUp(out);
  if (name === 'statement.json') change();
  expect(await findingsOf(out)).toContainEqual(expect.stringMatching(told));
});
