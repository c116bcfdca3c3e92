// @module-tag long
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#test/call.ts';
import { clipPart, fakeFfmpeg, hasFfmpeg, makeClip } from '#test/clips.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { LECTURE } from '#test/publish.ts';
import { startServers } from '#test/server-processes.ts';
import { startApp } from '#test/start-app.ts';

const folder = async (): Promise<string> => {
  const made = await temporaryFolder();
  onTestFinished(() => made.remove());
  return made.path;
};

/** A school with two finished videos of version 1: the first has sound that ends early, the second is as it should be. */
const openSchool = async (ffmpegPath = 'ffmpeg') => {
  const app = await startApp({ FFMPEG_PATH: 'ffmpeg' });
  onTestFinished(() => app.close());
  // Of processes that run beside it, too.
  app.clock.set(Date.now());
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  for (const path of [await makeClip(await folder(), 'sound-ends-early.mp4'), 'test/media/three-seconds.mp4']) {
    const parts = { ...LECTURE, lecture: await clipPart(path) };
    expect((await call(app, 'POST', `/courses/${courseId}`, { parts, token })).status).toBe(200);
  }
  await app.jobs.runDue();
  await app.database.db.updateTable('video_work').set({ pipeline_version: 1 }).execute();
  const upgraded = await app.restart({ FFMPEG_PATH: ffmpegPath });
  onTestFinished(() => upgraded.close());
  const lectures = async () =>
    z
      .object({ lectures: z.array(Lecture) })
      .parse((await call(upgraded, 'GET', `/courses/${courseId}`, { token })).body).lectures;
  const versions = () => upgraded.database.db.selectFrom('video_work').select(['pipeline_version', 'state']).execute();
  return { app: upgraded, lectures, versions };
};

const fileOf = (address: string | null): string => new URL(address ?? '').pathname;
/** By then the leases of the processes that died have expired. */
const AFTER_A_CRASH_MS = 61_000;
const CURRENT = { pipeline_version: 2, state: 'ready' };

describe.runIf(hasFfmpeg)('after an upgrade', () => {
  test('only what an older version made wrong is made again, and plays on until it is replaced as a whole', async () => {
    const { app, lectures, versions } = await openSchool();
    const [wrong, right] = await lectures();
    // As by `npm run videos`: nothing is lacking, so that nothing is converted but what the check of the version finds.
    expect(await app.queueVideos()).toBe('Videos queued: 0');
    app.jobs.start();
    await expect.poll(versions).toEqual([CURRENT, CURRENT]);
    const [renewed, untouched] = await lectures();
    expect(untouched?.hls?.split('/').length).toBe(right?.hls?.split('/').length);
    const rows = await app.database.db.selectFrom('lectures').select(['id', 'video_version']).execute();
    const versionOf = (lecture: Lecture | undefined) => rows.find(({ id }) => id === lecture?._id)?.video_version;
    // The moov at its end was put first, and then all of it was made again in one step; the other has its first files.
    expect([versionOf(renewed), versionOf(untouched)]).toEqual([3, 1]);
    for (const lecture of [wrong, renewed])
      expect((await app.http.inject({ url: fileOf(lecture?.hls ?? null) })).statusCode).toBe(200);
  });

  test('what cannot be made again stays as it is, and is not tried for ever', async () => {
    const broken = await fakeFfmpeg(await folder(), 'case "$*" in *hls_time*) echo broken >&2; exit 1;; esac');
    const { app, lectures, versions } = await openSchool(broken);
    const before = await lectures();
    app.jobs.start();
    const later = async () => {
      app.clock.advance(HOUR_MS / 6);
      return versions();
    };
    await expect.poll(later, { interval: 2000 }).toEqual([CURRENT, CURRENT]);
    for (const [index, lecture] of (await lectures()).entries()) {
      expect(lecture).toMatchObject({ state: 'ready', failure: null, isPlayable: true });
      expect((await app.http.inject({ url: fileOf(before[index]?.hls ?? null) })).statusCode).toBe(200);
    }
  });

  test('the old files play on when every process is killed in the middle, until the new ones are there', async () => {
    const place = await folder();
    const [begun, killed] = [join(place, 'begun'), join(place, 'killed')];
    const hang = `[ -e ${killed} ] || { : > ${begun}; while [ ! -e ${killed} ]; do sleep 0.1; done; exit 1; }`;
    const ffmpegPath = await fakeFfmpeg(place, `case "$*" in *hls_time*) ${hang};; esac`);
    const { app, lectures, versions } = await openSchool();
    const [before] = await lectures();
    const { dataDir, databaseUrl } = app.config;
    const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const servers = await startServers(() => ({ DATA_DIR: dataDir, FFMPEG_PATH: ffmpegPath, ...database }));
    onTestFinished(() => servers.stop());
    const expectPlayed = async (lecture: Lecture | undefined): Promise<void> => {
      for (const address of [lecture?.hls ?? null, lecture?.lecture[0]?.secure_url ?? null])
        expect((await fetch(`${servers.origin(0)}${fileOf(address)}`)).status).toBe(200);
    };
    const isThere = (path: string): Promise<boolean> =>
      access(path).then(
        () => true,
        () => false,
      );
    await expect.poll(() => isThere(begun)).toBe(true);
    await expectPlayed(before);
    await Promise.all([servers.kill(0), servers.kill(1)]);
    await writeFile(killed, '');
    await servers.areWhole();
    await expectPlayed(before);
    expect(await versions()).toContainEqual({ pipeline_version: 1, state: 'ready' });
    await servers.advance(AFTER_A_CRASH_MS);
    await expect.poll(versions).toEqual([CURRENT, CURRENT]);
    for (const lecture of [before, ...(await lectures())]) await expectPlayed(lecture);
    expect((await lectures())[0]?.hls).not.toBe(before?.hls);
  });
});
