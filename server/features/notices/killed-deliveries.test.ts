// @module-tag long
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewNotice } from '#server/notice-port.ts';
import { aUser } from '#test/factories.ts';
import { isolatedData } from '#test/isolated-data.ts';
import { startServers } from '#test/server-processes.ts';
import { startAppIn } from '#test/start-app.ts';
import { createNotify } from './notify.ts';

const USERS = 100;
const NOTICES = 10_000;
const WRITTEN_TOGETHER = 500;
/** By then the leases of the process that died have expired. */
const AFTER_A_CRASH_MS = 61_000;

/** Writes each notice twice, as an event that is reported twice would. */
const writeAll = async (data: Awaited<ReturnType<typeof isolatedData>>): Promise<void> => {
  await using app = await startAppIn(data, Date.now());
  const unused = () => Promise.reject(new Error('the servers deliver'));
  const channel = { deliver: unused, digest: unused };
  const notify = createNotify(app, {
    channels: {
      email: { ...channel, reaches: async (_db, userIds) => new Set(userIds) },
      push: { ...channel, reaches: async () => new Set() },
    },
    changed: () => undefined,
  });
  const users: string[] = [];
  for (let count = 0; count < USERS; count += 1) users.push((await aUser(app)).id);
  const notices = Array.from({ length: NOTICES }, (_, at): NewNotice => ({
    userId: users[at % USERS] ?? '',
    dedupeKey: `review_answer:${at}`,
    content: {
      kind: 'review_answer',
      courseId: 'course1',
      courseTitle: 'Statistics',
      byName: 'Ila Rao',
      text: `Answer ${at}.`,
    },
  }));
  for (let at = 0; at < NOTICES; at += WRITTEN_TOGETHER)
    for (let written = 0; written < 2; written += 1)
      await app.database.transaction((tx) => notify(tx, notices.slice(at, at + WRITTEN_TOGETHER)));
};

test('10,000 notices arrive once each, while the processes that send them are killed', async () => {
  const data = await isolatedData();
  const { dataDir, databaseUrl } = data;
  await writeAll(data);
  const url = databaseUrl ? { DATABASE_URL: databaseUrl } : undefined;
  const servers = await startServers(() => ({ DATA_DIR: dataDir, FFMPEG_PATH: 'none', ...url }));
  try {
    const outbox = async (): Promise<string[]> => readdir(join(dataDir, 'outbox')).catch(() => []);
    for (let kill = 1; kill <= 8; kill += 1) {
      const enough = (NOTICES / 10) * kill;
      await expect.poll(async () => (await outbox()).length, { interval: 20 }).toBeGreaterThan(enough);
      await servers.kill(kill % 2);
      await servers.areWhole();
      await servers.advance(AFTER_A_CRASH_MS);
    }
    await using app = await startAppIn(data, servers.now());
    const left = app.database.db.selectFrom('notice_deliveries').select('notice_id').where('state', '=', 'queued');
    await expect.poll(async () => (await left.execute()).length, { interval: 200 }).toBe(0);
    const sent = await app.database.db.selectFrom('notice_deliveries').select('notice_id').execute();
    expect([sent.length, (await outbox()).length]).toEqual([10_000, 10_000]);
  } finally {
    await servers.stop();
    await data.remove();
  }
});
