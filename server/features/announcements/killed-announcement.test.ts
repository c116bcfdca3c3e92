// @module-tag long
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draftAnnouncement, announcementIn } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { isolatedData } from '#test/isolated-data.ts';
import { readEmails } from '#test/mailbox.ts';
import { startServers } from '#test/server-processes.ts';
import { startAppIn } from '#test/start-app.ts';

const PEOPLE = 3000;
const KILLS = 8;
/** By then the leases of the process that died have expired. */
const AFTER_A_CRASH_MS = 61_000;

/** Writes to everyone and presses Send. Nobody is there yet who would send. */
const announceToAll = async (data: Awaited<ReturnType<typeof isolatedData>>): Promise<string> => {
  await using app = await startAppIn(data, Date.now());
  const admin = await anAdmin(app);
  await app.database.transaction(async (tx) => {
    for (let count = 1; count < PEOPLE; count += 1) await insertTestUser(tx, app.clock.now());
  });
  const { _id } = announcementIn(await draftAnnouncement(app, admin));
  await call(app, 'POST', `/announcements/${_id}/send`, { token: admin.token, body: {} });
  return _id;
};

test('an announcement arrives once at each of 3,000 people, while the processes that send it are killed', async () => {
  const data = await isolatedData();
  const { dataDir, databaseUrl } = data;
  const announcementId = await announceToAll(data);
  const url = databaseUrl ? { DATABASE_URL: databaseUrl } : undefined;
  const servers = await startServers(() => ({ DATA_DIR: dataDir, FFMPEG_PATH: 'none', ...url }));
  try {
    const countEmails = async (): Promise<number> => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length;
    await servers.advance(AFTER_A_CRASH_MS);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (PEOPLE / (KILLS + 1)) * kill;
      await expect.poll(countEmails, { interval: 20 }).toBeGreaterThan(enough);
      await servers.kill(kill % 2);
      await servers.areWhole();
      await servers.advance(AFTER_A_CRASH_MS);
    }
    await using app = await startAppIn(data, servers.now());
    const stateOf = async (): Promise<unknown> =>
      app.database.db
        .selectFrom('announcements')
        .select(['state', 'recipients'])
        .where('id', '=', announcementId)
        .executeTakeFirst();
    await expect.poll(stateOf, { interval: 200 }).toEqual({ state: 'sent', recipients: PEOPLE });
    const left = app.database.db.selectFrom('notice_deliveries').select('notice_id').where('state', '=', 'queued');
    await expect.poll(async () => (await left.execute()).length, { interval: 200 }).toBe(0);
    const recipients = (await readEmails(app)).map(({ headers }) => headers.get('to'));
    expect([recipients.length, new Set(recipients).size]).toEqual([3000, 3000]);
  } finally {
    await servers.stop();
    await data.remove();
  }
});
