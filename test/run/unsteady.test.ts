/** A server that fails once and not again: told as unsteady where the run asks again, and as a failure where it does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import { readResults } from '../../reports/reader.ts';
import { certconform, emulatorProcess, profileData, temporaryFolder, writeProfile } from '../cli/support.ts';
import { proxyTo } from '../suites/proxy.ts';

test('what does not fail each time warns, with both exchanges, and the tape says so again', async ({
  onTestFinished,
}) => {
  const folder = temporaryFolder();
  const { profile } = await emulatorProcess(folder);
  const data = profileData(profile) as { admin: { url: string } };
  let wrong = 0;
  let asked = 0;
  const proxy = await proxyTo(data.admin.url, (passing) => {
    if (asked++ < wrong && passing.status === 200) passing.status = 203;
  });
  onTestFinished(() => proxy.close());
  const target = writeProfile(folder, { ...data, admin: { ...data.admin, url: proxy.url } });
  const out = join(folder, 'run');
  const run = (...options: string[]): ReturnType<typeof certconform> => {
    const only = ['--only', 'person.read.success.status', ...options];
    return certconform(['run', '--target', target, '--out', out, '--no-html', '--depth', 'quick', ...only]);
  };
  expect((await run()).code).toBe(0);
  // All that a run asks at first is answered wrongly, and what it asks again is not.
  wrong = asked;
  asked = 0;
  // A target that is at rest otherwise would fail again.
  const failed = await run();
  expect(failed.code, failed.stdout).toBe(1);
  asked = 0;
  const { code, stdout } = await run('--repeat-failures', '2');
  expect(code, stdout).toBe(0);
  const [result] = readResults(out).results;
  expect(result).toMatchObject({ verdict: 'warn', failure: { unsteady: { failed: 1, of: 2 } } });
  const statuses = [result?.failure?.exchange, result?.failure?.unsteady?.exchange];
  expect(statuses.map((exchange) => exchange?.response?.status)).toEqual([203, 200]);
  expect(await verifyFolder(out)).toMatchObject({ findings: [], judged: 1 });
  const statement: unknown = JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8'));
  expect(statement).toMatchObject({ warnings: [{ unsteady: { failed: 1, of: 2 } }] });
  expect(readFileSync(join(out, 'statement.md'), 'utf8')).toContain('\n- unsteady: it failed 1 of 2 times\n');
  wrong = Number.POSITIVE_INFINITY;
  expect((await run('--repeat-failures', '2')).code).toBe(1);
});
