import { listStaff } from '#server/database/course-staff.ts';
import type { Tx } from '#server/database/database.ts';
import { type NoticePort, excerptOf } from '#server/notice-port.ts';
import { findForNotice } from './reviews.queries.ts';

export type Announcing = ReturnType<typeof createAnnouncing>;

/** Notices about reviews and their answers. An edit, or a hidden review that is shown again, tells nothing new. */
export const createAnnouncing = ({ notify, withdraw }: Pick<NoticePort, 'notify' | 'withdraw'>) => {
  const subjectOf = (reviewId: string): string => `review:${reviewId}`;
  const answerOf = (reviewId: string): string => `review_answer:${reviewId}`;

  return {
    /** To the teachers of the course. */
    written: async (tx: Tx, reviewId: string): Promise<void> => {
      const review = await findForNotice(tx, reviewId);
      if (!review || review.hidden_at !== null) return;
      const { course_id: courseId, course_title: courseTitle, full_name: byName, stars, text } = review;
      const content = { kind: 'review', courseId, courseTitle, byName, stars, text: excerptOf(text) } as const;
      await notify(
        tx,
        (await listStaff(tx, courseId, ['teacher'])).map((userId) => ({
          userId,
          subject: subjectOf(reviewId),
          dedupeKey: `${subjectOf(reviewId)}:${review.written_at}:${userId}`,
          content,
        })),
      );
    },

    /** To the person who wrote the review. */
    answered: async (tx: Tx, reviewId: string): Promise<void> => {
      const review = await findForNotice(tx, reviewId);
      if (!review || review.answer === null || review.answerer_name === null) return;
      const { course_id: courseId, course_title: courseTitle, answerer_name: byName } = review;
      await notify(tx, [
        {
          userId: review.user_id,
          subject: answerOf(reviewId),
          dedupeKey: `${answerOf(reviewId)}:${review.written_at}`,
          content: { kind: 'review_answer', courseId, courseTitle, byName, text: excerptOf(review.answer) },
        },
      ]);
    },

    answerRemoved: (tx: Tx, reviewId: string): Promise<void> => withdraw(tx, [answerOf(reviewId)]),

    /** Withdrawn by its author, or hidden. */
    withdrawn: (tx: Tx, reviewId: string): Promise<void> => withdraw(tx, [subjectOf(reviewId), answerOf(reviewId)]),
  };
};
