import type { ToGrade } from '#contract/quiz-fields.ts';
import { toInstant } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { CoursePolicy } from '#server/http/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { listItems, lockAttempt, writeAttempt } from './attempts.queries.ts';
import { countToGrade, gradeItem, listToGrade } from './by-person.queries.ts';
import type { NotePassed } from './finishing.ts';
import { hundredthsOf } from './grading.ts';
import type { AttemptPlace } from './attempts.ts';
import type { QuizPlaces } from './places.ts';
import { readAnswer } from './present.ts';
import { totalOf } from './scoring.ts';
import { readQuestion, readSettings } from './versions.ts';

export interface ByPersonNeeds {
  policy: Pick<CoursePolicy, 'coursesOf'>;
  places: QuizPlaces;
  notePassed: NotePassed;
}

const EXCERPT = 20_000;

/** Answers that a person grades. */
export const createByPerson = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { policy, places, notePassed }: ByPersonNeeds,
) => {
  const { db } = database;
  const coursesFor = async (actor: Actor): Promise<readonly string[] | undefined> =>
    actor.role === 'ADMIN' ? undefined : [...(await policy.coursesOf(actor.id)).keys()];

  return {
    list: async (actor: Actor, page: { limit: number; offset: number }) => {
      const courseIds = await coursesFor(actor);
      const rows = await listToGrade(db, courseIds, page);
      const answers = rows.map((row): ToGrade => {
        const question = readQuestion(row.content);
        return {
          attemptId: row.attempt_id,
          position: row.position,
          author: row.full_name,
          question: question.text,
          guidance: question.type === 'long' ? question.guidance : '',
          answer: (readAnswer(row.answer)?.text ?? '').slice(0, EXCERPT),
          points: row.points,
          course: { _id: row.course_id, title: row.course_title },
          lecture: { _id: row.lecture_id, title: row.lecture_title },
          submittedAt: toInstant(row.submitted_at ?? 0),
        };
      });
      return { answers, total: await countToGrade(db, courseIds) };
    },

    /** Also one that was graded before. Throws `attempt_not_found`, and `attempt_open` before it is submitted. */
    grade: async (
      actor: Actor,
      place: AttemptPlace,
      { position, earned, comment }: { position: number; earned: number; comment: string },
    ): Promise<void> => {
      await places.find(place);
      await database.transaction(async (tx) => {
        const attempt = await lockAttempt(tx, place.attemptId, clock.now());
        if (attempt?.lecture_id !== place.lectureId) throw fail('attempt_not_found');
        if (attempt.state === 'open') throw fail('attempt_open');
        const item = (await listItems(tx, attempt.id)).find((one) => one.position === position);
        if (!item) throw fail('attempt_not_found');
        const bounded = Math.min(earned, hundredthsOf(item.points));
        await gradeItem(tx, { attemptId: attempt.id, position, earned: bounded, comment, userId: actor.id });
        const total = totalOf(await listItems(tx, attempt.id), readSettings(attempt.settings));
        await writeAttempt(tx, { ...attempt, ...total });
        const passes = total.has_passed === 1 && attempt.has_passed === 0 && attempt.is_preview === 0;
        if (passes) await notePassed(tx, attempt.lecture_id, [attempt.user_id]);
      });
    },
  };
};
