import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { createCourse, signIn } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { type Running, startLectern, startObjectStore, temporaryFolder } from './processes.ts';
import { peakMemory, writeLargeVideo } from './video.ts';

const GIB = 1024 ** 3;
const CHUNK_BYTES = 32 * 1024 ** 2;
const PROBE_EVERY_MS = 20;
const Made = z.object({
  course: z.object({ lectures: z.array(z.object({ lecture: z.array(z.object({ secure_url: z.string() })) })) }),
});

interface Sender {
  server: Running;
  sizeBytes: number;
  headers: Record<string, string>;
}

const begin = async ({ server, headers, sizeBytes }: Sender, courseId: string): Promise<string> => {
  const named = [`courseId ${btoa(courseId)}`, `filename ${btoa('large.mp4')}`].join(',');
  const response = await fetch(`${server.origin}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(sizeBytes), 'upload-metadata': named },
  });
  if (response.status !== 201) throw new Error(`the upload began with ${response.status}`);
  return response.headers.get('location') ?? '';
};

const sendChunk = async (
  { server, headers, sizeBytes }: Sender,
  path: string,
  file: string,
  start: number,
): Promise<void> => {
  const end = Math.min(start + CHUNK_BYTES, sizeBytes) - 1;
  const outgoing = request(new URL(path, server.origin), {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(start),
      'content-length': String(end - start + 1),
    },
  });
  const received = once(outgoing, 'response');
  await pipeline(createReadStream(file, { start, end, highWaterMark: 1024 ** 2 }), outgoing);
  const [response] = await received;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 204) throw new Error(`a chunk returned ${response.statusCode}`);
};

const sendAll = async (sender: Sender, path: string, file: string): Promise<void> => {
  for (let start = 0; start < sender.sizeBytes; start += CHUNK_BYTES) await sendChunk(sender, path, file, start);
};

/** How long an empty response takes meanwhile: it waits for nothing but the event loop. */
const probe = (server: Running): (() => Promise<number[]>) => {
  const delays: number[] = [];
  const end = new AbortController();
  const probing = (async () => {
    while (!end.signal.aborted) {
      const startedAt = performance.now();
      // A server that is gone fails the upload, which says why.
      const response = await fetch(`${server.origin}/healthz`).catch(() => undefined);
      if (!response) return;
      await response.text();
      delays.push(performance.now() - startedAt);
      await new Promise((resolve) => {
        setTimeout(resolve, PROBE_EVERY_MS);
      });
    }
  })();
  return async () => {
    end.abort();
    await probing;
    return delays;
  };
};

const makeLecture = async ({ server, headers }: Sender, path: string): Promise<string> => {
  const response = await fetch(`${server.origin}${path}/lecture`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Large', description: 'In chunks' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the lecture returned ${response.status}: ${text}`);
  return Made.parse(JSON.parse(text)).course.lectures.at(-1)?.lecture[0]?.secure_url ?? '';
};

const readFirstBytes = async (server: Running, address: string): Promise<void> => {
  const url = new URL(new URL(address).pathname, server.origin);
  const response = await fetch(url, { headers: { range: 'bytes=0-65535' } });
  if (response.status !== 206) throw new Error(`the video returned ${response.status}`);
  await response.arrayBuffer();
};

interface Target {
  where: string;
  settings: NodeJS.ProcessEnv;
  sizeBytes: number;
}

/** What a resumable upload costs the server, and how soon after its last byte it plays. */
const measureUpload = async ({ where, settings, sizeBytes }: Target): Promise<Figure[]> => {
  const what = `${sizeBytes / GIB} GiB to ${where}`;
  const folder = temporaryFolder();
  const file = join(folder.path, 'large.mp4');
  await writeLargeVideo(file, sizeBytes);
  const server = await startLectern(join(folder.path, 'data'), { FFMPEG_PATH: 'none', ...settings });
  try {
    const headers = { authorization: `Bearer ${await signIn(server)}`, 'tus-resumable': '1.0.0' };
    const sender = { server, headers, sizeBytes };
    const path = await begin(sender, await createCourse(server, headers.authorization.slice(7), 'Large'));
    const idleMib = server.residentMib();
    const cpuBefore = server.cpuSeconds();
    const stopWatching = peakMemory(server);
    const stopProbing = probe(server);
    const startedAt = performance.now();
    await sendAll(sender, path, file);
    const lastByteAt = performance.now();
    await readFirstBytes(server, await makeLecture(sender, path));
    const playableMs = performance.now() - lastByteAt;
    const delays = await stopProbing();
    const peakMib = stopWatching();
    const speed = sizeBytes / 1e6 / ((lastByteAt - startedAt) / 1000);
    const cpu = server.cpuSeconds() - cpuBefore;
    return [
      figure(
        `resident memory during a resumable upload of ${what}, above idle`,
        { atMost: 100 },
        round(peakMib - idleMib, 0),
        'MiB',
        `peak ${round(peakMib, 0)} MiB; ${round(speed, 0)} MB/s, ${round(cpu / (sizeBytes / 1e9))} s of CPU per GB`,
      ),
      figure(
        `p99 of an empty response during the upload of ${what}`,
        { atMost: 50 },
        round(percentile(delays, 0.99), 1),
        'ms',
        `${delays.length} probes, median ${round(percentile(delays, 0.5), 1)} ms`,
      ),
      figure(
        `last byte of ${what} → playable`,
        { atMost: 2000 },
        round(playableMs, 0),
        'ms',
        'lecture created, listed, and its first bytes read',
      ),
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
};

export const largeUploadFigures = (): Promise<Figure[]> =>
  measureUpload({ where: 'the data folder', settings: {}, sizeBytes: 2 * GIB });

/** Of memory only: how fast a store is says nothing of Lectern, least of all of an emulator, which keeps up to 2 GiB. */
export const objectStoreUploadFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const { store, settings } = await startObjectStore(folder.path);
  try {
    return (await measureUpload({ where: 'an object store', settings, sizeBytes: GIB })).slice(0, 1);
  } finally {
    await store.stop();
    folder.remove();
  }
};
