import type { FailedQuestion, QuizAttempt, SubmittedAttempt } from '#contract/classroom/quiz-fields.ts';
import { toInstantOrNull, WEEK_MS } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { listItems } from './attempts.queries.ts';
import type { AttemptPlace } from './attempts.ts';
import { countSubmitted, findSubmitted, listFailed, listSubmitted } from './results.queries.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { createPresent } from './present.ts';
import { attemptScore } from './scoring.ts';
import { readQuestion, type Versions } from './versions.ts';

export interface ResultsNeeds {
  policy: Pick<CoursePolicy, 'staffOf'>;
  places: QuizPlaces;
  versions: Versions;
}

/** Attempts of learners as their teachers see them, and what was failed in a week. */
export const createResults = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
  { policy, places, versions }: ResultsNeeds,
) => {
  const { clock } = platform;
  const { db } = platform.database;
  const present = createPresent(platform, versions);
  return {
    /** The latest first. */
    list: async (
      place: QuizPlace,
      page: { limit: number; offset: number },
    ): Promise<{ attempts: SubmittedAttempt[]; total: number }> => {
      await places.find(place);
      const rows = await listSubmitted(db, place.lectureId, page);
      const attempts = rows.map((row) => ({
        _id: row.id,
        person: { _id: row.user_id, fullName: row.full_name },
        number: row.number,
        state: row.state,
        submittedAt: toInstantOrNull(row.submitted_at),
        score: attemptScore(row),
        isReset: row.reset_id !== null,
      }));
      return { attempts, total: await countSubmitted(db, place.lectureId) };
    },

    /** With the key, whatever its learner sees. Throws `attempt_not_found`, also before it is submitted. */
    read: async (place: AttemptPlace): Promise<{ person: SubmittedAttempt['person']; attempt: QuizAttempt }> => {
      await places.find(place);
      const row = await findSubmitted(db, place.attemptId);
      if (row?.lecture_id !== place.lectureId) throw fail('attempt_not_found');
      const items = await listItems(db, row.id);
      const attempt = await present({ attempt: row, items, now: clock.now(), reached: undefined });
      return { person: { _id: row.user_id, fullName: row.full_name }, attempt };
    },

    /** The questions with the highest share of answers that were not right, of seven days. */
    failedInWeek: async (
      actor: Actor,
      { week, courseId }: { week: 'this' | 'last'; courseId?: string | undefined },
    ): Promise<FailedQuestion[]> => {
      const own = await policy.staffOf(actor);
      const courseIds = courseId === undefined ? own : [courseId].filter((id) => own?.includes(id) ?? true);
      const untilMs = clock.now() - (week === 'last' ? WEEK_MS : 0);
      const rows = await listFailed(db, { courseIds, sinceMs: untilMs - WEEK_MS, untilMs });
      return rows.map((row) => ({
        _id: row.id,
        text: readQuestion(row.content).text,
        answers: row.answers,
        wrong: row.wrong,
        course: { _id: row.course_id, title: row.course_title },
        lecture: { _id: row.lecture_id, title: row.lecture_title },
      }));
    },
  };
};
