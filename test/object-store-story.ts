import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { newId } from '#server/ids.ts';
import { createS3Storage } from '#server/storage/s3.ts';
import type { Storage } from '#server/storage/storage.ts';
import { call } from './call.ts';
import { clipPart, hasFfmpeg, makeClip } from './clips.ts';
import { aCourse, anAdmin, type Person } from './factories.ts';
import { isolatedData, temporaryFolder } from './isolated-data.ts';
import { type ObjectStore, s3SettingsOf } from './object-store.ts';
import { publishCourse } from './publish.ts';
import { startServers } from './server-processes.ts';
import { startApp, type TestApp } from './start-app.ts';

const MIB = 1024 * 1024;
const LECTURE = { title: 'Warm land, cool sea', description: 'Where the wind begins.' };
const Listed = z.object({ lectures: z.array(Lecture) });

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A short video with a box after it that players skip: a part and a rest. */
const longFile = async (): Promise<Buffer> => {
  const box = randomBytes(11 * MIB);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  return Buffer.concat([await readFile('test/media/three-seconds.mp4'), box]);
};

const keysIn = async (storage: Storage, folder: string): Promise<string[]> => {
  const keys = [];
  for await (const { key } of storage.list(folder)) keys.push(key);
  return keys;
};

/** Sends requests of the tus protocol to one origin. */
const tusAt = (origin: string, headers: Record<string, string>) => {
  const ask = (
    method: string,
    path: string,
    more: Record<string, string> = {},
    body?: BodyInit,
    signal?: AbortSignal,
  ) =>
    fetch(new URL(path, origin), {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...more },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(signal ? { signal } : {}),
    });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    create: async (courseId: string, sizeBytes: number): Promise<string> => {
      const response = await ask('POST', '/api/v1/uploads', {
        'upload-length': String(sizeBytes),
        'upload-metadata': `courseId ${base64(courseId)},filename ${base64('talk.mp4')}`,
      });
      expect(response.status).toBe(201);
      return response.headers.get('location') ?? '';
    },
    patch: (path: string, offset: number, body: BodyInit, signal?: AbortSignal) =>
      ask(
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body,
        signal,
      ),
    offset: async (path: string): Promise<number> =>
      Number((await ask('HEAD', path)).headers.get('upload-offset') ?? Number.NaN),
  };
};

/** A body that begins with these bytes and never ends. */
const unending = (bytes: Buffer): ReadableStream =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(bytes)) });

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Runs jobs that otherwise come by the hour or by the day, and what follows from them. */
const runPeriodicJobs = async (app: TestApp, names: readonly string[]): Promise<void> => {
  const now = app.clock.now();
  for (const name of names) {
    const job = {
      id: newId(),
      name,
      payload: '{}',
      state: 'waiting' as const,
      attempts: 0,
      run_at: now,
      created_at: now,
    };
    const notYet = { leased_by: null, leased_until: null, last_error: null, finished_at: null };
    await app.database.db
      .insertInto('jobs')
      .values({ ...job, ...notYet })
      .execute();
  }
  await app.jobs.runDue();
};

interface School {
  app: TestApp;
  admin: Person;
  courseId: string;
}

const theLecture = async ({ app, admin, courseId }: School): Promise<Lecture> => {
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: admin.token });
  const [lecture] = Listed.parse(body).lectures;
  if (!lecture) throw new Error('there is no lecture');
  return lecture;
};

const videoAddress = ({ lecture: [video] }: Lecture): string => video?.secure_url ?? '';

const media = ({ app }: School, address: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: new URL(address).pathname, headers });

/** What is on the disk of the process beside the database. */
const localFiles = async ({ config }: TestApp): Promise<string[]> => {
  const names = ['files', 'uploads', 'arriving'].map((folder) => readdir(join(config.dataDir, folder)).catch(() => []));
  return (await Promise.all(names)).flat();
};

/** What a school does with its files, with a bucket of its own for each test. */
export const testObjectStore = (startObjectStore: () => Promise<ObjectStore>): void => {
  const openStore = async (): Promise<{ store: ObjectStore; storage: Storage }> => {
    const store = await startObjectStore();
    onTestFinished(() => store.close());
    const storage = await createS3Storage(s3SettingsOf(store));
    onTestFinished(() => storage.close());
    return { store, storage };
  };

  test(
    'an upload whose process is killed is continued by another one, byte for byte',
    // Three processes start.
    { tags: ['VID-36'] },
    async () => {
      const { store, storage } = await openStore();
      const data = await isolatedData();
      onTestFinished(() => data.remove());
      const servers = await startServers(() => ({
        DATA_DIR: data.dataDir,
        ...(data.databaseUrl === undefined ? {} : { DATABASE_URL: data.databaseUrl }),
        ADMIN_EMAIL: 'ila@example.com',
        ADMIN_PASSWORD: 'rain over the sea',
        FFMPEG_PATH: 'none',
        ...store.settings,
      }));
      onTestFinished(() => servers.stop());
      const api = async (path: string, token: string, body?: object) => {
        const response = await fetch(`${servers.origin(1)}/api/v1${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            'content-type': 'application/json',
            ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return z.record(z.string(), z.json()).parse(await response.json());
      };
      const credentials = { email: 'ila@example.com', password: 'rain over the sea' };
      const token = z.string().parse((await api('/user/login', '', credentials))['token']);
      const headers = { authorization: `Bearer ${token}` };
      const form = new FormData();
      const course = {
        title: 'Reading the monsoon',
        category: 'Science',
        createdBy: 'Ila Rao',
        description: 'Clouds.',
      };
      for (const [name, value] of Object.entries(course)) form.append(name, value);
      form.append(
        'thumbnail',
        new File([new Uint8Array(await readFile('test/media/thumbnail.jpg'))], 'a.jpg', { type: 'image/jpeg' }),
      );
      const created = await fetch(`${servers.origin(1)}/api/v1/courses/`, { method: 'POST', headers, body: form });
      const {
        course: { _id: courseId },
      } = z.object({ course: z.object({ _id: z.string() }) }).parse(await created.json());

      const bytes = await longFile();
      const path = await tusAt(servers.origin(0), headers).create(courseId, bytes.length);
      const sending = tusAt(servers.origin(0), headers).patch(path, 0, unending(bytes.subarray(0, 9 * MIB)));
      sending.catch(() => undefined);
      await expect.poll(() => storage.uploads.receivedBytes(idOf(path))).toBe(8 * MIB);
      await servers.kill(0);
      await expect(sending).rejects.toThrow('fetch failed');
      // On SQLite there is only this one.
      await servers.areWhole();
      // Its lock ends with its lease.
      await servers.advance(16_000);
      const other = tusAt(servers.origin(1), headers);
      expect(await other.offset(path)).toBe(8 * MIB);
      expect((await other.patch(path, 8 * MIB, new Uint8Array(bytes.subarray(8 * MIB)))).status).toBe(204);
      await api(`/uploads/${idOf(path)}/lecture`, token, LECTURE);
      const { lectures } = Listed.parse(await api(`/courses/${courseId}`, token));
      const played = await fetch(videoAddress(lectures[0] ?? Lecture.parse({})));
      expect(sha(new Uint8Array(await played.arrayBuffer()))).toBe(sha(bytes));
      expect(await keysIn(storage, 'uploads')).toEqual([]);
    },
  );

  test('an upload that nobody continues, and a file that no row names, are removed from the store', async () => {
    const { store, storage } = await openStore();
    await using app = await startApp(store.settings);
    const admin = await anAdmin(app);
    const tus = tusAt(await app.listen(), admin.headers);
    const path = await tus.create(await aCourse(app), 11 * MIB);
    const brokenOff = new AbortController();
    const bytes = await longFile();
    const sending = tus.patch(path, 0, unending(bytes.subarray(0, 9 * MIB)), brokenOff.signal);
    sending.catch(() => undefined);
    await expect.poll(() => storage.uploads.receivedBytes(idOf(path))).toBe(8 * MIB);
    brokenOff.abort();
    await expect(sending).rejects.toThrow('aborted');
    // What arrived of the part that was being filled is kept, too.
    await expect.poll(() => tus.offset(path)).toBeGreaterThan(8 * MIB);

    await storage.put('videos/left-behind.mp4', Buffer.from('old'));
    // The store's clock is the real one.
    app.clock.set(Date.now() + 2 * DAY_MS);
    await runPeriodicJobs(app, ['uploads.sweep', 'storage.sweep']);
    expect(await storage.uploads.receivedBytes(idOf(path))).toBeUndefined();
    expect(await keysIn(storage, 'uploads')).toEqual([]);
    expect(await keysIn(storage, 'videos')).toEqual(['videos/left-behind.mp4']);
    app.clock.advance(DAY_MS);
    await app.jobs.runDue();
    expect(await keysIn(storage, 'videos')).toEqual([]);
  });

  describe.runIf(hasFfmpeg)('with ffmpeg', () => {
    test('a video is processed, watched, captioned, replaced and removed in the store', async () => {
      const { store, storage } = await openStore();
      await using app = await startApp({ ...store.settings, FFMPEG_PATH: 'ffmpeg' });
      const admin = await anAdmin(app);
      const { token } = admin;
      const courseId = await publishCourse(app, admin);
      const school = { app, admin, courseId };
      const folder = await temporaryFolder();
      onTestFinished(() => folder.remove());
      const [thumbnail = ''] = await keysIn(storage, 'thumbnails');
      expect((await app.http.inject({ url: `/files/${thumbnail}` })).headers['content-type']).toBe('image/webp');

      // Its index is at its end, so it is rewritten; it is copied for the largest size and encoded for the others.
      const clip = await clipPart(await makeClip(folder.path, 'large.mp4'));
      const parts = { ...LECTURE, lecture: clip };
      expect((await call(app, 'POST', `/courses/${courseId}`, { parts, token })).status).toBe(200);
      const original = await theLecture(school);
      expect(sha((await media(school, videoAddress(original))).rawPayload)).toBe(sha(clip.bytes));
      await app.jobs.runDue();
      const made = await theLecture(school);
      expect(made).toMatchObject({ state: 'ready', isPlayable: true, durationMs: 2000 });
      const whole = (await media(school, videoAddress(made))).rawPayload;
      const master = (await media(school, made.hls ?? '')).body;
      expect(master).toContain('1080.m3u8');
      const beside = (name: string): string => (made.hls ?? '').replace('master.m3u8', name);
      const playlist = (await media(school, beside('480.m3u8'))).body;
      const [, size = '', start = ''] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(playlist) ?? [];
      const range = `bytes=${start}-${Number(start) + Number(size) - 1}`;
      const segment = await media(school, beside('480.mp4'), { range });
      expect([segment.statusCode, segment.rawPayload.length]).toEqual([206, Number(size)]);
      expect(segment.rawPayload.includes('moof')).toBe(true);
      expect((await media(school, made.poster ?? '')).rawPayload.toString('hex', 0, 3)).toBe('ffd8ff');

      const etag = String((await media(school, videoAddress(made))).headers['etag']);
      for (const [headers, status, expected] of [
        [{ range: 'bytes=0-1' }, 206, whole.subarray(0, 2)],
        [{ range: 'bytes=-100' }, 206, whole.subarray(-100)],
        [{ range: 'bytes=500-', 'if-range': etag }, 206, whole.subarray(500)],
        [{ range: 'bytes=500-', 'if-range': '"other"' }, 200, whole],
        [{ 'if-none-match': etag }, 304, Buffer.alloc(0)],
      ] as const) {
        const response = await media(school, videoAddress(made), headers);
        expect([response.statusCode, sha(response.rawPayload)], JSON.stringify(headers)).toEqual([
          status,
          sha(expected),
        ]);
      }
      const beyond = await media(school, videoAddress(made), { range: `bytes=${whole.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);

      const place = `/courses/${courseId}/lecture/${made._id}`;
      const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nWarm land\n';
      const captions = { bytes: Buffer.from(text), name: 'a.vtt', type: 'text/vtt' };
      await call(app, 'PUT', `${place}/captions/en`, { token, parts: { label: 'English', captions } });
      app.clock.advance(5000);
      expect((await media(school, beside('sub-en.vtt'))).body).toContain('Warm land');

      const before = await keysIn(storage, 'renditions');
      expect(before.length).toBeGreaterThan(5);
      const silent = await clipPart('test/media/silent.mp4');
      expect((await call(app, 'PUT', `${place}/video`, { token, parts: { lecture: silent } })).status).toBe(200);
      await app.jobs.runDue();
      expect(await theLecture(school)).toMatchObject({ state: 'ready', durationMs: 3000 });
      expect((await media(school, videoAddress(made))).statusCode).toBe(200);
      // Addresses of the earlier video expire, a job ends its rows, and its files stay for a day.
      app.clock.advance(8 * HOUR_MS);
      await runPeriodicJobs(app, ['lectures.retire-media']);
      expect(await keysIn(storage, 'renditions')).toEqual(expect.arrayContaining(before));
      app.clock.advance(DAY_MS);
      await app.jobs.runDue();
      const after = await keysIn(storage, 'renditions');
      expect(after.filter((key) => before.includes(key))).toEqual([]);
      expect(sha((await media(school, videoAddress(await theLecture(school)))).rawPayload)).toBe(sha(silent.bytes));
      expect(await localFiles(app)).toEqual([]);
      expect(await keysIn(storage, 'uploads')).toEqual([]);
    });
  });
};
