import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { logIn } from './school.ts';
import { bearer, json, read, type Visitor } from './visitor.ts';

const HEARTBEAT_MS = 15_000;

/** A learner with the bundle. */
export interface Learner {
  email: string;
  /** The session's token; undefined for a learner who logs in. */
  token: string | undefined;
}

export interface School {
  origin: string;
  courseId: string;
  password: string;
}

const Course = z.object({
  lectures: z.array(z.object({ _id: z.string(), hls: z.string().nullable() })),
});

interface Segment {
  url: string;
  range: string | undefined;
  seconds: number;
}

/** The segments of a media playlist, and the part that players need before the first of them. */
const segmentsOf = (playlist: string, base: string): Segment[] => {
  const segments: Segment[] = [];
  let seconds = 0;
  let range: string | undefined;
  const rangeOf = (length: string, from: string): string => `bytes=${from}-${Number(from) + Number(length) - 1}`;
  for (const line of playlist.split('\n')) {
    const [, map, mapLength = '', mapFrom = ''] = /^#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(line) ?? [];
    if (map !== undefined)
      segments.push({ url: new URL(map, base).href, range: rangeOf(mapLength, mapFrom), seconds: 0 });
    seconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds);
    const [, length, from = ''] = /^#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(line) ?? [];
    if (length !== undefined) range = rangeOf(length, from);
    if (line !== '' && !line.startsWith('#')) segments.push({ url: new URL(line, base).href, range, seconds });
  }
  return segments;
};

/** The first playlist that a master names. */
const firstPlaylist = (master: string, base: string): string =>
  new URL(master.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '', base).href;

/** Loads the playlists of a lecture, as a player does before it starts. */
export const openLecture = async (visitor: Visitor, hls: string): Promise<Segment[]> => {
  const master = await visitor.step('master playlist', hls);
  const address = firstPlaylist(master.body.toString(), hls);
  const media = await visitor.step('playlist', address);
  return segmentsOf(media.body.toString(), address);
};

export const loadSegment = (visitor: Visitor, { url, range }: Segment) =>
  visitor.step('segment', url, range === undefined ? {} : { headers: { range } });

/** Loads each segment when the one before it has been played, which is when a player with a full buffer does. */
const play = async (visitor: Visitor, segments: readonly Segment[], over: AbortSignal): Promise<void> => {
  for (const segment of segments) {
    const startedAt = performance.now();
    await loadSegment(visitor, segment);
    const leftMs = Math.max(0, segment.seconds * 1000 - (performance.now() - startedAt));
    await setTimeout(leftMs, undefined, { signal: over });
  }
};

/** Sends a player's report that it played for another fifteen seconds. */
export const sendHeartbeat = (
  visitor: Visitor,
  { origin, token, lectureId }: { origin: string; token: string; lectureId: string },
  { seq, sessionId }: { seq: number; sessionId: string },
) => {
  const positionMs = (seq - 1) * HEARTBEAT_MS;
  const ranges = seq === 1 ? [] : [[positionMs - HEARTBEAT_MS, positionMs]];
  const heartbeat = json({ positionMs, ranges, rate: 1, seq, sessionId }, bearer(token));
  return visitor.step('heartbeat', `${origin}/api/v1/lectures/${lectureId}/progress`, heartbeat);
};

const report = async (
  visitor: Visitor,
  what: Parameters<typeof sendHeartbeat>[1],
  over: AbortSignal,
): Promise<void> => {
  const sessionId = crypto.randomUUID();
  for (let seq = 1; ; seq += 1) {
    await sendHeartbeat(visitor, what, { seq, sessionId });
    await setTimeout(HEARTBEAT_MS, undefined, { signal: over });
  }
};

/** The first page, and what it loads. */
export const startVisit = async (visitor: Visitor, { origin }: School, token: string): Promise<void> => {
  await visitor.step('page', `${origin}/`);
  await visitor.step('user/me', `${origin}/api/v1/user/me`, { headers: bearer(token) });
  await visitor.step('courses', `${origin}/api/v1/courses`, { headers: bearer(token) });
};

/** Opens the newest lecture of a course that is ready, and begins to watch on this device. */
export const findLecture = async (visitor: Visitor, { origin, courseId }: Omit<School, 'password'>, token: string) => {
  const headers = bearer(token);
  const reply = await visitor.step('course', `${origin}/api/v1/courses/${courseId}`, { headers });
  const lecture = read(Course, reply).lectures.findLast(({ hls }) => hls !== null);
  if (!lecture || lecture.hls === null) throw new Error('there is no lecture to watch');
  await visitor.step('playback session', `${origin}/api/v1/playback/session`, { method: 'POST', headers });
  return { id: lecture._id, hls: lecture.hls };
};

/** Begins at the first page and then watches one lecture after the other, at the pace of the video, until it is over. */
export const watch = async (visitor: Visitor, school: School, learner: Learner, over: AbortSignal): Promise<void> => {
  const { origin } = school;
  const token = learner.token ?? (await logIn(visitor, origin, { email: learner.email, password: school.password }));
  await startVisit(visitor, school, token);
  while (!over.aborted) {
    const { id: lectureId, hls } = await findLecture(visitor, school, token);
    const segments = await openLecture(visitor, hls);
    const ended = new AbortController();
    const reports = report(visitor, { origin, token, lectureId }, AbortSignal.any([over, ended.signal]));
    await Promise.all([play(visitor, segments, over).finally(() => ended.abort()), untilAborted(reports)]);
  }
};

/** Resolves when the work is aborted; every other error passes. */
export const untilAborted = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  });
};
