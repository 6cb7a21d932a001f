import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../target/index.ts';
import { begin, certconform, emulatorProcess, temporaryFolder } from './support.ts';

test.each(['SIGINT', 'SIGTERM'] as const)(
  'it prints where it is and a profile that works, and ends on %s',
  async (signal) => {
    const folder = temporaryFolder();
    const { profile, running } = await emulatorProcess(folder);
    const said = await running.until('Stop with');
    const { admin, legacy } = loadProfile(profile);
    expect(said).toContain(admin?.url);
    expect(said).toContain(legacy?.url);
    expect(said).toContain('Legacy login');
    const listed = await fetch(`${admin?.url}/api/ssl/v2?size=1`, {
      headers: { Authorization: `Bearer ${/Bearer \(MRAO\) +(\S+)/.exec(said)?.[1]}` },
    });
    expect(listed.status).toBe(200);
    running.child.kill(signal);
    expect(await running.finished).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(`${admin?.url}/api/ssl/v2`)).rejects.toThrow();
  },
);

test('without a file the whole output is a profile', async () => {
  const running = begin(['emulator']);
  await running.until('login:');
  running.child.kill('SIGTERM');
  const { stdout, code } = await running.finished;
  expect(code).toBe(0);
  const { parseProfile } = await import('../../target/index.ts');
  expect(parseProfile(stdout, 'output', '/').fixtures.length).toBeGreaterThan(100);
});

test.each([
  ['a port that is taken', (port: string) => ['--port', port]],
  ['a bad port', () => ['--port', '70000']],
  ['an unknown fault', () => ['--fault', 'no-such-fault']],
  ['an unknown dialect', () => ['--dialect', 'klingon']],
  ['a file that cannot be written', () => ['--profile', join('/proc', 'x', 'y.yaml')]],
])('%s: one sentence', async (_, options) => {
  const { profile } = await emulatorProcess(temporaryFolder());
  const port = new URL(loadProfile(profile).admin?.url ?? '').port;
  const { code, stderr } = await certconform(['emulator', ...options(port)]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^certconform: [^\n]+\n$/);
});
