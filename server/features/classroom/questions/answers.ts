import { ANSWERS_PER_QUESTION_MAX, type NewAnswer } from '#contract/classroom/questions.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import type { LectureAnswerRow } from '#server/database/tables/questions.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { Announcing } from './question-notices.ts';
import {
  changeAnswer,
  countAnswers,
  deleteAnswer,
  findAnswer,
  findRepeatedAnswer,
  insertAnswer,
} from './answers.queries.ts';
import { type PostAdmission, REPEATED_MS } from './posts.ts';
import { beginFollowing, deleteTracesOf, insertRevision } from './posts.queries.ts';
import { changeQuestion, findQuestion, lockQuestion, settleAnswered, type Viewer } from './questions.queries.ts';

/** Who answers; `roleIn` is what they are in a course, and null for its learners. */
export interface Answerer extends Viewer {
  roleIn: (courseId: string) => Promise<LectureAnswerRow['as_role']>;
}

/** Answers to questions, and which one is accepted. */
export const createAnswering = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { admit, announcing }: Pick<PostAdmission, 'admit'> & { announcing: Announcing },
) => {
  /** Locked, for those who may read it. Throws `question_not_found`. */
  const lock = async (tx: Tx, viewer: Viewer, questionId: string) => {
    const question = await lockQuestion(tx, questionId, clock.now());
    const seen = question && (await findQuestion(tx, viewer, questionId));
    if (!seen || seen.standing === 'deleted') throw fail('question_not_found');
    return seen;
  };

  /** The earlier question that has the answer: one of the same course that everyone may read. */
  const assertSame = async (
    tx: Tx,
    { sameAs, courseId, questionId }: Record<'sameAs' | 'courseId' | 'questionId', string>,
  ) => {
    const same = await findQuestion(tx, { id: '', isStaff: false }, sameAs);
    const isRight = same?.course_id === courseId && same.standing === 'shown' && sameAs !== questionId;
    if (!isRight) throw fail('question_not_found');
  };

  return {
    /**
     * Throws `question_not_found`, `too_many_answers`, `too_many_posts` and `validation_failed` for one that says nothing.
     */
    answer: (author: Answerer, questionId: string, { text, atMs = null, sameAs = null, isPrivate }: NewAnswer) =>
      database.transaction(async (tx) => {
        if (text === '' && atMs === null && sameAs === null)
          throw fail('validation_failed', { message: messages.questions.answerMissing });
        const now = clock.now();
        const standing = await admit(tx, { author, text, isNew: true });
        const question = await lock(tx, author, questionId);
        if (sameAs !== null) await assertSame(tx, { sameAs, courseId: question.course_id, questionId });
        const row: LectureAnswerRow = {
          id: newId(),
          question_id: questionId,
          user_id: author.id,
          as_role: await author.roleIn(question.course_id),
          text,
          at_ms: atMs === null ? null : Math.min(atMs, question.duration_ms ?? atMs),
          same_as_id: sameAs,
          // Only the staff answers to the asker alone.
          is_private: isPrivate && author.isStaff ? 1 : 0,
          standing,
          reason: '',
          created_at: now,
          edited_at: null,
        };
        if (await findRepeatedAnswer(tx, row, now - REPEATED_MS)) return;
        if ((await countAnswers(tx, questionId)) >= ANSWERS_PER_QUESTION_MAX) throw fail('too_many_answers');
        await insertAnswer(tx, row);
        if (sameAs !== null) await beginFollowing(tx, { questionId: sameAs, userId: question.user_id, now });
        await beginFollowing(tx, { questionId, userId: author.id, now });
        await settleAnswered(tx, questionId);
        await announcing.answered(tx, row.id);
      }),

    /** Throws `question_not_found` for those of others. */
    edit: (author: Viewer, { questionId, answerId }: AnswerPlace, text: string): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        const admitted = await admit(tx, { author, text, isNew: false });
        await lock(tx, author, questionId);
        const answer = await findAnswer(tx, questionId, answerId);
        if (answer?.user_id !== author.id) throw fail('question_not_found');
        if (answer.text === text) return;
        await insertRevision(tx, answerId, answer.text, now);
        const standing = answer.standing === 'shown' ? admitted : answer.standing;
        await changeAnswer(tx, answerId, { text, edited_at: now, standing });
        if (standing !== answer.standing) await announcing.changed(tx, { questionId, answerId, isShown: false });
        await settleAnswered(tx, questionId);
      }),

    /** Throws `question_not_found` for those of others. */
    remove: (userId: string, { questionId, answerId }: AnswerPlace): Promise<void> =>
      database.transaction(async (tx) => {
        const question = await lockQuestion(tx, questionId, clock.now());
        const answer = await findAnswer(tx, questionId, answerId);
        if (!question || answer?.user_id !== userId) throw fail('question_not_found');
        await deleteTracesOf(tx, answerId);
        await announcing.changed(tx, { questionId, answerId, isShown: false });
        await deleteAnswer(tx, answerId);
        if (question.accepted_answer_id === answerId)
          await changeQuestion(tx, questionId, { accepted_answer_id: null });
        await settleAnswered(tx, questionId);
      }),

    /** Null accepts none. Throws `question_not_found`, and `forbidden` for others than the asker and the staff. */
    accept: (viewer: Viewer, questionId: string, answerId: string | null): Promise<void> =>
      database.transaction(async (tx) => {
        const question = await lock(tx, viewer, questionId);
        if (!viewer.isStaff && question.user_id !== viewer.id) throw fail('forbidden');
        const answer = answerId === null ? undefined : await findAnswer(tx, questionId, answerId);
        if (answerId !== null && answer?.standing !== 'shown') throw fail('question_not_found');
        await changeQuestion(tx, questionId, { accepted_answer_id: answerId });
        await settleAnswered(tx, questionId);
      }),
  };
};

export interface AnswerPlace {
  questionId: string;
  answerId: string;
}
