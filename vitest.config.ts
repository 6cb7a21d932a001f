import { defineConfig } from 'vitest/config';

/** The tests of the suite itself. The suites under suites/ are driven by the command line, never by this configuration. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
