import type { ToGrade } from '#contract/classroom/quiz-fields.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { RichText } from '#contract/rich-text.ts';
import { answerTexts } from '#contract/classroom/quiz-words.ts';
import { recordChange } from '#server/audit/context.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { QuizAttemptItemRow } from '#server/database/tables/quizzes.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { listItems, lockAttempt, writeAttempt } from './attempts.queries.ts';
import { askedOf } from './question-bank.ts';
import { acceptLate, countToGrade, gradeItem, leaveLateOut, listToGrade } from './by-person.queries.ts';
import type { NotePassed } from './submission.ts';
import type { NoteGrades } from './grade-notices.ts';
import { grade, hundredthsOf } from './grading.ts';
import type { AnswerFiles } from './answer-files.ts';
import type { AttemptPlace } from './attempts.ts';
import type { QuizPlaces } from './places.ts';
import { readAnswer, readOrder } from './present.ts';
import { isCounted, totalOf } from './scoring.ts';
import { readQuestion, readSettings, type Versions } from './versions.ts';

export interface ByPersonNeeds {
  policy: Pick<CoursePolicy, 'staffOf'>;
  places: QuizPlaces;
  versions: Versions;
  notePassed: NotePassed;
  noteGrades: NoteGrades;
  answerFiles: Pick<AnswerFiles, 'dropUnused'>;
}

const EXCERPT = 20_000;

/** Answers that a person grades, and late ones that a person may accept. */
export const createByPerson = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { policy, places, versions, notePassed, noteGrades, answerFiles }: ByPersonNeeds,
) => {
  const { db } = database;

  const present = (row: Awaited<ReturnType<typeof listToGrade>>[number], text: RichText): ToGrade => {
    const question = readQuestion(row.content);
    const asked = askedOf(question, readOrder(row.option_order));
    const textOf = (written: string | null): string => {
      const answer = readAnswer(written);
      return answer === null ? '' : answerTexts(asked, answer).join('\n').slice(0, EXCERPT);
    };
    const isLateDecided = row.late_answer === null || row.graded_by !== null;
    return {
      attemptId: row.attempt_id,
      position: row.position,
      author: row.full_name,
      authorId: row.user_id,
      question: text,
      guidance: question.type === 'long' || question.type === 'file' ? question.guidance : '',
      answer: textOf(row.answer),
      lateAnswer: isLateDecided ? null : textOf(row.late_answer),
      file: readAnswer(row.answer)?.file ?? null,
      lateFile: isLateDecided ? null : (readAnswer(row.late_answer)?.file ?? null),
      isUngraded: row.earned === null,
      points: row.points,
      course: { _id: row.course_id, title: row.course_title },
      lecture: { _id: row.lecture_id, title: row.lecture_title },
      submittedAt: toInstant(row.submitted_at ?? 0),
    };
  };

  /** Changes one item of a submitted attempt, and its score. Throws `attempt_not_found`, and `attempt_open` before. */
  const changeItem = async (
    place: AttemptPlace,
    position: number,
    change: (tx: Tx, item: QuizAttemptItemRow, settings: QuizSettings) => Promise<unknown>,
  ): Promise<void> => {
    await places.find(place);
    await database.transaction(async (tx) => {
      const attempt = await lockAttempt(tx, place.attemptId, clock.now());
      if (attempt?.lecture_id !== place.lectureId) throw fail('attempt_not_found');
      if (attempt.state === 'open') throw fail('attempt_open');
      const item = (await listItems(tx, attempt.id)).find((one) => one.position === position);
      if (!item) throw fail('attempt_not_found');
      const settings = readSettings(attempt.settings);
      await change(tx, item, settings);
      const total = totalOf(await listItems(tx, attempt.id), settings);
      await writeAttempt(tx, { ...attempt, ...total });
      const passes = total.has_passed === 1 && attempt.has_passed === 0 && isCounted(attempt);
      if (passes) await notePassed(tx, attempt.lecture_id, [attempt.user_id]);
      await noteGrades(tx, attempt.lecture_id, [{ before: attempt, after: { ...attempt, ...total } }]);
    });
  };

  return {
    list: async (actor: Actor, page: { limit: number; offset: number }) => {
      const courseIds = await policy.staffOf(actor);
      const rows = await listToGrade(db, courseIds, page);
      const texts = await versions.texts(
        db,
        rows.map((row) => row.version_id),
      );
      return {
        answers: rows.map((row) => present(row, texts(row.version_id).text)),
        total: await countToGrade(db, courseIds),
      };
    },

    /** Also one that was graded before. */
    grade: (
      { id: userId }: Actor,
      place: AttemptPlace,
      { position, earned, comment }: { position: number; earned: number; comment: string },
    ): Promise<void> =>
      changeItem(place, position, async (tx, { attempt_id: attemptId, points, ...before }) => {
        const bounded = Math.min(earned, hundredthsOf(points));
        const pointsOf = (hundredths: number | null) => hundredths && hundredths / 100;
        recordChange({
          before: { points: pointsOf(before.earned), comment: before.comment },
          after: { points: pointsOf(bounded), comment },
        });
        await gradeItem(tx, { attemptId, position, earned: bounded, comment, userId, now: clock.now() });
      }),

    /** What was decided before stays so. */
    decideLate: (
      { id: userId }: Actor,
      place: AttemptPlace,
      { position, isAccepted }: { position: number; isAccepted: boolean },
    ): Promise<void> =>
      changeItem(place, position, async (tx, item, settings) => {
        const { late_answer: answer, attempt_id: attemptId } = item;
        if (answer === null || item.graded_by !== null) return;
        if (!isAccepted) {
          await leaveLateOut(tx, { attemptId, position, userId });
          return;
        }
        const question = (await versions.read(tx, [item.version_id]))(item.version_id);
        const earned = grade({ ...question, points: item.points }, readAnswer(answer), settings);
        await acceptLate(tx, { attemptId, position, userId, answer, earned });
        await answerFiles.dropUnused(tx, attemptId, position);
      }),
  };
};
