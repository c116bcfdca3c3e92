import { defineConfig } from 'vitest/config';

/** The tests that scripts/mutants.ts runs against each change. */
export default defineConfig({
  test: {
    isolate: false,
    // Which tags there are is the business of vitest.config.ts.
    strictTags: false,
    testTimeout: 30_000,
    include: (process.env['MUTANTS_TESTS'] ?? '').split(' '),
    // What pages store, without a browser, which would be started for each change.
    execArgv: ['--experimental-webstorage', '--localstorage-file=:memory:'],
    env: { TEST_ENGINE: 'sqlite' },
  },
});
