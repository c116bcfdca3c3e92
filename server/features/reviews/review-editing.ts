import { MINUTE_MS } from '#server/clock.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { newId } from '#server/ids.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { Announcing } from './review-notices.ts';
import { changeReviews } from './rating.ts';
import { addRevision, changeReview, deleteRevisions, findRow, insertReview, updateReview } from './reviews.queries.ts';

/** Reviews open after this much of a course, whichever is less. */
const NEEDED = { share: 0.2, ms: 30 * MINUTE_MS };

/** What a user watched of a course, measured. */
export interface WatchedOfCourse {
  watchedMs: number;
  /** Of all published lectures, as far as it is known. */
  totalMs: number;
  /** Every published lecture is done. */
  isFinished: boolean;
}

export interface ReviewsNeeds {
  policy: Pick<CoursePolicy, 'seesDrafts' | 'staffOf'>;
  isShown: (courseId: string) => Promise<boolean>;
  watchedOf: (userId: string, courseId: string) => Promise<WatchedOfCourse>;
  notices: Pick<NoticePort, 'notify' | 'withdraw'>;
}

/** So much must be watched before a review. Without known lengths the share of a course is not known. */
const neededOf = (totalMs: number): number =>
  totalMs > 0 ? Math.min(Math.ceil(totalMs * NEEDED.share), NEEDED.ms) : NEEDED.ms;

/** Writing, changing and withdrawing one's own review. */
export const createWriting = (
  { database, clock }: Platform,
  { policy, watchedOf, announcing }: Pick<ReviewsNeeds, 'policy' | 'watchedOf'> & { announcing: Announcing },
) => {
  const watched = async (userId: string, courseId: string) => {
    const { watchedMs, totalMs, isFinished } = await watchedOf(userId, courseId);
    const neededMs = neededOf(totalMs);
    const percent = totalMs > 0 ? Math.min(100, Math.floor((100 * watchedMs) / totalMs)) : 0;
    return { percent, watchedMs, neededMs, mayWrite: watchedMs >= neededMs, isFinished };
  };

  return {
    watched,

    write: async (
      actor: Actor,
      { courseId, stars, text }: { courseId: string; stars: number; text: string },
    ): Promise<void> => {
      if (await policy.seesDrafts(actor, courseId)) throw fail('review_of_staff');
      const { percent, mayWrite } = await watched(actor.id, courseId);
      const now = clock.now();
      await changeReviews(database, { courseId, now }, async (tx) => {
        const row = await findRow(tx, courseId, actor.id);
        // What was written once may be corrected, also after lectures were added.
        if (!mayWrite && (!row || row.withdrawn_at !== null)) throw fail('review_not_open');
        const written = { stars, text, watched_percent: percent };
        if (row && row.withdrawn_at === null) {
          if (row.stars === stars && row.text === text) return;
          await addRevision(tx, row);
          await updateReview(tx, row.id, { ...written, edited_at: now });
          return;
        }
        const id = row?.id ?? newId();
        const whose = { id, course_id: courseId, user_id: actor.id };
        if (row) await updateReview(tx, id, { ...written, written_at: now, edited_at: null, withdrawn_at: null });
        else await insertReview(tx, { ...emptyReview, ...written, ...whose, written_at: now });
        await announcing.written(tx, id);
        await recordAudit(tx, {
          at: now,
          source: { kind: actor.role === 'ADMIN' ? 'admin' : 'user', id: actor.id },
          userId: actor.id,
          courseId,
          kind: 'review_published',
          detail: { reviewId: id, stars },
        });
      });
    },

    withdraw: async (userId: string, courseId: string): Promise<void> => {
      const now = clock.now();
      await changeReviews(database, { courseId, now }, async (tx) => {
        const row = await findRow(tx, courseId, userId);
        const withdrawn = { withdrawn_at: now, text: '', answer: null, answered_at: null, answered_by: null };
        if (!row || !(await changeReview(tx, { courseId, reviewId: row.id }, withdrawn)))
          throw fail('review_not_found');
        await deleteRevisions(tx, row.id);
        await announcing.withdrawn(tx, row.id);
      });
    },
  };
};

const emptyReview = {
  edited_at: null,
  withdrawn_at: null,
  hidden_reason: null,
  hidden_at: null,
  hidden_by: null,
  answer: null,
  answered_at: null,
  answered_by: null,
};
