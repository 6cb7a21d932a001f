/** A target in another process: the same verdicts as the embedded one, and its troubles in one sentence each. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdictOf } from '../../reports/outcome.ts';
import { readResults } from '../../reports/reader.ts';
import { certconform, emulatorProcess, type Finished, type OtherProcess, temporaryFolder } from './support.ts';

const folder = temporaryFolder('target');
let emulator: OtherProcess;

beforeAll(async () => {
  emulator = await emulatorProcess(folder.path);
});
afterAll(async () => {
  await emulator.stop();
  folder.remove();
});

const QUICK = ['--depth', 'quick', '--no-html'];

test('the same verdicts as on the embedded emulator', async () => {
  const only = ['--only', 'ssl', 'person', 'domain'];
  const verdicts = async (name: string, options: readonly string[]): Promise<string[]> => {
    const out = join(folder.path, name);
    const { code, stdout, stderr } = await certconform(['run', ...options, ...QUICK, ...only, '--out', out]);
    expect(code, stdout + stderr).toBe(0);
    return readResults(out)
      .results.map((result) => `${result.requirement} ${verdictOf(result)}`)
      .sort();
  };
  const [embedded, other] = [await verdicts('embedded', []), await verdicts('other', ['--target', emulator.profile])];
  expect(other.length).toBeGreaterThan(300);
  expect(other).toEqual(embedded);
});

/** One sentence about the user's fault: what, where, how to mend. */
function expectSentence({ code, stderr, stdout }: Finished, words: RegExp): void {
  expect(code, stdout + stderr).toBe(2);
  const lines = stderr.trim().split('\n');
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  expect(stderr).not.toContain('fault of certconform itself');
  expect(stderr).toMatch(words);
  // A near miss may be followed by a guess in brackets.
  expect(lines.filter((line) => !/^\(Did you mean .*\)$/.test(line)).length, stderr).toBe(1);
}

describe('a fault of the user is one sentence and exit code 2', () => {
  const run = (...options: string[]): Promise<Finished> =>
    certconform(['run', ...QUICK, '--out', join(folder.path, 'fault'), ...options]);
  const changed = (name: string, from: RegExp, to: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, readFileSync(emulator.profile, 'utf8').replace(from, to));
    return path;
  };

  test('a wrong token', async () => {
    expectSentence(
      await run('--target', changed('token.yaml', /bearer: \S+/, 'bearer: not.a.token')),
      /401.*admin\.bearer/,
    );
  });

  test('a server that does not run', async () => {
    expectSentence(
      await run('--target', changed('stopped.yaml', /url: http:\S+/, 'url: http://127.0.0.1:9')),
      /no answer.*admin\.url/,
    );
  });

  test('a profile with an unknown member', async () => {
    expectSentence(await run('--target', changed('member.yaml', /^admin:/m, 'admni:')), /member\.yaml.*admni/);
  });

  test('a profile that is no YAML', async () => {
    expectSentence(await run('--target', changed('text.yaml', /^/, '{[')), /text\.yaml/);
  });

  test('a profile that is not there', async () => {
    expectSentence(await run('--target', join(folder.path, 'nowhere.yaml')), /nowhere\.yaml/);
  });

  test('a wrong setting', async () => {
    expectSentence(await run('--target', emulator.profile, '--set', 'limits.concurrency=many'), /concurrency/);
  });

  test('an unknown option', async () => {
    expectSentence(await run('--taget', 'x.yaml'), /unknown option.*--taget/);
  });

  test('an option with a wrong value', async () => {
    expectSentence(await run('--depth', 'bottomless'), /depth/);
    expectSentence(await run('--seed', 'seven'), /whole number/);
  });

  test('an unknown choice', async () => {
    expectSentence(await run('--only', 'sssl'), /--only sssl/);
  });

  test('an unknown dialect, fault and check', async () => {
    expectSentence(await run('--dialect', 'klingon'), /klingon/);
    expectSentence(await run('--fault', 'no.such.fault'), /no\.such\.fault/);
    expectSentence(await certconform(['replay', 'no.such.check']), /no\.such\.check/);
  });

  test('an unknown command', async () => {
    expectSentence(await certconform(['rum']), /unknown command/);
  });
});
