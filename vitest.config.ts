import { defineConfig } from 'vitest/config';

/** Once is enough for them: they run no part of the server in their own process. */
const withoutServer = [
  'test/architecture.test.ts',
  'test/configuration.test.ts',
  'test/first-render.test.ts',
  'test/process.test.ts',
];
/** Long, and the engine of the database makes no difference to what takes the time. */
const onOneEngine = ['server/features/lectures/conversion.test.ts'];
const server = { include: ['server/**/*.test.ts', 'test/**/*.test.ts'], exclude: withoutServer };

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Files share what they import: to read the whole server anew for each would be half of the work.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'sqlite', ...server, env: { TEST_ENGINE: 'sqlite' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...server,
          exclude: [...withoutServer, ...onOneEngine],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['{contract,sandbox,samples,scripts,bench}/**/*.test.ts', ...withoutServer],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup/web.ts'],
        },
      },
    ],
  },
});
