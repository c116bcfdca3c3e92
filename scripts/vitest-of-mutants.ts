import { defineConfig } from 'vitest/config';

/** The tests that scripts/mutants.ts runs against each change. */
export default defineConfig({
  test: {
    isolate: false,
    // Which tags there are is the business of vitest.config.ts.
    strictTags: false,
    testTimeout: 30_000,
    include: (process.env['MUTANTS_TESTS'] ?? '').split(' '),
    env: { TEST_ENGINE: 'sqlite' },
  },
});
