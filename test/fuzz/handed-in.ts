/** What somebody hands in: the folder of a run, and files beside it, with something wrong that its digests agree with. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readKnown } from '../../cli/known.ts';
import { mergeInto } from '../../cli/learn/merge.ts';
import { verifyFolder } from '../../cli/verify.ts';
import { run } from '../../index.ts';
import { allureResultsOf } from '../../reports/allure/archive.ts';
import { appendPast, earlierRuns, pastOf } from '../../reports/history.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { outcomeTrend } from '../../reports/outcome-trend.ts';
import { readResults } from '../../reports/reader.ts';
import type { Reader } from './readers.ts';

/** A made run, to be copied and spoilt. */
export interface HandedIn {
  readonly folder: string;
  /** A copy of the run in which some files are others, and the statement names their digests. */
  copyWith(files: Readonly<Record<string, Uint8Array>>): string;
  [Symbol.dispose](): void;
}

const STATEMENT = 'statement.json';
const TAPE = 'tape.ndjson.gz';
const RESULTS = 'results.ndjson';

/** Makes a small run over the emulator. */
export async function handedIn(): Promise<HandedIn> {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-handed-'));
  const original = join(folder, 'run');
  await run({ only: ['mark.read.success.status'], depth: 'quick', out: original });
  let copies = 0;
  return {
    folder: original,
    copyWith(files) {
      const copy = join(folder, `copy-${copies++}`);
      cpSync(original, copy, { recursive: true });
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(copy, name), bytes);
      if (files[STATEMENT] === undefined) {
        const text = readFileSync(join(copy, STATEMENT), 'utf8');
        writeFileSync(
          join(copy, STATEMENT),
          digestsOf(copy).reduce((all, [was, is]) => all.replace(was, is), text),
        );
      }
      return copy;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };

  function digestsOf(copy: string): [string, string][] {
    return [TAPE, RESULTS].map((name) => [digest(join(original, name)), digest(join(copy, name))]);
  }
}

export function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The readers of what lies in such a folder, and of the files that a user is sent. */
export function readersOf({ folder, copyWith }: HandedIn): Reader[] {
  const tape = gunzipSync(readFileSync(join(folder, TAPE)));
  const spare = mkdtempSync(join(folder, '..', 'spare-'));
  const written = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(spare, name), bytes);
    return join(spare, name);
  };
  const verified = async (files: Readonly<Record<string, Uint8Array>>): Promise<void> => {
    const copy = copyWith(files);
    await verifyFolder(copy).finally(() => rmSync(copy, { recursive: true }));
  };
  const results = readResults(folder);
  appendPast(join(spare, 'history.jsonl'), results, outcomeOf(results.results));
  mkdirSync(join(spare, 'run'));
  return [
    {
      name: "a run's statement",
      good: readFileSync(join(folder, STATEMENT)),
      refusals: ['UserError'],
      read: (bytes) => verified({ [STATEMENT]: bytes }),
    },
    {
      name: "a run's tape",
      good: tape,
      refusals: ['UserError'],
      read: (bytes) => verified({ [TAPE]: gzipSync(bytes) }),
    },
    {
      name: "a run's results",
      good: readFileSync(join(folder, RESULTS)),
      refusals: ['UserError'],
      read: (bytes) => verified({ [RESULTS]: bytes }),
    },
    {
      name: 'known failures',
      good: Buffer.from(
        '- requirement: mark.read.success.status\n  seen: status 201\n  reason: &why known\n  ticket: *why\n',
      ),
      refusals: ['UserError'],
      read: (bytes) => readKnown(written('known.yaml', bytes), [{ id: 'mark.read.success.status' }]),
    },
    {
      name: 'suggestions',
      good: Buffer.from(
        'fixtures:\n  person: [{ ids: { id: 1 } }]\ndialect:\n  answers: { ssl.list.identity: /sslId }\n',
      ),
      refusals: ['UserError'],
      read: (bytes) => mergeInto('name: a\n', Buffer.from(bytes).toString('utf8'), 'suggested.yaml'),
    },
    {
      name: 'history',
      good: readFileSync(join(spare, 'history.jsonl')),
      refusals: [],
      read: (bytes) => {
        const file = written('history.jsonl', bytes);
        pastOf(file, 'reference emulator');
        return outcomeTrend(earlierRuns(file, 'reference emulator'));
      },
    },
    {
      name: "Allure's archive",
      good: ustar('allure-results/a-result.json', '{}'),
      refusals: ['Error'],
      read: (bytes) => {
        written('run/allure-results.tar.gz', gzipSync(bytes));
        return allureResultsOf(join(spare, 'run'));
      },
    },
  ];
}

/** An archive of one file. */
export function ustar(name: string, content: string, size = content.length.toString(8).padStart(11, '0')): Buffer {
  const archive = Buffer.alloc(3 * 512);
  archive.write(name, 0);
  archive.write(size, 124);
  archive.write(content, 512);
  return archive;
}
