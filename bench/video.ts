import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { createCourse, signIn } from './fill.ts';
import { compare, type Load, type LoadResult } from './load.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { startNginx } from './nginx.ts';
import { type Running, startLectern, startRaw, temporaryFolder } from './processes.ts';

const GIB = 1024 ** 3;
const RANGE_FILE_BYTES = 256 * 1024 ** 2;
const RANGE = 'bytes=1048576-9437183';
const SAMPLE_EVERY_MS = 25;
const Lectures = z.object({ lectures: z.array(z.object({ lecture: z.array(z.object({ secure_url: z.string() })) })) });

/** A real short lecture, then a `free` box that makes it as large as wanted: valid for every reader of MP4. */
export const writeLargeVideo = async (path: string, sizeBytes: number): Promise<void> => {
  const lecture = readFileSync('test/media/three-seconds.mp4');
  const padding = sizeBytes - lecture.length;
  const box = Buffer.alloc(16);
  box.writeUInt32BE(1, 0);
  box.write('free', 4);
  box.writeBigUInt64BE(BigInt(padding), 8);
  const out = createWriteStream(path);
  out.write(lecture);
  out.write(box);
  const chunk = Buffer.alloc(1024 ** 2, 7);
  for (let left = padding - box.length; left > 0; left -= chunk.length)
    if (!out.write(left >= chunk.length ? chunk : chunk.subarray(0, left))) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
};

const BOUNDARY = 'lectern-bench-boundary';
const part = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Posts a prepared multipart body from disk; the same bytes go to ours and to the raw server. */
const post = async (url: string, headers: Record<string, string>, bodyFile: string): Promise<number> => {
  const startedAt = performance.now();
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
  const received = once(outgoing, 'response');
  await pipeline(createReadStream(bodyFile, { highWaterMark: 1024 ** 2 }), outgoing);
  const [response] = await received;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`the upload returned ${response.statusCode}`);
  return performance.now() - startedAt;
};

const writeUploadBody = async (path: string, video: string): Promise<void> => {
  const out = createWriteStream(path);
  out.write(part('title', 'A lecture') + part('description', 'Large'));
  out.write(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="lecture"; filename="l.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  );
  await pipeline(createReadStream(video), out, { end: false });
  out.end(`\r\n--${BOUNDARY}--\r\n`);
  await once(out, 'finish');
};

export const peakMemory = (server: Running): (() => number) => {
  let peak = server.residentMib();
  const timer = setInterval(() => {
    peak = Math.max(peak, server.residentMib());
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
};

export const uploadFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const video = join(folder.path, 'large.mp4');
  const body = join(folder.path, 'body');
  await writeLargeVideo(video, GIB);
  await writeUploadBody(body, video);
  const lectern = await startLectern(join(folder.path, 'data'), { FFMPEG_PATH: 'none', RATE_LIMIT: 'off' });
  const raw = await startRaw('upload', join(folder.path, 'raw.out'));
  try {
    const token = await signIn(lectern);
    const course = await createCourse(lectern, token, 'Uploads');
    const idleMib = lectern.residentMib();
    const times: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
    const stopWatching = peakMemory(lectern);
    for (let round = 0; round < 3; round += 1) {
      times.raw.push(await post(`${raw.origin}/upload`, {}, body));
      times.ours.push(
        await post(`${lectern.origin}/api/v1/courses/${course}`, { authorization: `Bearer ${token}` }, body),
      );
    }
    const peakMib = stopWatching();
    const [ours, plain] = [median(times.ours), median(times.raw)];
    return [
      figure(
        'upload of 1 GB against raw node:http to disk',
        { atLeast: 0.6 },
        round(plain / ours),
        '×',
        `${round(GIB / ours / 1e6, 2)} against ${round(GIB / plain / 1e6, 2)} GB/s; ours checks and syncs`,
      ),
      figure(
        'resident memory idle',
        { atMost: 150 },
        round(idleMib, 0),
        'MiB',
        'after sign-in, one course with a thumbnail made',
      ),
      figure(
        'resident memory during the upload, above idle',
        { atMost: 100 },
        round(peakMib - idleMib, 0),
        'MiB',
        `peak ${round(peakMib, 0)} MiB`,
      ),
    ];
  } finally {
    await raw.stop();
    await lectern.stop();
    folder.remove();
  }
};

const cpuPerGigabyte = (result: LoadResult): number => result.serverCpuSeconds / (result.bytes / 1e9);

/** The same file by nginx with sendfile, where there is one; what it costs is recorded, it is no bar. */
const againstNginx = async (video: string, ours: { server: Running; load: Load }): Promise<Figure[]> => {
  const nginx = await startNginx(dirname(video));
  if (!nginx) return [];
  try {
    const theirs = { ...ours.load, path: `/${basename(video)}` };
    const result = await compare(ours, { server: nginx, load: theirs }, cpuPerGigabyte);
    const costs = [result.ours, result.raw].map((results) => round(median(results.map(cpuPerGigabyte)), 3));
    return [
      {
        question: 'the same against nginx with sendfile',
        bar: 'recorded',
        value: round(result.ratio),
        unit: '×',
        isMet: true,
        detail: `${costs.join(' against ')} s of CPU per GB`,
      },
    ];
  } finally {
    await nginx.stop();
  }
};

export const rangeFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const video = join(folder.path, 'large.mp4');
  const body = join(folder.path, 'body');
  await writeLargeVideo(video, RANGE_FILE_BYTES);
  await writeUploadBody(body, video);
  const lectern = await startLectern(join(folder.path, 'data'), { FFMPEG_PATH: 'none', RATE_LIMIT: 'off' });
  const raw = await startRaw('range', video);
  try {
    const token = await signIn(lectern);
    const course = await createCourse(lectern, token, 'Ranges');
    const headers = { authorization: `Bearer ${token}` };
    await post(`${lectern.origin}/api/v1/courses/${course}`, headers, body);
    const list = Lectures.parse(await (await fetch(`${lectern.origin}/api/v1/courses/${course}`, { headers })).json());
    const path = new URL(list.lectures[0]?.lecture[0]?.secure_url ?? '').pathname;
    const shape = { headers: { range: RANGE }, connections: 64, seconds: 5 };
    const result = await compare(
      { server: lectern, load: { path, ...shape } },
      { server: raw, load: { path: '/', ...shape } },
      cpuPerGigabyte,
    );
    const costs = (results: LoadResult[]): string =>
      `${round(median(results.map(cpuPerGigabyte)))} s/GB at ${round(median(results.map((r) => r.bytes)) / 5e9)} GB/s`;
    return [
      figure(
        'a lecture by ranges, 64 connections: CPU per GB against createReadStream',
        { atMost: 0.6 },
        round(result.ratio),
        '×',
        `${costs(result.ours)} against ${costs(result.raw)}`,
      ),
      ...(await againstNginx(video, { server: lectern, load: { path, ...shape } })),
    ];
  } finally {
    await raw.stop();
    await lectern.stop();
    folder.remove();
  }
};
