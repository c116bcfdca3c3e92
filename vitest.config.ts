import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A test that holds a requirement of docs/conformance has its id as a tag; a tag that is no requirement is an error. */
const requirements = globSync('docs/conformance/*.md').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^- \*\*([A-Z]+-[\d.]+)\*\*/gm)].map(([, name = '']) => ({ name })),
);

/** Once is enough for them: they start what they need, or run no part of the server in their own process. */
const withoutServer = [
  'server/database/postgres.test.ts',
  'test/architecture.test.ts',
  'test/backups-under-load.test.ts',
  'test/billing-rooms.test.ts',
  'test/configuration.test.ts',
  'test/deployment.test.ts',
  'test/first-render.test.ts',
  'test/loaded-at-start.test.ts',
  'test/postgres-restarts.test.ts',
  'test/process.test.ts',
  'test/upgrade-command.test.ts',
  'test/several-processes.test.ts',
];
/** Long, and the engine of the database makes no difference to what takes the time. */
const onOneEngine = [
  'server/backup/damaged-backup.test.ts',
  'server/backup/repository.test.ts',
  'server/features/classroom/object-store.test.ts',
  'server/features/classroom/video/renditions.test.ts',
  'test/hostile-requests.test.ts',
  'test/object-store-outage.test.ts',
];
/** Proofs with programs of their own, which `npm test` runs only by name. */
const proofs = ['test/deploy/**/*.test.ts'];
const server = { include: ['server/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...withoutServer, ...proofs] };

export default defineConfig({
  test: {
    tags: requirements,
    maxWorkers: 2,
    // Files share what they import: loading the whole server again for each would be half of the work.
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
          exclude: [...server.exclude, ...onOneEngine],
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
      { extends: true, test: { name: 'proofs', include: proofs, testTimeout: 120_000, hookTimeout: 20 * 60_000 } },
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
