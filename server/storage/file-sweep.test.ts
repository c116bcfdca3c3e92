// @module-tag both
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { startApp } from '#test/start-app.ts';

const neverRun = {
  state: 'waiting' as const,
  attempts: 0,
  leased_by: null,
  leased_until: null,
  last_error: null,
  created_at: 0,
  finished_at: null,
};

test('files without a row are removed, rows without a file are reported, and files of pending jobs are kept', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin);
  await publishLecture(app, { admin, courseId });
  const folder = join(app.config.dataDir, 'files');
  const [video = ''] = await readdir(join(folder, 'videos'));
  await writeFile(join(folder, 'videos', 'left-behind.mp4'), 'old');
  await writeFile(join(folder, 'thumbnails', 'just-now.webp'), 'new');
  await writeFile(join(folder, 'thumbnails', 'owed.webp'), 'its row is not committed yet');
  const now = app.clock.now();
  const old = new Date(now - 2 * DAY_MS);
  for (const name of ['videos/left-behind.mp4', `videos/${video}`, 'thumbnails/owed.webp'])
    await utimes(join(folder, name), old, old);
  await utimes(join(folder, 'thumbnails', 'just-now.webp'), new Date(now), new Date(now));
  const debt = { id: 'unclaimed:thumbnails/owed.webp', name: 'storage.remove-files', payload: '{"keys":[]}' };
  await app.database.db
    .insertInto('jobs')
    .values({
      ...debt,
      ...neverRun,
      run_at: now + DAY_MS,
    })
    .execute();

  const sweep = async () => {
    await app.database.db.deleteFrom('jobs').where('name', '=', 'storage.sweep').execute();
    const job = { id: 'sweep-now', name: 'storage.sweep', payload: '{}' };
    await app.database.db
      .insertInto('jobs')
      .values({ ...job, ...neverRun, run_at: now })
      .execute();
    await app.jobs.runDue();
    const { body } = await call(app, 'GET', '/admin/video', { token: admin.token });
    return body['video'];
  };
  expect(await sweep()).toMatchObject({ sweep: { orphanFiles: 2, removedFiles: 1, missingFiles: 0 } });
  // A day more, as for every file that goes; until then it is no orphan to the next sweep.
  expect(await readdir(join(folder, 'videos'))).toEqual(expect.arrayContaining(['left-behind.mp4', video]));
  expect(await sweep()).toMatchObject({ sweep: { orphanFiles: 1, removedFiles: 0 } });
  app.clock.advance(DAY_MS);
  await app.jobs.runDue();
  expect(await readdir(join(folder, 'videos'))).toEqual([video]);
  expect(await readdir(join(folder, 'thumbnails'))).toEqual(expect.arrayContaining(['just-now.webp', 'owed.webp']));

  await rm(join(folder, 'videos', video));
  expect(await sweep()).toMatchObject({ sweep: { orphanFiles: 1, removedFiles: 0, missingFiles: 1 } });
  expect(app.logLines().join('')).toContain('rows without a file');
});
