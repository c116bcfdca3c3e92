import { listStaff } from '#server/database/course-staff.ts';
import type { Tx } from '#server/database/database.ts';
import { type NoticePort, excerptOf } from '#server/notice-port.ts';
import { findAnswered, findQuestionAuthor, listFollowers } from './question-notices.queries.ts';

type Place = NonNullable<Awaited<ReturnType<typeof findQuestionAuthor>>>;

const contentOf = (place: Place) => ({
  courseId: place.course_id,
  courseTitle: place.course_title,
  lectureId: place.lecture_id,
  lectureTitle: place.lecture_title,
  questionId: place.question_id,
  byName: place.author_name,
  text: excerptOf(place.text),
  atMs: place.at_ms,
});

export type Announcing = ReturnType<typeof createAnnouncing>;

/** Notices about questions and answers. Each tells a person of a post once, as soon as others may read it. */
export const createAnnouncing = ({ notify, withdraw }: Pick<NoticePort, 'notify' | 'withdraw'>) => {
  /** To those who answer. */
  const asked = async (tx: Tx, questionId: string): Promise<void> => {
    const place = await findQuestionAuthor(tx, questionId);
    if (!place) return;
    const subject = `question:${questionId}`;
    const content = { kind: 'question' as const, ...contentOf(place) };
    const userIds = (await listStaff(tx, place.course_id)).filter((id) => id !== place.author_id);
    await notify(
      tx,
      userIds.map((userId) => ({ userId, subject, dedupeKey: `${subject}:${userId}`, content })),
    );
  };

  /** To those who follow the question; a private one to the asker alone. */
  const answered = async (tx: Tx, answerId: string): Promise<void> => {
    const place = await findAnswered(tx, answerId);
    if (!place) return;
    const subject = `answer:${answerId}`;
    const userIds = (await listFollowers(tx, place.question_id)).filter(
      (id) => id !== place.author_id && (place.is_private === 0 || id === place.asker_id),
    );
    await notify(
      tx,
      userIds.map((userId) => ({
        userId,
        subject,
        dedupeKey: `${subject}:${userId}`,
        content: { kind: 'answer' as const, ...contentOf(place), isOwnQuestion: userId === place.asker_id },
      })),
    );
  };

  return {
    asked,
    answered,
    /** After a post was edited or moderated: one that nobody may read any more is withdrawn. */
    changed: async (tx: Tx, { questionId, answerId, isShown }: ChangedPost): Promise<void> => {
      if (!isShown) await withdraw(tx, [answerId === null ? `question:${questionId}` : `answer:${answerId}`]);
      else await (answerId === null ? asked(tx, questionId) : answered(tx, answerId));
    },
  };
};

interface ChangedPost {
  questionId: string;
  /** Null for the question. */
  answerId: string | null;
  isShown: boolean;
}
