import { messages } from '#contract/messages.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { QueuedQuestion, QueueEntry, QueueState } from '#contract/classroom/question-queue.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { sentenceAt } from '#video-format/transcript.ts';
import type { Matches } from './matches.ts';
import { countReports, listRevisions } from './posts.queries.ts';
import {
  countQueue,
  findPlace,
  listAnswerIds,
  listQueue,
  nameWaiting,
  type QueueRow,
  sumWaiting,
} from './queue.queries.ts';
import type { Reading, Threads, TranscriptOf } from './threads.ts';

const REVISIONS_MAX = 20;

/** The addresses of the images of a lecture, for this person. */
export type ImagesOf = (
  actor: Actor,
  place: { courseId: string; lectureId: string },
  origin: string,
) => Promise<Pick<Lecture, 'poster' | 'storyboard'>>;

export interface QueueNeeds {
  policy: Pick<CoursePolicy, 'staffOf'>;
  threads: Pick<Threads, 'read' | 'medianOf'>;
  matches: Matches;
  transcriptOf: TranscriptOf;
  imagesOf: ImagesOf;
}

export interface QueuePage {
  state: QueueState;
  search?: string | undefined;
  courseId?: string | undefined;
  limit: number;
  offset: number;
}

const toEntry = (row: QueueRow): QueueEntry => ({
  kind: 'question',
  _id: row.id,
  author: row.deleted_at === null ? row.full_name : messages.people.deletedAccount,
  excerpt: row.excerpt,
  course: { _id: row.course_id, title: row.course_title },
  lecture: { _id: row.lecture_id, title: row.lecture_title },
  atMs: row.at_ms,
  createdAt: toInstant(row.created_at),
  standing: row.standing,
  isPrivate: row.is_private === 1,
});

/** What waits for the staff: of every course for admins, for others of the courses that they teach or assist in. */
export const createQueue = (
  { database: { db }, settings }: Pick<Platform, 'database' | 'settings'>,
  { policy, threads, matches, transcriptOf, imagesOf }: QueueNeeds,
) => {
  const coursesFor = async (actor: Actor, courseId: string | undefined): Promise<readonly string[] | undefined> => {
    const own = await policy.staffOf(actor);
    return courseId === undefined ? own : [courseId].filter((id) => own?.includes(id) ?? true);
  };

  /** The sentence at a moment, with one before and two after it. */
  const saidAround = async (lectureId: string, atMs: number | null): Promise<QueuedQuestion['said']> => {
    if (atMs === null) return [];
    const sentences = await transcriptOf(lectureId);
    const there = Math.max(0, sentenceAt(sentences, atMs / 1000));
    return sentences.slice(Math.max(0, there - 1), there + 3).map((sentence) => ({
      startMs: Math.round(sentence.startSeconds * 1000),
      text: sentence.text,
      isThere: sentence === sentences[there],
    }));
  };

  return {
    list: async (actor: Actor, { state, search, courseId, ...page }: QueuePage) => {
      const courseIds = await coursesFor(actor, courseId);
      const filter = { courseIds, search };
      const counts = await countQueue(db, filter);
      const { since } = await sumWaiting(db, filter);
      return {
        entries: (await listQueue(db, { ...filter, state }, page)).map(toEntry),
        total: counts[state],
        counts,
        medianMs: await threads.medianOf(courseIds),
        oldestAt: toInstantOrNull(since),
      };
    },

    /** The questions of all courses that wait, and who asked; none while questions are off. */
    waiting: async (): Promise<{ count: number; people: number; since: number | null; names: string[] }> => {
      if (!(await settings.community()).questions) return { count: 0, people: 0, since: null, names: [] };
      const all = { courseIds: undefined };
      const waiting = await sumWaiting(db, all);
      return { ...waiting, names: waiting.count === 0 ? [] : await nameWaiting(db, all) };
    },

    /** Throws `question_not_found`. */
    read: async (reading: Reading, questionId: string): Promise<QueuedQuestion> => {
      const question = await threads.read(reading, questionId);
      const place = await findPlace(db, questionId);
      if (!place) throw fail('question_not_found');
      const {
        course_id: courseId,
        lecture_id: lectureId,
        text,
        duration_ms: durationMs,
        watched_ms: watchedMs,
      } = place;
      const postIds = [questionId, ...(await listAnswerIds(db, questionId))];
      const revisions = await listRevisions(db, postIds, REVISIONS_MAX);
      const { poster, storyboard } = await imagesOf(reading.actor, { courseId, lectureId }, reading.origin);
      return {
        question,
        askerId: place.user_id,
        course: { _id: courseId, title: place.course_title },
        lecture: { _id: lectureId, title: place.lecture_title, number: place.number, poster, storyboard },
        watchedPercent: durationMs ? Math.min(100, Math.floor((100 * (watchedMs ?? 0)) / durationMs)) : 0,
        said: await saidAround(lectureId, question.atMs),
        ...(await matches.find({ courseId, lectureId, text, exceptId: questionId })),
        revisions: revisions.map((one) => ({ text: one.text, replacedAt: toInstant(one.replaced_at) })),
        reports: await countReports(db, postIds),
      };
    },
  };
};
