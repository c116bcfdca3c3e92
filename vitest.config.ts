import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { languageMacros } from './scripts/languages/macros.ts';
import { languageWords } from './scripts/languages/words.ts';
import { readRequirements } from './scripts/requirements.ts';

const thatBegin = (pattern: string, line: string): string[] =>
  globSync(pattern).filter((file) => readFileSync(file, 'utf8').startsWith(line));

/** Once is enough for them: they start what they need, or run no part of the server in their own process. */
const withoutServer = [
  'server/database/migrate.test.ts',
  'server/database/postgres.test.ts',
  'test/architecture.test.ts',
  'test/backups-under-load.test.ts',
  'test/billing-rooms.test.ts',
  'test/billing/open-histories/crossed-processes.test.ts',
  'test/billing/races/races.test.ts',
  'test/configuration.test.ts',
  'test/deployment.test.ts',
  'test/first-render.test.ts',
  'test/loaded-at-start.test.ts',
  'test/postgres-restarts.test.ts',
  'test/process.test.ts',
  'test/upgrade-command.test.ts',
  'test/security.test.ts',
  'test/start.test.ts',
  'test/several-processes.test.ts',
];
/** They measure a thread: what the files before left in its heap would be collected at their cost. */
const inThreadsOfTheirOwn = ['test/held-thread.test.ts'];
/** The engine of the database makes no difference to what they are about, or to what takes their time. */
const onOneEngine = [
  'server/{environment,http,images,pdf,processes,video}/**/*.test.ts',
  'server/backup/damaged-backup.test.ts',
  'server/backup/repository.test.ts',
  'server/features/accounts/avatar.test.ts',
  'server/features/accounts/shared-address.test.ts',
  'server/features/accounts/passwords.test.ts',
  'server/features/classroom/object-store.test.ts',
  'server/features/classroom/playback/media-token.test.ts',
  'server/features/classroom/video/renditions.test.ts',
  'server/features/school/backups/backup-schedule.test.ts',
  'server/storage/{disk,s3}.test.ts',
  'test/contract.test.ts',
  ...inThreadsOfTheirOwn,
  'test/hostile-requests.test.ts',
  'test/hostile-socket.test.ts',
  'test/object-store-outage.test.ts',
  'test/openapi.test.ts',
  'test/school-exports.test.ts',
];
/** What differs between the engines: these run on both. `npm test -- long` runs the others on PostgreSQL too, see decision 092. */
const onBothEngines = thatBegin('{server,test}/**/*.test.ts', '// @module-tag both');
/** The pages' tests that need a document: to make one takes longer than most of the others. */
const withDocument = ['web/**/*.test.tsx', ...thatBegin('web/**/*.test.ts', '// @vitest-environment jsdom')];
/** Proofs with programs of their own, which `npm test` runs only by name. */
const proofs = ['test/{browsers,deploy}/**/*.test.ts'];
const server = { include: ['server/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...withoutServer, ...proofs] };
const onPostgres = { env: { TEST_ENGINE: 'postgres' }, globalSetup: ['test/setup/postgres.ts'] };

export default defineConfig({
  plugins: [languageMacros, languageWords],
  test: {
    tags: [
      ...readRequirements(),
      { name: 'long', description: 'what takes many seconds, for `npm test -- long`' },
      { name: 'both', description: 'what differs between SQLite and PostgreSQL' },
    ],
    // One more than the cores of a small machine: many tests wait for a process, a disk or a time limit.
    maxWorkers: 3,
    // Files share what they import: loading the whole server again for each would be half of the work.
    isolate: false,
    // They end what hangs: a machine that is shared may be many times slower.
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
    expect: { poll: { timeout: 5 * 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: server.include,
          exclude: [...server.exclude, ...inThreadsOfTheirOwn],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: { name: 'measured', include: inThreadsOfTheirOwn, isolate: true, env: { TEST_ENGINE: 'sqlite' } },
      },
      { extends: true, test: { name: 'postgres', include: onBothEngines, ...onPostgres } },
      {
        extends: true,
        test: {
          name: 'postgres-rest',
          include: server.include,
          exclude: [...server.exclude, ...onOneEngine, ...onBothEngines],
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['{contract,sandbox,samples,scripts,bench,video-format,web}/**/*.test.ts', ...withoutServer],
          exclude: withDocument,
        },
      },
      { extends: true, test: { name: 'proofs', include: proofs, hookTimeout: 20 * 60_000 } },
      {
        extends: true,
        test: {
          name: 'web',
          include: withDocument,
          environment: 'jsdom',
          setupFiles: ['test/setup/web.ts'],
        },
      },
    ],
  },
});
