// @module-tag long
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#test/call.ts';
import { clipPart, fakeFfmpeg, hasFfmpeg, makeClip, turnClip } from '#test/clips.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { LECTURE } from '#test/publish.ts';
import { type Overrides, startApp, type TestApp } from '#test/start-app.ts';
import { createEngine } from '#server/video/engine.ts';
import { probe } from '#server/video/probe.ts';

const WITH_FFMPEG: Overrides = { FFMPEG_PATH: 'ffmpeg' };
const Listed = z.object({ lectures: z.array(Lecture) });

interface School {
  app: TestApp;
  admin: Person;
  courseId: string;
}

const openSchool = async (overrides: Overrides): Promise<School> => {
  const app = await startApp(overrides);
  onTestFinished(() => app.close());
  return { app, admin: await anAdmin(app), courseId: await aCourse(app) };
};

const folder = async (): Promise<string> => {
  const made = await temporaryFolder();
  onTestFinished(() => made.remove());
  return made.path;
};

const send = async ({ app, admin, courseId }: School, path: string): Promise<void> => {
  const parts = { ...LECTURE, lecture: await clipPart(path) };
  expect((await call(app, 'POST', `/courses/${courseId}`, { parts, token: admin.token })).status).toBe(200);
};

const listed = async ({ app, admin, courseId }: School): Promise<Lecture[]> =>
  Listed.parse((await call(app, 'GET', `/courses/${courseId}`, { token: admin.token })).body).lectures;

const theLecture = async (school: School): Promise<Lecture> => {
  const [lecture] = await listed(school);
  if (!lecture) throw new Error('there is no lecture');
  return lecture;
};

const addressIn = ({ lecture: [video] }: Lecture): string => video?.secure_url ?? '';

const fetchMedia = ({ app }: School, address: string) => app.http.inject({ url: new URL(address).pathname });

const bytesOf = async (school: School, address: string): Promise<Buffer> => {
  const response = await fetchMedia(school, address);
  expect(response.statusCode, address).toBe(200);
  return response.rawPayload;
};

const beside = (address: string, name: string): string => `${address.slice(0, address.lastIndexOf('/'))}/${name}`;

const fileNames = async ({ app }: School): Promise<string[]> => {
  const entries = await readdir(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const positionOf = (bytes: Buffer, box: string): number => bytes.indexOf(box, 0, 'latin1');

const expectPackaged = async (school: School, { hls, storyboard, poster }: Lecture): Promise<void> => {
  if (hls === null || storyboard === null || poster === null) throw new Error('something was not made');
  const master = await fetchMedia(school, hls);
  expect(master.headers).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': 'no-store',
  });
  const variants = [...master.body.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.*)$/gm)];
  expect(variants.length).toBeGreaterThanOrEqual(1);
  for (const [, attributes = '', name = ''] of variants) {
    expect(attributes).toMatch(/^BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="[\w.,]+"/);
    if (name !== 'audio.m3u8') expect(attributes).toMatch(/CODECS="avc1\.[0-9A-F]{6}[^"]*",RESOLUTION=\d+x\d+/);
    const playlist = (await bytesOf(school, beside(hls, name))).toString();
    const media = await bytesOf(school, beside(hls, name.replace('.m3u8', '.mp4')));
    const segments = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, size, at]) =>
      [size, at].map(Number),
    );
    expect(segments.reduce((sum, [size = 0]) => sum + size, 0)).toBe(media.length);
    expect(positionOf(media, 'moov')).toBeLessThan(positionOf(media, 'moof'));
  }
  const cues = (await bytesOf(school, storyboard)).toString();
  expect(cues).toMatch(/^WEBVTT\n\n00:00:00\.000 --> [\d:.]+\nstoryboard-1\.jpg#xywh=0,0,\d+,\d+\n/);
  for (const image of [beside(storyboard, 'storyboard-1.jpg'), poster])
    expect((await bytesOf(school, image)).toString('hex', 0, 3)).toBe('ffd8ff');
};

describe.runIf(hasFfmpeg)('with ffmpeg', () => {
  test(
    'a web-ready video plays at once, gets moov first without encoding, and then its renditions',
    { tags: ['VID-41', 'VID-47', 'VID-27'] },
    async () => {
      const school = await openSchool(WITH_FFMPEG);
      const { app } = school;
      await send(school, await makeClip(await folder(), 'large.mp4'));
      const before = await theLecture(school);
      expect(before).toMatchObject({ state: 'processing', isPlayable: true, hls: null, failure: null });
      const original = await bytesOf(school, addressIn(before));
      expect(positionOf(original, 'mdat')).toBeLessThan(positionOf(original, 'moov'));

      await app.jobs.runDue();
      const after = await theLecture(school);
      expect(after).toMatchObject({ state: 'ready', isPlayable: true, progressPercent: null });
      const remade = await bytesOf(school, addressIn(after));
      expect(positionOf(remade, 'moov')).toBeLessThan(positionOf(remade, 'mdat'));
      expect(Math.abs(remade.length - original.length)).toBeLessThan(original.length / 5);
      await expectPackaged(school, after);
      for (const name of ['master.m3u8', 'poster.jpg', 'storyboard.vtt'])
        expect((await fetchMedia(school, `http://x/media/no/${name}`)).statusCode).toBe(403);

      // The largest is copied from the original: it keeps its profile.
      expect((await bytesOf(school, after.hls ?? '')).toString()).toMatch(
        /avc1\.4D40\w\w",RESOLUTION=640x480\n[^]*avc1\.42C0\w\w",RESOLUTION=1440x1080/,
      );

      // The address that was given out means what it meant, until it ends; then its file goes.
      expect(await bytesOf(school, addressIn(before))).toEqual(original);
      const filesWithOld = await fileNames(school);
      app.clock.advance(8 * HOUR_MS);
      app.jobs.start();
      await app.jobs.stop();
      const again = await app.restart();
      onTestFinished(() => again.close());
      await again.jobs.runDue();
      expect(await fileNames(school)).toEqual(filesWithOld);
      again.clock.advance(DAY_MS);
      await again.jobs.runDue();
      expect((await fileNames(school)).length).toBe(filesWithOld.length - 1);
      expect((await fetchMedia({ ...school, app: again }, addressIn(before))).statusCode).toBe(403);
    },
  );

  test(
    'a file with moov first is served unchanged, and plays until its replacement is playable',
    { tags: ['VID-41'] },
    async () => {
      const school = await openSchool(WITH_FFMPEG);
      await send(school, 'test/media/silent.mp4');
      const before = await theLecture(school);
      await school.app.jobs.runDue();
      const after = await theLecture(school);
      expect(addressIn(after)).toBe(addressIn(before));
      await expectPackaged(school, after);

      const lecture = await clipPart(await makeClip(await folder(), 'strange.mkv'));
      const { token } = school.admin;
      const replaced = `/courses/${school.courseId}/lecture/${after._id}/video`;
      expect((await call(school.app, 'PUT', replaced, { parts: { lecture }, token })).status).toBe(200);
      expect(await theLecture(school)).toEqual({ ...after, state: 'processing', progressPercent: 0 });
      await school.app.jobs.runDue();
      const later = await theLecture(school);
      expect(later).toMatchObject({ state: 'ready', isPlayable: true, durationMs: expect.closeTo(1000, -2) });
      expect(addressIn(later)).not.toBe(addressIn(after));
      await expectPackaged(school, later);
      const removed = `/courses/${school.courseId}/lecture/${after._id}`;
      await call(school.app, 'DELETE', removed, { token: school.admin.token });
      school.app.clock.advance(DAY_MS);
      await school.app.jobs.runDue();
      school.app.clock.advance(DAY_MS);
      await school.app.jobs.runDue();
      expect(await fileNames(school)).toEqual([]);
    },
  );

  test('a video whose decoder cannot skip to key frames becomes playable, with a storyboard', async () => {
    const school = await openSchool(WITH_FFMPEG);
    await send(school, await makeClip(await folder(), 'theora.ogv'));
    await school.app.jobs.runDue();
    const lecture = await theLecture(school);
    expect(lecture).toMatchObject({ state: 'ready', isPlayable: true, failure: null });
    await expectPackaged(school, lecture);
  });

  test('a storyboard that cannot be made does not fail the video', async () => {
    const without = await fakeFfmpeg(await folder(), 'case "$*" in *storyboard-*) echo broken >&2; exit 69;; esac');
    const school = await openSchool({ FFMPEG_PATH: without });
    await send(school, 'test/media/three-seconds.mp4');
    await school.app.jobs.runDue();
    expect(await theLecture(school)).toMatchObject({
      state: 'ready',
      storyboard: null,
      failure: null,
      hls: expect.stringContaining('/master.m3u8'),
      poster: expect.stringContaining('/poster.jpg'),
    });
    expect(school.app.logLines().join('')).toContain('a storyboard could not be made');
  });

  test(
    'an unplayable video is reported, and is queued and converted once ffmpeg is available',
    { tags: ['VID-40', 'VID-42'] },
    async () => {
      const without = await openSchool({ FFMPEG_PATH: 'none' });
      const { admin } = without;
      const place = await folder();
      const clips = ['strange.mkv', 'lying-silent.mp4', 'six-channels.mov', 'sound-only.mkv'];
      const [strangeClip = '', lying = '', ...others] = await Promise.all(clips.map((name) => makeClip(place, name)));
      for (const path of [strangeClip, await turnClip(lying), ...others]) await send(without, path);
      await without.app.jobs.runDue();
      const [strangeBefore, uprightBefore] = await listed(without);
      expect(uprightBefore).toMatchObject({ state: 'ready', isPlayable: true, hls: null });
      expect(strangeBefore).toMatchObject({ state: 'needs_transcode', isPlayable: false });
      expect(strangeBefore?.failure).toContain('Export it as MP4');
      const status = async ({ app }: School) =>
        (await call(app, 'GET', '/admin/video', { token: admin.token })).body['video'];
      const switchedOff = 'Videos are not converted: FFMPEG_PATH is set to none.';
      expect(await status(without)).toMatchObject({ engine: null, problem: switchedOff, needTranscode: 2, lacking: 4 });

      const app = await without.app.restart(WITH_FFMPEG);
      onTestFinished(() => app.close());
      const school = { ...without, app };
      expect((await call(app, 'POST', '/admin/video/queue', { token: admin.token })).body['queued']).toBe(4);
      await app.jobs.runDue();
      expect(await status(school)).toMatchObject({ problem: null, processing: 0, needTranscode: 0, failed: 1 });
      const [strange, upright, sixChannels, audioOnly] = await listed(school);
      for (const lecture of [strange, upright, sixChannels]) {
        expect(lecture).toMatchObject({ state: 'ready', isPlayable: true });
        if (lecture) await expectPackaged(school, lecture);
      }
      const noPicture = 'This file has audio but no video. Please replace it with a video.';
      expect(audioOnly).toMatchObject({ state: 'failed', failure: noPicture });
      const bytes = strange ? await bytesOf(school, addressIn(strange)) : Buffer.alloc(0);
      expect(bytes.includes('avc1') && !bytes.includes('hvc1')).toBe(true);
      expect(strange?.durationMs).toBeGreaterThan(500);
      const master = upright?.hls ? (await bytesOf(school, upright.hls)).toString() : '';
      expect(master).toContain('RESOLUTION=90x160');
      expect(master).not.toContain('mp4a');
    },
  );

  test(
    'a killed conversion is retried a few times, the original keeps playing, and a retry resumes it',
    { tags: ['VID-43', 'VID-44'] },
    async () => {
      const killed = await fakeFfmpeg(await folder(), 'case "$*" in *hls_time*) kill -9 $$;; esac');
      const school = await openSchool({ FFMPEG_PATH: killed });
      const { app, admin, courseId } = school;
      await send(school, 'test/media/three-seconds.mp4');
      for (let runs = 0; (await theLecture(school)).state === 'processing' && runs < 10; runs += 1) {
        await app.jobs.runDue();
        app.clock.advance(HOUR_MS);
      }
      const failed = await theLecture(school);
      // On a busy machine a run may wait for ffmpeg, which is no attempt.
      const jobs = app.database.db.selectFrom('jobs').where('name', '=', 'lectures.process-video');
      const { attempts } = await jobs.select('attempts').executeTakeFirstOrThrow();
      expect([attempts, failed.state, failed.isPlayable]).toEqual([3, 'failed', true]);
      expect(failed.failure).toContain('could not be converted');
      await bytesOf(school, addressIn(failed));

      const mended = await app.restart(WITH_FFMPEG);
      onTestFinished(() => mended.close());
      const later = { ...school, app: mended };
      await call(mended, 'POST', `/courses/${courseId}/lecture/${failed._id}/retry`, { token: admin.token });
      const files = await fileNames(later);
      await mended.jobs.runDue();
      const ready = await theLecture(later);
      expect(ready.state).toBe('ready');
      // What was there already was not made again.
      expect(await fileNames(later)).toEqual(expect.arrayContaining(files));
      await expectPackaged(later, ready);
    },
  );

  test('a shutdown during processing is no failure: the next start resumes it', { tags: ['VID-44'] }, async () => {
    const slow = await fakeFfmpeg(await folder(), 'case "$*" in *hls_time*) sleep 60;; esac');
    const school = await openSchool({ FFMPEG_PATH: slow });
    const { app } = school;
    await send(school, 'test/media/three-seconds.mp4');
    app.jobs.start();
    await expect.poll(async () => (await theLecture(school)).storyboard).not.toBeNull();
    const next = await app.restart(WITH_FFMPEG);
    onTestFinished(() => next.close());
    const jobs = next.database.db.selectFrom('jobs').select(['state', 'attempts']);
    const job = await jobs.where('name', '=', 'lectures.process-video').executeTakeFirst();
    expect(job).toEqual({ state: 'waiting', attempts: 0 });
    const posters = (await fileNames(school)).filter((name) => name.includes('poster'));
    await next.jobs.runDue();
    expect((await theLecture({ ...school, app: next })).state).toBe('ready');
    expect((await fileNames(school)).filter((name) => name.includes('poster'))).toEqual(posters);
  });

  test(
    'deleting a lecture during processing stops the job and leaves nothing behind',
    { tags: ['VID-39'] },
    async () => {
      const slow = await fakeFfmpeg(await folder(), 'case "$*" in *hls_time*) sleep 60;; esac');
      const school = await openSchool({ FFMPEG_PATH: slow });
      const { app, admin, courseId } = school;
      await send(school, 'test/media/three-seconds.mp4');
      app.jobs.start();
      await expect.poll(async () => (await theLecture(school)).storyboard).not.toBeNull();
      const { _id: id } = await theLecture(school);
      await call(app, 'DELETE', `/courses/${courseId}/lecture/${id}`, { token: admin.token });
      await expect.poll(() => readdir(join(app.config.dataDir, 'arriving'))).toEqual([]);
      const removals = async (): Promise<number> => {
        const waiting = app.database.db.selectFrom('jobs').select('id').where('state', '=', 'waiting');
        return (await waiting.where('name', '=', 'storage.remove-files').execute()).length;
      };
      // It could be restored for a day.
      expect(await fileNames(school)).not.toEqual([]);
      app.clock.advance(DAY_MS);
      await expect.poll(removals).toBeGreaterThan(0);
      app.clock.advance(DAY_MS);
      await expect.poll(() => fileNames(school)).toEqual([]);
    },
  );

  test('a playlist of other files is not read, whatever its name', { tags: ['VID-46'] }, async () => {
    const { engine } = await createEngine('ffmpeg')();
    if (!engine) throw new Error('there is no ffmpeg');
    for (const name of ['ffconcat.mp4', 'playlist.mp4'])
      await expect(probe(engine, `file:${join(process.cwd(), 'test/media', name)}`), name).rejects.toMatchObject({
        problem: 'failed',
      });
  });
});
