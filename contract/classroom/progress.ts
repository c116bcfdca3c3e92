import { z } from 'zod';
import { WEEK_MS } from '#contract/durations.ts';
import { get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { inLanguage } from '../school/languages.ts';

/** A place in a video, or a length of it, in milliseconds. No lecture is longer than a week. */
export const VideoMs = z.int().min(0).max(WEEK_MS);

const REWINDS_PER_HEARTBEAT = 20;

/** The report of a player, every 15 seconds and at every change. */
export const Heartbeat = z.object({
  positionMs: VideoMs,
  /** The ranges played since the last confirmed heartbeat, as [from, to). */
  ranges: z.array(z.tuple([VideoMs, VideoMs])).max(100),
  /** How fast it plays. */
  rate: z.number().min(0).max(16),
  /** Grows with every heartbeat of a sessionId; a late heartbeat changes nothing. */
  seq: z.int().min(0),
  /** A name that the player gives itself when it is opened, new each time. */
  sessionId: z.string().regex(/^[\w-]{1,64}$/),
  ended: z.boolean().optional(),
  /** Where the viewer went back to since the last confirmed heartbeat. */
  rewinds: z.array(VideoMs).max(REWINDS_PER_HEARTBEAT).optional(),
  /** For how long this sessionId has been playing; a first heartbeat may come long after the beginning. */
  sinceStartMs: VideoMs.optional(),
});
export type Heartbeat = z.output<typeof Heartbeat>;

/** How far one person is in one lecture. */
export const LectureProgress = z.object({
  positionMs: z.int(),
  /** Where playback resumes: a little before the position, or 0 near either end. */
  resumeAtMs: z.int(),
  /** Unique coverage, from 0 to 100. */
  watchedPercent: z.int(),
  isDone: z.boolean(),
});
export type LectureProgress = z.output<typeof LectureProgress>;

/** How far one person is in one course. */
export const CourseProgress = z.object({
  doneLectures: z.int(),
  lectures: z.int(),
  /** Of the lectures, from 0 to 100. */
  percent: z.int(),
  /** Where to continue: the lecture watched last, the one after it when that is done; null when all are done. */
  resumeLectureId: z.string().nullable(),
});
export type CourseProgress = z.output<typeof CourseProgress>;

export const ContinueItem = z.object({
  course: z.object({ _id: z.string(), title: z.string(), thumbnail: z.string().nullable() }),
  lecture: z.object({ _id: z.string(), title: z.string(), durationMs: z.int().nullable() }),
  progress: LectureProgress,
  watchedAt: Instant,
});
export type ContinueItem = z.output<typeof ContinueItem>;

export const CONTINUE_MAX = 6;

export const ofLectureId = { params: z.object({ lectureId: Id }), notFound: 'lecture_not_found' } as const;

export const progress = {
  heartbeat: post('/lectures/:lectureId/progress', {
    access: { course: 'watch' },
    summary: 'Report watched ranges; the response is sent once they are stored',
    ...ofLectureId,
    body: Heartbeat,
    errors: ['session_displaced'],
    response: saying('Progress saved', { progress: LectureProgress }),
  }),
  mark: put('/lectures/:lectureId/done', {
    access: { course: 'watch' },
    summary: 'Mark a lecture as watched or not watched; not watched resets what was watched if that is all of it',
    ...ofLectureId,
    body: z.object({ isDone: z.boolean() }),
    errors: ['done_by_passing'],
    response: success({ progress: LectureProgress }),
  }),
  continueWatching: get('/progress/continue', {
    access: 'user',
    query: z.object(inLanguage),
    summary: 'List started courses, most recent first, each with the lecture to continue',
    response: success({ items: z.array(ContinueItem) }),
  }),
};
