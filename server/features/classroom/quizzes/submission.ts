import type { Clock } from '#server/clock.ts';
import { LATE_MS } from '#contract/classroom/quiz-fields.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { listItems, writeAttempt, writeItemScores } from './attempts.queries.ts';
import { withChangesSince } from './changes-since.ts';
import { grade } from './grading.ts';
import { readAnswer } from './present.ts';
import { keepQuiz } from './quizzes.queries.ts';
import { isCounted, totalOf } from './scoring.ts';
import { readSettings, type Versions } from './versions.ts';

/** Records in the transaction that people have passed a quiz, which is then done. */
export type NotePassed = (tx: Tx, lectureId: string, userIds: readonly string[]) => Promise<void>;

export interface FinishingNeeds {
  database: Pick<Database, 'supportsSkipLocked'>;
  clock: Clock;
  versions: Versions;
  notePassed: NotePassed;
}

/** Grades an open attempt, which the transaction has locked, and ends it: at its deadline if that is over. */
export const createFinishing =
  ({ database, clock, versions, notePassed }: FinishingNeeds) =>
  async (tx: Tx, attempt: QuizAttemptRow): Promise<QuizAttemptRow> => {
    await keepQuiz(tx, attempt.lecture_id, database.supportsSkipLocked);
    const now = clock.now();
    const settings = readSettings(attempt.settings);
    const items = await listItems(tx, attempt.id);
    const version = await versions.read(
      tx,
      items.map((item) => item.version_id),
    );
    const asked = items.map((item) =>
      item.locked_at === null
        ? {
            ...item,
            earned: grade({ ...version(item.version_id), points: item.points }, readAnswer(item.answer), settings),
          }
        : item,
    );
    const graded = await withChangesSince(tx, versions, { attempt, items: asked });
    const hasExpired = attempt.deadline_at !== null && now > attempt.deadline_at + LATE_MS;
    const submittedAt = Math.min(now, attempt.deadline_at ?? now);
    const finished: QuizAttemptRow = {
      ...attempt,
      ...totalOf(graded, settings),
      submitted_at: submittedAt,
      has_expired: hasExpired ? 1 : 0,
    };
    await writeItemScores(tx, graded);
    await writeAttempt(tx, finished);
    if (finished.has_passed === 1 && isCounted(finished)) await notePassed(tx, attempt.lecture_id, [attempt.user_id]);
    return finished;
  };
