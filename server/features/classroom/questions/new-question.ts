import type { NewQuestion } from '#contract/classroom/questions.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { Announcing } from './question-notices.ts';
import { type PostAdmission, REPEATED_MS } from './posts.ts';
import { beginFollowing, deleteTracesOf, insertRevision } from './posts.queries.ts';
import {
  changeQuestion,
  deleteQuestion,
  findLectureIn,
  findRepeated,
  hasAnswers,
  insertQuestion,
  lockQuestion,
  type Viewer,
} from './questions.queries.ts';

/** Asking, and what askers do with their own questions. */
export const createAsking = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { admit, announcing }: Pick<PostAdmission, 'admit'> & { announcing: Announcing },
) => ({
  /** Returns the id; the same for a request that was sent again. Throws `lecture_not_found` and `too_many_posts`. */
  ask: (
    author: Viewer,
    { courseId, lectureId }: { courseId: string; lectureId: string },
    { text, atMs = null, isPrivate, writtenMsAgo = 0 }: NewQuestion,
  ): Promise<string> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const lecture = await findLectureIn(tx, courseId, lectureId);
      if (!lecture) throw fail('lecture_not_found');
      await lockUser(tx, author.id);
      const sinceMs = now - Math.max(REPEATED_MS, writtenMsAgo);
      const repeated = await findRepeated(tx, { lectureId, userId: author.id, text, sinceMs });
      if (repeated) return repeated.id;
      const standing = await admit(tx, { author, text, isNew: true });
      const id = newId();
      await insertQuestion(tx, {
        id,
        lecture_id: lectureId,
        user_id: author.id,
        at_ms: atMs === null ? null : Math.min(atMs, lecture.duration_ms ?? atMs),
        text,
        is_private: isPrivate ? 1 : 0,
        standing,
        reason: '',
        accepted_answer_id: null,
        answered_at: null,
        created_at: now,
        edited_at: null,
        updated_at: now,
      });
      await beginFollowing(tx, { questionId: id, userId: author.id, now });
      await announcing.asked(tx, id);
      return id;
    }),

  /** Throws `question_not_found` for those of others, and `too_many_posts`. */
  edit: (author: Viewer, questionId: string, text: string): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const admitted = await admit(tx, { author, text, isNew: false });
      const question = await lockQuestion(tx, questionId, now);
      if (question?.user_id !== author.id || question.standing === 'deleted') throw fail('question_not_found');
      if (question.text === text) return;
      await insertRevision(tx, questionId, question.text, now);
      const standing = question.standing === 'shown' ? admitted : question.standing;
      await changeQuestion(tx, questionId, { text, edited_at: now, standing });
      if (standing !== question.standing) await announcing.changed(tx, { questionId, answerId: null, isShown: false });
    }),

  /** With answers, a placeholder stays. Throws `question_not_found` for those of others. */
  remove: (userId: string, questionId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const question = await lockQuestion(tx, questionId, clock.now());
      if (question?.user_id !== userId || question.standing === 'deleted') throw fail('question_not_found');
      await deleteTracesOf(tx, questionId);
      await announcing.changed(tx, { questionId, answerId: null, isShown: false });
      if (await hasAnswers(tx, questionId))
        await changeQuestion(tx, questionId, { standing: 'deleted', text: '', reason: '' });
      else await deleteQuestion(tx, questionId);
    }),
});
