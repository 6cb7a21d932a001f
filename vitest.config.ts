import { defineConfig } from 'vitest/config';

/** The tests of the suite itself. The suites under suites/ are driven by the command line, never by this configuration. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Real processes and sockets on a busy machine: a test that fails for want of time may try again.
    retry: 2,
    pool: 'forks',
    maxWorkers: 2,
  },
});
