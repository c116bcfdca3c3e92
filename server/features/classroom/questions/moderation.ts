import { messages } from '#contract/messages.ts';
import { REPORTS_TO_HIDE, type Standing } from '#contract/classroom/questions.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { Announcing } from './question-notices.ts';
import { changeAnswer, findAnswer } from './answers.queries.ts';
import { countReports, insertReport, putFollow, putVote, reviewReports } from './posts.queries.ts';
import { changeQuestion, findQuestion, lockQuestion, settleAnswered, type Viewer } from './questions.queries.ts';

/** A question, or an answer to it. */
export interface PostPlace {
  questionId: string;
  answerId?: string | null | undefined;
}

/** What readers and the staff do with the posts of others. */
export const createModeration = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { announcing }: { announcing: Announcing },
) => {
  /** Locks the question, for those who may read it. Throws `question_not_found`. */
  const findPost = async (tx: Tx, viewer: Viewer, { questionId, answerId = null }: PostPlace) => {
    await lockQuestion(tx, questionId, clock.now());
    const question = await findQuestion(tx, viewer, questionId);
    const post = answerId === null ? question : question && (await findAnswer(tx, questionId, answerId));
    if (!question || !post || question.standing === 'deleted') throw fail('question_not_found');
    const setStanding = async (standing: Standing, reason: string): Promise<void> => {
      const change = { standing, reason };
      await (answerId === null ? changeQuestion(tx, questionId, change) : changeAnswer(tx, answerId, change));
      if (answerId !== null && standing !== 'shown' && question.accepted_answer_id === answerId)
        await changeQuestion(tx, questionId, { accepted_answer_id: null });
      await settleAnswered(tx, questionId);
      await announcing.changed(tx, { questionId, answerId, isShown: standing === 'shown' });
    };
    return { post, setStanding };
  };

  const mark =
    (put: typeof putVote) =>
    (viewer: Viewer, questionId: string, isOn: boolean): Promise<void> =>
      database.transaction(async (tx) => {
        await findPost(tx, viewer, { questionId });
        await put(tx, { questionId, userId: viewer.id, isOn, now: clock.now() });
      });

  return {
    vote: mark(putVote),
    follow: mark(putFollow),

    /** The third report hides the post until the staff has looked. Throws `question_not_found`. */
    report: (viewer: Viewer, place: PostPlace): Promise<void> =>
      database.transaction(async (tx) => {
        const { post, setStanding } = await findPost(tx, viewer, place);
        if (post.user_id === viewer.id || !(await insertReport(tx, post.id, viewer.id, clock.now()))) return;
        if (post.standing === 'shown' && (await countReports(tx, [post.id])) >= REPORTS_TO_HIDE)
          await setStanding('reported', '');
      }),

    /** Hides with a reason, or shows. Throws `question_not_found`, and `validation_failed` without a reason. */
    moderate: (
      viewer: Viewer,
      { isHidden, reason, ...place }: PostPlace & { isHidden: boolean; reason: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        if (isHidden && reason === '') throw fail('validation_failed', { message: messages.questions.reasonMissing });
        const { post, setStanding } = await findPost(tx, viewer, place);
        recordChange({
          before: { standing: post.standing, reason: post.reason },
          after: { standing: isHidden ? 'hidden' : 'shown', reason: isHidden ? reason : '' },
        });
        await reviewReports(tx, post.id);
        await setStanding(isHidden ? 'hidden' : 'shown', isHidden ? reason : '');
      }),
  };
};
