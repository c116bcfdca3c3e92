import { defineConfig } from 'vitest/config';

const server = ['server/**/*.test.ts', 'test/**/*.test.ts'];

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'sqlite', include: server, env: { TEST_ENGINE: 'sqlite' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: server,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'plain', include: ['contract/**/*.test.ts', 'sandbox/**/*.test.ts', 'samples/**/*.test.ts'] },
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
