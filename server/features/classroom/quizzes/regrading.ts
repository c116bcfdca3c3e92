import type { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { RegradePolicy, type RegradeEffect } from '#contract/classroom/quiz-fields.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { type Change, changesOf, effectOf, scaled } from './grade-changes.ts';
import type { NotePassed } from './submission.ts';
import type { NoteGrades } from './grade-notices.ts';
import { type ItemChange, ItemChanges, type ItemScore } from './item-changes.ts';
import { findQuestion, setVersion } from './quizzes.queries.ts';
import {
  type Answered,
  findRegrade,
  insertRegrade,
  isInOpenAttempt,
  listAnswered,
  listPassed,
  listScored,
  lockAnswered,
  noteUndone,
  setAttemptScores,
  setItemScores,
} from './regrades.queries.ts';
import { isCounted, totalOf } from './scoring.ts';
import { readSettings } from './versions.ts';

/** The score before a change. What a person graded since stays, as its part of the points. */
const undone = (
  { before, after }: { before: ItemScore; after: ItemScore },
  { earned, item_points: points, graded_at: gradedAt }: Answered,
  changedAt: number,
): ItemScore => {
  const isTouched = earned !== after.earned || points !== after.points || (gradedAt !== null && gradedAt > changedAt);
  if (!isTouched) return before;
  return { earned: earned === null ? null : scaled({ earned, points }, before.points), points: before.points };
};

interface RegradingNeeds {
  notePassed: NotePassed;
  noteGrades: NoteGrades;
}

/** Changes the scores of earlier attempts when a question has changed, and takes it back. */
export const createRegrading = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { notePassed, noteGrades }: RegradingNeeds,
) => {
  const hasManyWriters = database.supportsSkipLocked;

  /** People who pass by an attempt that does not change. */
  const passedOtherwise = async (db: Db, lectureId: string, changes: readonly Change[]): Promise<Set<string>> => {
    const changed = new Set(changes.map(({ answered }) => answered.attempt_id));
    const passed = await listPassed(db, lectureId);
    return new Set(passed.filter(({ id }) => !changed.has(id)).map(({ user_id: userId }) => userId));
  };

  const effectIn = async (
    db: Db,
    {
      lectureId,
      policy,
      changes,
      answers,
    }: { lectureId: string; policy: RegradePolicy; changes: Change[]; answers: readonly Answered[] },
  ): Promise<RegradeEffect> =>
    effectOf(policy, {
      changes,
      answers: answers.length,
      passedOtherwise: await passedOtherwise(db, lectureId, changes),
    });

  /** Stores the scores of items and those of their attempts, and tells learners. */
  const correct = async (
    tx: Tx,
    lectureId: string,
    correction: { id: string; changes: ItemChange[] },
  ): Promise<void> => {
    const { changes } = correction;
    await setItemScores(
      tx,
      new Map(changes.map(({ attemptId, position, after }) => [attemptId, { position, ...after }])),
    );
    const scored = await listScored(
      tx,
      changes.map(({ attemptId }) => attemptId),
    );
    const totals = new Map(
      scored.map(({ attempt, items }) => [attempt.id, totalOf(items, readSettings(attempt.settings))]),
    );
    await setAttemptScores(tx, totals);
    const regraded = scored.map(({ attempt: before }) => ({ before, after: { ...before, ...totals.get(before.id) } }));
    const passing = regraded.filter(
      ({ before, after }) => after.has_passed === 1 && before.has_passed === 0 && isCounted(after),
    );
    const people = new Set(passing.map(({ after }) => after.user_id));
    if (people.size > 0) await notePassed(tx, lectureId, [...people]);
    await noteGrades(tx, lectureId, regraded, correction);
  };

  return {
    /** What each way to regrade would do. */
    preview: async (db: Db, { lectureId, questionId, question }: ChangedQuestion) => {
      const answers = await listAnswered(db, questionId);
      const effects: RegradeEffect[] = [];
      for (const policy of RegradePolicy.options)
        effects.push(await effectIn(db, { lectureId, policy, changes: changesOf(policy, question, answers), answers }));
      const people = new Set(answers.map(({ user_id: userId }) => userId)).size;
      return { attempts: answers.length, people, effects };
    },

    /** Whether earlier attempts would change if the question became this one: it may be the one that it is. */
    changes: async (tx: Tx, { questionId, question }: ChangedQuestion, policy: RegradePolicy): Promise<boolean> =>
      changesOf(policy, question, await listAnswered(tx, questionId)).length > 0,

    /** In the transaction that has stored the new version and locked the quiz. */
    apply: async (
      tx: Tx,
      { lectureId, questionId, question }: ChangedQuestion,
      {
        policy,
        fromVersionId,
        toVersionId,
        userId,
      }: { policy: RegradePolicy; fromVersionId: string; toVersionId: string; userId: string },
    ): Promise<void> => {
      if (policy === 'leave') return;
      await lockAnswered(tx, questionId, hasManyWriters);
      const answers = await listAnswered(tx, questionId);
      const changes = changesOf(policy, question, answers);
      if (changes.length === 0 && !(await isInOpenAttempt(tx, questionId))) return;
      const { rise, fall } = await effectIn(tx, { lectureId, policy, changes, answers });
      const stored = changes.map(({ answered, item }) => ({
        attemptId: answered.attempt_id,
        position: answered.position,
        ...item,
      }));
      const id = newId();
      await correct(tx, lectureId, { id, changes: stored });
      await insertRegrade(tx, {
        id,
        lecture_id: lectureId,
        question_id: questionId,
        from_version_id: fromVersionId,
        to_version_id: toVersionId,
        policy,
        rise,
        fall,
        changes: JSON.stringify(stored),
        created_by: userId,
        created_at: clock.now(),
        undone_at: null,
      });
    },

    /** Throws `regrade_outdated` when the question was changed again since. What is done stays done. */
    undo: async (tx: Tx, lectureId: string, regradeId: string): Promise<void> => {
      const regrade = await findRegrade(tx, lectureId, regradeId);
      if (!regrade) throw fail('regrade_not_found');
      const question = await findQuestion(tx, lectureId, regrade.question_id);
      if (regrade.undone_at !== null || question?.version_id !== regrade.to_version_id) throw fail('regrade_outdated');
      await lockAnswered(tx, regrade.question_id, hasManyWriters);
      const stored = ItemChanges.parse(JSON.parse(regrade.changes));
      const answers = new Map(
        (await listAnswered(tx, regrade.question_id)).map((answered) => [answered.attempt_id, answered]),
      );
      const changes = stored.map(({ attemptId, position, before, after }) => {
        const now = answers.get(attemptId);
        return {
          attemptId,
          position,
          before: now ? { earned: now.earned, points: now.item_points } : after,
          after: now ? undone({ before, after }, now, regrade.created_at) : before,
        };
      });
      await correct(tx, lectureId, { id: `undone:${regradeId}`, changes });
      await setVersion(tx, regrade.question_id, regrade.from_version_id);
      await noteUndone(tx, regradeId, clock.now());
    },
  };
};

export type Regrading = ReturnType<typeof createRegrading>;

export interface ChangedQuestion {
  lectureId: string;
  questionId: string;
  question: QuizQuestion;
}
