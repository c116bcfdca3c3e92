import type { AttemptQuestion, QuestionAtMoment } from '#contract/classroom/quiz-fields.ts';
import type { SubmittedAnswer } from '#contract/classroom/quiz-questions.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { insertAttempt, insertItems, lastNumber, listAnsweredQuestions } from './attempts.queries.ts';
import { itemsOf, newAttempt } from './new-attempt.ts';
import { grade } from './grading.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { createPresent } from './present.ts';
import { keepQuiz, listQuestions } from './quizzes.queries.ts';
import { totalOf } from './scoring.ts';
import { readQuestion, type Versions } from './versions.ts';

/** Practice shows each result at once, whatever is reached. */
const NOTHING_REACHED = { hasPassed: false, areUsedUp: false, hasClosed: false };

/** Questions at moments of a video or a sound: each answer is an attempt at one question. */
export const createMoments = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
  { versions, places }: { versions: Versions; places: QuizPlaces },
) => {
  const { database, clock } = platform;
  const { db } = database;
  const present = createPresent(platform, versions);

  /** The place, and what a new attempt needs. */
  const begin = async (actor: Actor, place: QuizPlace) => {
    const { settings } = await places.forLearner(actor, place, { atMoments: true });
    const isPreview = await places.isPreview(actor, place);
    const now = clock.now();
    return { lectureId: place.lectureId, userId: actor.id, id: newId(), settings, isPreview, now };
  };

  return {
    /** All of them, with nothing that tells right from wrong. */
    list: async (actor: Actor, place: QuizPlace): Promise<{ canSkip: boolean; moments: QuestionAtMoment[] }> => {
      const begun = await begin(actor, place);
      const rows = await listQuestions(db, place.lectureId);
      const items = itemsOf(begun.id, rows, begun.settings);
      const attempt = newAttempt({ ...begun, items });
      const { questions } = await present({
        attempt,
        items,
        now: begun.now,
        reached: NOTHING_REACHED,
        language: actor.language,
      });
      const answered = new Set(await listAnsweredQuestions(db, begun));
      return {
        canSkip: begun.settings.canSkip,
        moments: rows.flatMap(({ id, at_ms: atMs }, index) => {
          const question = questions[index];
          return question ? { _id: id, atMs: atMs ?? 0, isAnswered: answered.has(id), question } : [];
        }),
      };
    },

    /** Grades it at once, or leaves it to a person. Throws `question_not_found`. */
    answer: async (
      actor: Actor,
      place: QuizPlace,
      { questionId, answer }: { questionId: string; answer: SubmittedAnswer },
    ): Promise<AttemptQuestion> => {
      const begun = await begin(actor, place);
      const { attempt, items } = await database.transaction(async (tx) => {
        await keepQuiz(tx, place.lectureId, database.supportsSkipLocked);
        const row = (await listQuestions(tx, place.lectureId)).find(({ id }) => id === questionId);
        if (!row) throw fail('question_not_found');
        const answered = {
          answer: JSON.stringify(answer),
          seq: 1,
          locked_at: begun.now,
          earned: grade(readQuestion(row.content), { ...answer, file: null }, begun.settings),
        };
        const graded = itemsOf(begun.id, [row], begun.settings).map((item) => ({ ...item, ...answered }));
        const ended = {
          ...newAttempt({ ...begun, items: graded }),
          ...totalOf(graded, begun.settings),
          number: (await lastNumber(tx, begun)) + 1,
          submitted_at: begun.now,
        };
        if (!(await insertAttempt(tx, ended))) throw fail('busy');
        await insertItems(tx, graded);
        return { attempt: ended, items: graded };
      });
      const { questions } = await present({
        attempt,
        items,
        now: begun.now,
        reached: NOTHING_REACHED,
        language: actor.language,
      });
      const [question] = questions;
      if (!question) throw fail('question_not_found');
      return question;
    },
  };
};
