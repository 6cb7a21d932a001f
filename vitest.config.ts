import { defineConfig } from 'vitest/config';

/** Tests that run whole suites or processes: minutes of work, so they have a command of their own (`npm run test:e2e`). */
const END_TO_END = [
  'test/run/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/hostile/**/*.test.ts',
  'test/redaction/**/*.test.ts',
  'test/suites/**/*.e2e.test.ts',
  'test/suites/legacy/{conforming,faults,throttle,unlike}.test.ts',
  'test/spec/vendor-run.test.ts',
];

/** The tests of the suite itself. The suites under suites/ are driven by the command line, never by this configuration. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'e2e' ? END_TO_END : ['test/**/*.test.ts'],
    exclude: mode === 'e2e' ? [] : END_TO_END,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Real processes and sockets on a busy machine: a test that fails for want of time may try again.
    retry: 2,
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 4,
  },
}));
