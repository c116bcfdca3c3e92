import { expect, test } from 'vitest';
import { z } from 'zod';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { publishLecture } from '#test/publish.ts';
import { startApp } from '#test/start-app.ts';

test('without ffmpeg a video is uploaded and plays, and admins see what is missing', { tags: ['VID-40'] }, async () => {
  await using app = await startApp({ FFMPEG_PATH: '/nowhere/ffmpeg' });
  const admin = await anAdmin(app);
  const { token } = admin;
  const courseId = await aCourse(app);
  const lectureId = await publishLecture(app, { admin, courseId });
  const lecture = async () => {
    const { body } = await call(app, 'GET', `/courses/${courseId}`, { token });
    return z.object({ lectures: z.tuple([Lecture]) }).parse(body).lectures[0];
  };
  const status = async () => (await call(app, 'GET', '/admin/video', { token })).body['video'];
  expect(await lecture()).toMatchObject({ state: 'processing', isPlayable: true, progressPercent: 0 });
  expect(await status()).toMatchObject({ processing: 1, lacking: 0 });
  await app.jobs.runDue();
  const ready = await lecture();
  expect(ready).toMatchObject({ state: 'ready', isPlayable: true, hls: null, poster: null, failure: null });
  const response = await app.http.inject({ url: new URL(ready.lecture[0]?.secure_url ?? '').pathname });
  expect(response.statusCode).toBe(200);
  const text = 'Videos are not converted: the program at FFMPEG_PATH does not work as ffmpeg.';
  expect(await status()).toMatchObject({ engine: null, problem: text, processing: 0, lacking: 1, sweep: null });
  const { body } = await call(app, 'GET', '/admin/notices', { token });
  expect(body['notices']).toContainEqual({ code: 'video_engine', level: 'warning', text });

  expect((await call(app, 'POST', `/courses/${courseId}/lecture/${lectureId}/retry`, { token })).status).toBe(200);
  expect((await call(app, 'POST', `/courses/${courseId}/lecture/unknown/retry`, { token })).status).toBe(404);
  expect((await lecture()).state).toBe('processing');
  await app.jobs.runDue();
  expect((await call(app, 'POST', '/admin/video/queue', { token })).body['queued']).toBe(1);
  // The earlier job finds that the video was given to another.
  expect((await call(app, 'POST', `/courses/${courseId}/lecture/${lectureId}/retry`, { token })).status).toBe(200);
  await app.jobs.runDue();
  expect((await lecture()).state).toBe('ready');
});
