import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { wholeTables } from '#server/database/whole-tables.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { mediaPaths, publishCourse, publishLecture } from '#test/publish.ts';
import { runSweep } from '#test/run-sweep.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { openWritePaths, type Outcome, type WritePath } from './write-paths.ts';

/** Written also for a request that is refused: work that waits, limits, locks of uploads, and the last use of a session. */
const NOT_COUNTED = new Set(['jobs', 'rate_counters', 'sessions', 'upload_locks']);

/** How many rows each table has. */
const countRows = async ({ database: { db, engine } }: TestApp): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name } of await wholeTables(db, engine)) {
    if (NOT_COUNTED.has(name)) continue;
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
};

const filesIn = async (app: TestApp, folder: string): Promise<string[]> => {
  const names = await readdir(join(app.config.dataDir, folder), { recursive: true });
  return names.filter((name) => name.includes('.')).toSorted();
};

const Sweep = z.object({ orphanFiles: z.int(), missingFiles: z.int() });

/** How many files have no row, and how many rows no file. */
const sweep = async (app: TestApp) => {
  await app.jobs.runDue();
  await runSweep(app, 'storage.sweep');
  const { value } = await app.database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'file_sweep')
    .executeTakeFirstOrThrow();
  return Sweep.parse(JSON.parse(value));
};

/** A school on this disk: on PostgreSQL only its files, on SQLite all of it. */
export const openDiskScene = async (dataDir: string) => {
  const app = await startApp({ DATA_DIR: dataDir, CONTACT_EMAIL: 'desk@school.example' });
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin);
  await publishLecture(app, { admin, courseId });
  const [video = ''] = await mediaPaths(app, admin, courseId);
  const paths = await openWritePaths(app);
  const { missingFiles } = await sweep(app);
  const { token } = admin;

  return {
    app,
    admin,
    paths,
    /** Sends, and returns what a refused request left behind. */
    sendTo: async ({ send }: WritePath, meanwhile: () => Promise<void>) => {
      const [rows, files] = [await countRows(app), await filesIn(app, 'arriving')];
      await meanwhile();
      const outcome: Outcome = await send();
      return {
        outcome,
        leftovers: async (): Promise<string[]> => {
          const after = await countRows(app);
          return [
            ...Object.keys(after).filter((name) => after[name] !== rows[name]),
            ...(await filesIn(app, 'arriving')).filter((name) => !files.includes(name)),
          ];
        },
      };
    },
    /** The statuses of what people do who only read. */
    read: async () => ({
      course: (await call(app, 'GET', `/courses/${courseId}`, { token })).status,
      me: (await call(app, 'GET', '/user/me', { token })).status,
      video: (await app.http.inject({ url: video, headers: { range: 'bytes=0-9' } })).statusCode,
      ready: (await app.http.inject('/readyz')).statusCode,
    }),
    /** The notices about disks that admins see. */
    notices: async (): Promise<string[]> => {
      const { body } = await call(app, 'GET', '/admin/notices', { token });
      return z
        .array(z.object({ code: z.string() }))
        .parse(body['notices'])
        .map(({ code }) => code)
        .filter((code) => /^(?:disk|database)_/.test(code));
    },
    /** Files without a row, and rows without a file, besides those that the scene began with. */
    strayFiles: async () => {
      // By then what was refused has been cleaned up.
      app.clock.advance(2 * HOUR_MS);
      const found = await sweep(app);
      return { orphanFiles: found.orphanFiles, missingFiles: found.missingFiles - missingFiles };
    },
    /** A session in use is extended, which such a disk puts off. */
    later: () => app.clock.advance(2 * HOUR_MS),
  };
};

export type DiskScene = Awaited<ReturnType<typeof openDiskScene>>;
