import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { CourseProgress, Heartbeat, LectureProgress } from '#contract/classroom/progress.ts';
import type { LectureProgressRow } from '#server/database/tables/learning.ts';
import { isComplete } from '../kinds/kinds.ts';
import { addCoverage, lengthOf } from './coverage.ts';

/** The highest playback rate that counts. */
const MAX_RATE = 3;
const SLACK_MS = 5000;
/** The time that the first heartbeat may count, and a late one at most. */
const FIRST_MS = 15_000;
const LATEST_MS = HOUR_MS;

const REWIND_MS = 3000;
const NEAR_END_MS = 10_000;

export const Watched = z.array(z.tuple([z.int(), z.int()]));

export interface Moment {
  kind: LectureKind;
  /** Null while the length of the video is unknown. */
  durationMs: number | null;
  now: number;
}

/**
 * The progress of a user after one heartbeat; the same row when it arrives too late to count. New coverage is
 * bounded by the time that passed, so that dragging to the end completes nothing.
 */
export const withHeartbeat = (
  row: LectureProgressRow,
  { positionMs, ranges, seq, sessionId, sinceStartMs = 0, ended = false }: Heartbeat,
  { kind, durationMs, now }: Moment,
): LectureProgressRow => {
  if (row.session_id === sessionId && seq <= row.seq) return row;
  const known = Watched.parse(JSON.parse(row.watched));
  // The first heartbeat of all may come from a device that was offline until now.
  const allowanceFrom = row.session_id === '' ? Math.min(row.allowance_from, now - sinceStartMs) : row.allowance_from;
  const allowedSince = Math.max(allowanceFrom, now - LATEST_MS);
  const allowedMs = (now - allowedSince) * MAX_RATE + SLACK_MS;
  const spans = addCoverage(known, { ranges, durationMs: durationMs ?? undefined, allowedMs });
  const watchedMs = lengthOf(spans);
  const gainedMs = Math.max(0, watchedMs - row.watched_ms);
  const position = Math.min(positionMs, durationMs ?? positionMs);
  // The end of playing shows how long the video is.
  const lengthMs = durationMs ?? (ended ? position : undefined);
  return {
    ...row,
    position_ms: position,
    watched: JSON.stringify(spans),
    watched_ms: watchedMs,
    allowance_from: allowedSince + Math.ceil(gainedMs / MAX_RATE),
    session_id: sessionId,
    seq,
    done_at: row.done_at ?? (isComplete(kind, { watchedMs, lengthMs, hasEnded: ended }) ? now : null),
    watched_at: now,
  };
};

/**
 * Marking as not done clears what was watched if that alone makes the lecture done, or the next heartbeat would complete
 * it again. Otherwise it stays, so that a mark can be taken back.
 */
export const withMark = (
  row: LectureProgressRow,
  isDone: boolean,
  { kind, durationMs, now }: Moment,
): LectureProgressRow => {
  if (isDone) return { ...row, done_at: row.done_at ?? now, watched_at: now };
  const isWatched =
    durationMs === null || isComplete(kind, { watchedMs: row.watched_ms, lengthMs: durationMs, hasEnded: true });
  return { ...row, done_at: null, watched_at: now, ...(isWatched ? { watched: '[]', watched_ms: 0 } : {}) };
};

export const nothingWatched = (
  { userId, lectureId, courseId }: { userId: string; lectureId: string; courseId: string },
  now: number,
): LectureProgressRow => ({
  user_id: userId,
  lecture_id: lectureId,
  course_id: courseId,
  position_ms: 0,
  watched: '[]',
  watched_ms: 0,
  allowance_from: now - FIRST_MS,
  session_id: '',
  seq: -1,
  done_at: null,
  watched_at: now,
  began_at: now,
});

const resumeAt = (positionMs: number, durationMs: number | null): number => {
  const isAtStart = positionMs < NEAR_END_MS;
  const isAtEnd = durationMs !== null && positionMs > durationMs - NEAR_END_MS;
  return isAtStart || isAtEnd ? 0 : positionMs - REWIND_MS;
};

export const presentProgress = (
  row: Pick<LectureProgressRow, 'position_ms' | 'watched_ms' | 'done_at'> | undefined,
  durationMs: number | null,
): LectureProgress => {
  if (!row) return { positionMs: 0, resumeAtMs: 0, watchedPercent: 0, isDone: false };
  const share = durationMs === null || durationMs === 0 ? 0 : row.watched_ms / durationMs;
  return {
    positionMs: row.position_ms,
    resumeAtMs: resumeAt(row.position_ms, durationMs),
    watchedPercent: Math.min(100, Math.floor(share * 100)),
    isDone: row.done_at !== null,
  };
};

/** `lectureIds` are those of the course in their order; only open ones are resumed. */
export const presentCourse = (
  lectureIds: readonly string[],
  rows: ReadonlyMap<string, LectureProgressRow>,
  isOpen: (lectureId: string) => boolean,
): CourseProgress => {
  const isDone = (id: string): boolean => (rows.get(id)?.done_at ?? null) !== null;
  const doneLectures = lectureIds.filter(isDone).length;
  const watchedAt = (id: string): number => rows.get(id)?.watched_at ?? -1;
  const last = lectureIds.reduce((best, id, index) => {
    const bestId = lectureIds[best];
    return bestId !== undefined && watchedAt(id) > watchedAt(bestId) ? index : best;
  }, 0);
  const inTurn = [...lectureIds.slice(last), ...lectureIds.slice(0, last)];
  return {
    doneLectures,
    lectures: lectureIds.length,
    percent: lectureIds.length === 0 ? 0 : Math.floor((doneLectures / lectureIds.length) * 100),
    resumeLectureId: inTurn.find((id) => !isDone(id) && isOpen(id)) ?? null,
  };
};
