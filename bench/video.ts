import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { compare } from './compare.ts';
import { probeWhile, withCpu } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { createCourse, type School, startSchool } from './school.ts';
import { addLecture, sendVideo, upload, type Video } from './upload.ts';

const GIB = 1024 ** 3;
const UPLOAD_BYTES = 2 * GIB;
const CHUNK_BYTES = 32 * 1024 ** 2;
const RANGE_FILE_BYTES = 256 * 1024 ** 2;
const RANGE = 'bytes=1048576-9437183';
const PROBE_EVERY_MS = 20;
const SETTINGS = { FFMPEG_PATH: 'none', RATE_LIMIT: 'off' };

/** A real short lecture, then a `free` box that makes it as large as wanted: valid for every reader of MP4. */
const writeLargeVideo = async (file: FileHandle, sizeBytes: number): Promise<void> => {
  const lecture = readFileSync('test/media/three-seconds.mp4');
  const box = Buffer.alloc(16);
  box.writeUInt32BE(1, 0);
  box.write('free', 4);
  box.writeBigUInt64BE(BigInt(sizeBytes - lecture.length), 8);
  await file.write(Buffer.concat([lecture, box]));
  const padding = Buffer.alloc(1024 ** 2, 7);
  for (let at = lecture.length + box.length; at < sizeBytes; at += padding.length)
    await file.write(padding, 0, Math.min(padding.length, sizeBytes - at), at);
};

/** A course, and a large video to upload into it. */
const startUpload = async ({ admin, folder }: School, sizeBytes: number) => {
  const path = join(folder, 'large.mp4');
  const file = await open(path, 'w+');
  await writeLargeVideo(file, sizeBytes);
  const video: Video = {
    sizeBytes,
    chunkBytes: CHUNK_BYTES,
    read: async (start, end) => (await file.read(Buffer.alloc(end - start), 0, end - start, start)).buffer,
  };
  return { path, courseId: await createCourse(admin, 'Large'), video, [Symbol.asyncDispose]: () => file.close() };
};

/** What a resumable upload costs the server, and how soon after its last byte it plays. */
export const uploadFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject, SETTINGS);
  await using large = await startUpload(school, UPLOAD_BYTES);
  const { server, admin } = school;
  const idleMib = server.residentMib();
  let peakMib = idleMib;
  const probe = async (): Promise<void> => {
    await (await fetch(`${server.origin}/healthz`)).text();
    peakMib = Math.max(peakMib, server.residentMib());
  };
  const send = async () => {
    const sent = await withCpu(server, () => sendVideo(admin, large.courseId, large.video));
    const lastByteAt = performance.now();
    const { path } = await addLecture(admin, sent.result, 'Large');
    const played = await fetch(`${server.origin}${path}`, { headers: { range: 'bytes=0-65535' } });
    if (played.status !== 206) throw new Error(`the video returned ${played.status}`);
    await played.arrayBuffer();
    return { ...sent, playableMs: performance.now() - lastByteAt };
  };
  const { result, times } = await probeWhile(PROBE_EVERY_MS, probe, send());
  const speed = round(UPLOAD_BYTES / 1e6 / result.seconds, 0);
  const cpu = round(result.cpuSeconds / (UPLOAD_BYTES / 1e9));
  const delays = `${times.length} probes, median ${round(median(times), 1)} ms`;
  const cost = `peak ${round(peakMib, 0)} MiB; ${speed} MB/s, ${cpu} s of CPU per GB`;
  return [
    figure('resident memory idle', { atMost: 150 }, round(idleMib, 0), 'MiB', 'after a login and one course'),
    figure('its growth in an upload of 2 GiB', { atMost: 100 }, round(peakMib - idleMib, 0), 'MiB', cost),
    figure('p99 of an empty response meanwhile', { atMost: 50 }, round(percentile(times, 0.99), 1), 'ms', delays),
    figure('last byte → playable', { atMost: 2000 }, round(result.playableMs, 0), 'ms', 'its first bytes read'),
  ];
};

/** Watching: many connections read ranges of one file. */
export const rangeFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject, SETTINGS);
  await using large = await startUpload(school, RANGE_FILE_BYTES);
  const { path } = await upload(school.admin, large.courseId, 'Large', large.video);
  const requests = { path, headers: { range: RANGE }, connections: 64, seconds: 5 };
  const { ours, raw } = await compare(school.server, 'range', large.path, requests);
  const [cost, rawCost] = [ours, raw].map(
    ({ cpuPerGigabyte, gigabytesPerSecond }) => `${round(cpuPerGigabyte)} s/GB at ${round(gigabytesPerSecond)} GB/s`,
  );
  return [
    figure(
      'a lecture by ranges, 64 connections: CPU per GB against createReadStream',
      { atMost: 0.6 },
      round(ours.cpuPerGigabyte / raw.cpuPerGigabyte),
      '×',
      `${cost} against ${rawCost}`,
    ),
  ];
};
