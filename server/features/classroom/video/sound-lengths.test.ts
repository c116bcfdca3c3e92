// @module-tag both
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

test('the wrong length of a sound of an earlier version is corrected, once', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const parts = { title: 'A call', description: 'It rings.', kind: 'audio', lecture: await mediaPart('tone.mp3') };
  expect((await call(app, 'POST', `/courses/${courseId}/lectures`, { parts, token })).status).toBe(200);
  const { db } = app.database;
  await db.updateTable('lectures').set({ duration_ms: 82_110 }).execute();
  app.jobs.start();
  const measured = async () => {
    const { duration_ms: durationMs } = await db.selectFrom('lectures').select('duration_ms').executeTakeFirstOrThrow();
    const { facts } = await db.selectFrom('media_files').select('facts').executeTakeFirstOrThrow();
    return [durationMs, facts];
  };
  await expect.poll(measured).toEqual([3030, '{"pipelineVersion":2}']);
});
