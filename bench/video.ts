import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { createCourse, signIn } from './fill.ts';
import { compare, type LoadResult } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { type Running, startLectern, startRaw, temporaryFolder } from './processes.ts';

const GIB = 1024 ** 3;
const UPLOAD_BYTES = 2 * GIB;
const CHUNK_BYTES = 32 * 1024 ** 2;
const RANGE_FILE_BYTES = 256 * 1024 ** 2;
const RANGE = 'bytes=1048576-9437183';
const SAMPLE_EVERY_MS = 20;
const Made = z.object({
  course: z.object({ lectures: z.array(z.object({ lecture: z.array(z.object({ secure_url: z.string() })) })) }),
});

/** A real short lecture, then a `free` box that makes it as large as wanted: valid for every reader of MP4. */
const writeLargeVideo = async (path: string, sizeBytes: number): Promise<void> => {
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

interface Sender {
  server: Running;
  headers: Record<string, string>;
  file: string;
  sizeBytes: number;
}

const sendChunk = async ({ server, headers, file, sizeBytes }: Sender, path: string, start: number): Promise<void> => {
  const end = Math.min(start + CHUNK_BYTES, sizeBytes) - 1;
  const chunk = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(start),
    'content-length': String(end - start + 1),
  };
  const outgoing = request(new URL(path, server.origin), { method: 'PATCH', headers: { ...headers, ...chunk } });
  const received = once(outgoing, 'response');
  await pipeline(createReadStream(file, { start, end, highWaterMark: 1024 ** 2 }), outgoing);
  const [response] = await received;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 204) throw new Error(`a chunk returned ${response.statusCode}`);
};

/** Uploads the whole file in chunks. Returns the path of the upload. */
const sendFile = async (sender: Sender, courseId: string): Promise<string> => {
  const { server, headers, sizeBytes } = sender;
  const named = [`courseId ${btoa(courseId)}`, `filename ${btoa('large.mp4')}`].join(',');
  const response = await fetch(`${server.origin}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(sizeBytes), 'upload-metadata': named },
  });
  if (response.status !== 201) throw new Error(`the upload began with ${response.status}`);
  const path = response.headers.get('location') ?? '';
  for (let start = 0; start < sizeBytes; start += CHUNK_BYTES) await sendChunk(sender, path, start);
  return path;
};

/** Adds the lecture of a finished upload. Returns the path of its video. */
const makeLecture = async ({ server, headers }: Sender, path: string): Promise<string> => {
  const response = await fetch(`${server.origin}${path}/lecture`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Large', description: 'In chunks' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the lecture returned ${response.status}: ${text}`);
  const address = Made.parse(JSON.parse(text)).course.lectures.at(-1)?.lecture[0]?.secure_url ?? '';
  return new URL(address).pathname;
};

/** Samples memory and how long an empty response takes, which waits for nothing but the event loop. */
const watchServer = (server: Running): (() => Promise<{ peakMib: number; delaysMs: number[] }>) => {
  const watched = { peakMib: server.residentMib(), delaysMs: [] as number[] };
  const end = new AbortController();
  const watching = (async () => {
    while (!end.signal.aborted) {
      const startedAt = performance.now();
      // A server that is gone fails the upload, which says why.
      const response = await fetch(`${server.origin}/healthz`).catch(() => undefined);
      if (!response) return;
      await response.text();
      watched.delaysMs.push(performance.now() - startedAt);
      watched.peakMib = Math.max(watched.peakMib, server.residentMib());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  return async () => {
    end.abort();
    await watching;
    return watched;
  };
};

/** A school with a course, and a large file to upload into it. */
const openUpload = async (folder: string, sizeBytes: number): Promise<{ sender: Sender; courseId: string }> => {
  const file = join(folder, 'large.mp4');
  await writeLargeVideo(file, sizeBytes);
  const server = await startLectern(join(folder, 'data'), { FFMPEG_PATH: 'none', RATE_LIMIT: 'off' });
  const token = await signIn(server);
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  return { sender: { server, headers, file, sizeBytes }, courseId: await createCourse(server, token, 'Large') };
};

/** What a resumable upload costs the server, and how soon after its last byte it plays. */
export const uploadFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const { sender, courseId } = await openUpload(folder.path, UPLOAD_BYTES);
  const { server } = sender;
  try {
    const [idleMib, cpuBefore] = [server.residentMib(), server.cpuSeconds()];
    const stopWatching = watchServer(server);
    const startedAt = performance.now();
    const path = await sendFile(sender, courseId);
    const lastByteAt = performance.now();
    const url = new URL(await makeLecture(sender, path), server.origin);
    const played = await fetch(url, { headers: { range: 'bytes=0-65535' } });
    if (played.status !== 206) throw new Error(`the video returned ${played.status}`);
    await played.arrayBuffer();
    const playableMs = performance.now() - lastByteAt;
    const { peakMib, delaysMs } = await stopWatching();
    const speed = round(UPLOAD_BYTES / 1e6 / ((lastByteAt - startedAt) / 1000), 0);
    const cpu = round((server.cpuSeconds() - cpuBefore) / (UPLOAD_BYTES / 1e9));
    const delays = `${delaysMs.length} probes, median ${round(median(delaysMs), 1)} ms`;
    const cost = `peak ${round(peakMib, 0)} MiB; ${speed} MB/s, ${cpu} s of CPU per GB`;
    return [
      figure('resident memory idle', { atMost: 150 }, round(idleMib, 0), 'MiB', 'after a login and one course'),
      figure('its growth in an upload of 2 GiB', { atMost: 100 }, round(peakMib - idleMib, 0), 'MiB', cost),
      figure('p99 of an empty response meanwhile', { atMost: 50 }, round(percentile(delaysMs, 0.99), 1), 'ms', delays),
      figure('last byte → playable', { atMost: 2000 }, round(playableMs, 0), 'ms', 'its first bytes read'),
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
};

const cpuPerGigabyte = (result: LoadResult): number => result.serverCpuSeconds / (result.bytes / 1e9);

/** Watching: many connections read ranges of one file. */
export const rangeFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const { sender, courseId } = await openUpload(folder.path, RANGE_FILE_BYTES);
  const raw = await startRaw('range', sender.file);
  try {
    const path = await makeLecture(sender, await sendFile(sender, courseId));
    const shape = { headers: { range: RANGE }, connections: 64, seconds: 5 };
    const result = await compare(
      { server: sender.server, load: { path, ...shape } },
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
    ];
  } finally {
    await raw.stop();
    await sender.server.stop();
    folder.remove();
  }
};
