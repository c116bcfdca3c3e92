// @module-tag long
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { anAdmin } from '#test/factories.ts';
import { isolatedData } from '#test/isolated-data.ts';
import { startServers } from '#test/server-processes.ts';

const LEARNERS = 500;
/** By then the leases of the processes that died have expired. */
const AFTER_A_CRASH_MS = 61_000;

const openSchool = async () => {
  const data = await isolatedData();
  const { dataDir, databaseUrl } = data;
  const database = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'lectern.db'));
  await migrate(database, Date.now());
  const { headers } = await anAdmin({ database, clock: { now: Date.now } });
  const url = databaseUrl ? { DATABASE_URL: databaseUrl } : undefined;
  const servers = await startServers(() => ({ DATA_DIR: dataDir, FFMPEG_PATH: 'none', ...url }));
  return {
    database,
    servers,
    send: async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${servers.origin(0)}/api/v1/admin/people/imports${path}`, { ...init, headers });
      return api.peopleImports.read.response.parse(await response.json()).import;
    },
    close: async () => {
      await servers.stop();
      await database.close();
      await data.remove();
    },
  };
};

test('an import whose processes are killed continues, and makes nothing twice', async () => {
  const { database, servers, send, close } = await openSchool();
  try {
    const lines = Array.from({ length: LEARNERS }, (_, index) => `Learner ${index},learner-${index}@class.example`);
    const body = new FormData();
    body.set('fileName', 'class.csv');
    body.set('file', new File([['Name,Email', ...lines].join('\n')], 'class.csv', { type: 'text/csv' }));
    const { _id: id } = await send('', { method: 'POST', body });
    await send(`/${id}/run`, { method: 'POST' });
    const open = database.db.selectFrom('people_import_rows').select('line').where('outcome', 'is', null);
    const waiting = async (): Promise<number> => (await open.execute()).length;
    await expect.poll(waiting, { interval: 5 }).toBeLessThan(LEARNERS);
    await Promise.all([servers.kill(0), servers.kill(1)]);
    await servers.areWhole();
    expect(await waiting()).toBeGreaterThan(0);
    await servers.advance(AFTER_A_CRASH_MS);
    await expect.poll(async () => (await send(`/${id}`)).state).toBe('done');
    expect((await send(`/${id}`)).counts).toEqual({ new: LEARNERS, known: 0, faulty: 0, waiting: 0 });
    const invitations = database.db.selectFrom('jobs').select('id').where('name', '=', 'accounts.invite');
    const imported = database.db.selectFrom('audit_entries').select('user_id').where('kind', '=', 'account_imported');
    expect([(await invitations.execute()).length, (await imported.execute()).length]).toEqual([LEARNERS, LEARNERS]);
  } finally {
    await close();
  }
});
