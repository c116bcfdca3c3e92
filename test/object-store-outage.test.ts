// @module-tag long
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call } from './call.ts';
import { hasFfmpeg } from './clips.ts';
import { anAdmin, type Person } from './factories.ts';
import { startFragileStore } from './object-store.ts';
import { mediaPaths, publishCourse, publishLecture, sendLecture } from './publish.ts';
import { startApp, type TestApp } from './start-app.ts';

/** More than a video that fails has. */
const OUTAGE_ATTEMPTS = 4;
const WAIT_MS = 30_000;

const openSchool = async (overrides: Record<string, string> = {}) => {
  const store = await startFragileStore();
  onTestFinished(() => store.close());
  const app = await startApp({ ...store.settings, ...overrides });
  onTestFinished(() => app.close());
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin);
  await publishLecture(app, { admin, courseId });
  return { store, app, admin, courseId };
};

const warnings = (app: TestApp): string[] =>
  app
    .logLines()
    .map((line) => z.object({ level: z.number(), msg: z.string() }).parse(JSON.parse(line)))
    .flatMap(({ level, msg }) => (level === 40 ? [msg] : []));

test('during an outage of the object store videos and uploads are refused with a time to try again', async () => {
  const { store, app, admin, courseId } = await openSchool();
  const [video = ''] = await mediaPaths(app, admin, courseId);
  const statusNow = async () => (await app.http.inject({ url: video })).statusCode;
  const expectRefused = async () => {
    const response = await app.http.inject({ url: video });
    expect([response.statusCode, response.headers['retry-after'], response.json()]).toMatchObject([
      503,
      '2',
      { success: false, code: 'busy' },
    ]);
  };
  await store.stop();
  await expectRefused();
  await store.start();
  expect(await statusNow()).toBe(200);
  await store.stop();
  // The file is open from the request before.
  await expectRefused();
  expect((await sendLecture(app, { admin, courseId })).status).toBe(503);
  expect(warnings(app)).toContain('The server is busy. Please try again in a moment.');
  await store.start();
  expect(await statusNow()).toBe(200);
});

const lectureOf = async (app: TestApp, { token }: Person, courseId: string): Promise<Lecture> => {
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token });
  return z.object({ lectures: z.tuple([Lecture]) }).parse(body).lectures[0];
};

describe.runIf(hasFfmpeg)('with ffmpeg', () => {
  test('a video that is processed during an outage of the object store waits, and is ready after it', async () => {
    const { store, app, admin, courseId } = await openSchool({ FFMPEG_PATH: 'ffmpeg' });
    await store.stop();
    for (let attempt = 0; attempt < OUTAGE_ATTEMPTS; attempt += 1) {
      expect(await app.jobs.runDue()).toBe(1);
      app.clock.advance(WAIT_MS);
    }
    expect(await lectureOf(app, admin, courseId)).toMatchObject({ state: 'processing', failure: null });
    await store.start();
    await app.jobs.runDue();
    const ready = await lectureOf(app, admin, courseId);
    expect([ready.state, ready.failure, ready.hls !== null]).toEqual(['ready', null, true]);
  });
});
