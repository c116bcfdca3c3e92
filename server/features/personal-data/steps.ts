import type { Tx } from '#server/database/database.ts';
import type { AccountDeletionRow } from '#server/database/tables/people.ts';
import type { Platform } from '#server/platform.ts';
import { deleteExports, listPosts, listReviews, takeOutOfSubjects } from './personal-data.queries.ts';
import { eraseRows, type Subject } from './rows.ts';

/** What the rooms do when an account is deleted. Each may run again after a crash. */
export interface StepsNeeds {
  /** Ends every right to courses, so that the books say why nothing is open any more. */
  endRights(userId: string, source: { id: string; key: string }): Promise<void>;
  withdrawCertificates(userId: string): Promise<void>;
  removeQuestion(userId: string, questionId: string): Promise<void>;
  removeAnswer(userId: string, place: { questionId: string; answerId: string }): Promise<void>;
  /** Takes the person out of receipts, and out of gifts to them; the amounts stay. */
  forgetBuyer(tx: Tx, subject: Subject): Promise<void>;
  /** Ends the sessions, and leaves an account without a name that nobody can log in to. */
  eraseAccount(tx: Tx, userId: string): Promise<void>;
}

/** Notices to others that quote the posts of a person: also those that were withdrawn. */
const deleteQuotes = async (tx: Tx, subjects: readonly string[]): Promise<void> => {
  const BATCH = 500;
  for (let start = 0; start < subjects.length; start += BATCH) {
    const some = subjects.slice(start, start + BATCH);
    const notices = tx.selectFrom('notices').select('id').where('subject', 'in', some);
    await tx.deleteFrom('notice_deliveries').where('notice_id', 'in', notices).execute();
    await tx.deleteFrom('notices').where('subject', 'in', some).execute();
  }
};

export const createSteps = (
  { database, files, ownWords }: Pick<Platform, 'database' | 'files' | 'ownWords'>,
  needs: StepsNeeds,
) => ({
  /** The steps with transactions of their own, in the rooms that know the consequences. */
  before: async ({ user_id: userId, requested_by: requesterId, ...deletion }: AccountDeletionRow): Promise<void> => {
    await needs.endRights(userId, { id: requesterId, key: `deletion:${userId}:${deletion.requested_at}` });
    if (deletion.keeps_certificates === 0) await needs.withdrawCertificates(userId);
    const { questions, answers } = await listPosts(database.db, userId);
    const reviews = await listReviews(database.db, userId);
    await database.transaction((tx) =>
      deleteQuotes(tx, [
        ...questions.map((id) => `question:${id}`),
        ...answers.map(({ answerId }) => `answer:${answerId}`),
        ...reviews.map((id) => `review:${id}`),
      ]),
    );
    if (deletion.keeps_posts === 0) {
      for (const place of answers) await needs.removeAnswer(userId, place);
      for (const questionId of questions) await needs.removeQuestion(userId, questionId);
    }
  },

  /** The rest, at once. Returns the number of rows by table. */
  together: async (tx: Tx, subject: Subject): Promise<Record<string, number>> => {
    const { userId } = subject;
    const posts = tx.selectFrom('lecture_questions').select('id').where('user_id', '=', userId);
    const replies = tx.selectFrom('lecture_answers').select('id').where('user_id', '=', userId);
    await tx
      .deleteFrom('lecture_post_revisions')
      .where((eb) => eb.or([eb('post_id', 'in', posts), eb('post_id', 'in', replies)]))
      .execute();
    await files.removeLater(tx, await deleteExports(tx, { userId }));
    await takeOutOfSubjects(tx, subject, await ownWords.read(tx));
    await needs.forgetBuyer(tx, subject.ownsAddress ? subject : { ...subject, email: '' });
    await needs.eraseAccount(tx, userId);
    return eraseRows(tx, subject);
  },
});
