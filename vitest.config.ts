import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Tests that run whole suites many times, or wait for what a broken or slow target does: some 25 minutes of work, so they
 * have a command of their own (`npm run test:e2e`).
 */
const END_TO_END = [
  'test/hostile/**/*.test.ts',
  'test/redaction/whole-runs.test.ts',
  'test/cli/{restore,plan,doctor,preflight}.test.ts',
  'test/run/{seed,miniature,left-as-it-was,target,three-runs,verify}.test.ts',
  'test/{cli,run,suites,description,independent,site,pipelines}/**/*.e2e.test.ts',
  'test/suites/legacy/conforming.test.ts',
  'test/suites/checks/link-addresses.test.ts',
];

/** The tests of the suite itself. The suites under suites/ are driven by the command line, never by this configuration. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'e2e' ? END_TO_END : ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(mode === 'e2e' ? [] : END_TO_END)],
    // Runs leave their journals there; not in that of whoever runs the tests.
    env: { XDG_STATE_HOME: join(tmpdir(), 'certconform-tests') },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Real processes and sockets on a busy machine: a test that fails for want of time may try again.
    retry: 1,
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 4,
  },
}));
