import { load, pause } from './load.ts';
import { lecturesOf, logIn } from './school.ts';
import { json, type Visitor } from './visitor.ts';

const HEARTBEAT_MS = 15_000;

interface Segment {
  url: string;
  range: string;
  seconds: number;
}

/** The segments of a media playlist, after the part that players need before the first of them. */
const segmentsOf = (playlist: string, base: string): Segment[] => {
  const header = /^#EXT-X-MAP:URI="(?<url>[^"]+)",BYTERANGE="(?<length>\d+)@(?<from>\d+)"/gm;
  const segment = /^#EXTINF:(?<seconds>[\d.]+),\n#EXT-X-BYTERANGE:(?<length>\d+)@(?<from>\d+)\n(?<url>.+)$/gm;
  const found = [header, segment].flatMap((pattern) => [...playlist.matchAll(pattern)]);
  return found.map(({ groups = {} }) => ({
    url: new URL(groups['url'] ?? '', base).href,
    range: `bytes=${groups['from']}-${Number(groups['from']) + Number(groups['length']) - 1}`,
    seconds: Number(groups['seconds'] ?? 0),
  }));
};

/** The first playlist that a master names. */
const firstPlaylist = (master: string, base: string): string =>
  new URL(master.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '', base).href;

/** Loads the playlists of a lecture, as a player does before it starts. */
export const openLecture = async (visitor: Visitor, hls: string): Promise<Segment[]> => {
  const master = await visitor.step('master playlist', hls);
  const address = firstPlaylist(master.body.toString(), hls);
  const media = await visitor.step('playlist', address);
  const segments = segmentsOf(media.body.toString(), address);
  if (segments.length < 2) throw new Error('the lecture has no segment');
  return segments;
};

export const loadSegment = (visitor: Visitor, { url, range }: Segment) =>
  visitor.step('segment', url, { headers: { range } });

/** Loads each segment when the one before it has been played, which is when a player with a full buffer does. */
const play = async (visitor: Visitor, segments: readonly Segment[], over: AbortSignal): Promise<void> => {
  for (const segment of segments) {
    if (over.aborted) return;
    const startedAt = performance.now();
    await loadSegment(visitor, segment);
    await pause(segment.seconds * 1000 - (performance.now() - startedAt), over);
  }
};

/** Sends a player's report that it played for another fifteen seconds. */
export const sendHeartbeat = (
  visitor: Visitor,
  lectureId: string,
  { seq, sessionId }: { seq: number; sessionId: string },
) => {
  const positionMs = (seq - 1) * HEARTBEAT_MS;
  const ranges = seq === 1 ? [] : [[positionMs - HEARTBEAT_MS, positionMs]];
  const heartbeat = json({ positionMs, ranges, rate: 1, seq, sessionId });
  return visitor.step('heartbeat', `/api/v1/lectures/${lectureId}/progress`, heartbeat);
};

const report = (visitor: Visitor, lectureId: string, over: AbortSignal): Promise<unknown> => {
  const sessionId = crypto.randomUUID();
  const pace = { perSecond: 1000 / HEARTBEAT_MS, over };
  return load(pace, (turn) => sendHeartbeat(visitor, lectureId, { seq: turn + 1, sessionId }));
};

/** The first page, and what it loads. */
export const startVisit = async (visitor: Visitor): Promise<void> => {
  await visitor.step('page', `${visitor.origin}/`);
  await visitor.step('user/me', '/api/v1/user/me');
  await visitor.step('courses', '/api/v1/courses');
};

/** Opens the newest lecture of a course that is ready, and begins to watch on this device. */
export const findLecture = async (visitor: Visitor, courseId: string) => {
  const lecture = (await lecturesOf(visitor, courseId)).findLast(({ hls }) => hls !== null);
  if (!lecture || lecture.hls === null) throw new Error('there is no lecture to watch');
  await visitor.step('playback session', '/api/v1/playback/session', { method: 'POST' });
  return { id: lecture._id, hls: lecture.hls };
};

/** Begins at the first page and then watches one lecture after the other, at the pace of the video, until it is over. */
export const watch = async (
  visitor: Visitor,
  courseId: string,
  person: { email: string; password: string },
  over: AbortSignal,
): Promise<void> => {
  if (visitor.token === undefined) await logIn(visitor, person);
  await startVisit(visitor);
  while (!over.aborted) {
    const { id, hls } = await findLecture(visitor, courseId);
    const segments = await openLecture(visitor, hls);
    const ended = new AbortController();
    const reports = report(visitor, id, AbortSignal.any([over, ended.signal]));
    await Promise.all([play(visitor, segments, over).finally(() => ended.abort()), reports]);
  }
};
