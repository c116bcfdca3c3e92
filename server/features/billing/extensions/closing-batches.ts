import { findMembership, lastDayFor } from '#server/database/batch-ends.ts';
import { findBatch } from '#server/database/batch-places.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import { type AccessHistory, courseEntitlement, courseExtensions } from '../entitlement/entitlement.ts';
import { type At, type Extended, extensionOf, type Result } from './extension-rule.ts';

/** As much more of the lectures of a batch that closes, for who keeps the course for longer. */
const ofClosing = (
  history: AccessHistory,
  { courseId, closesAt }: { courseId: string; closesAt: number },
  { now, target }: At,
): Result => {
  const { isActive, accessUntil = 0, endsWith = null } = courseEntitlement(history, now, courseId);
  const until = Math.min(target(closesAt), accessUntil);
  const addition = { kind: 'grant' as const, scope: courseId, paymentId: endsWith, from: closesAt, until };
  return { additions: isActive && until > closesAt && until > now ? [addition] : [], comesBack: false };
};

/** What an extension gives a person, and until when they have it: in the batch that it is about, not longer than that is open. */
export const createRule = (on: Db, batchId: string | null, calendar: SchoolCalendar) => {
  const found = batchId === null ? undefined : findBatch(on, batchId);
  return async (
    { userId, history }: { userId: string; history: AccessHistory },
    extended: Extended,
    at: At,
  ): Promise<Result & { until: number }> => {
    const [batch, given] = [await found, extensionOf(history, extended, at)];
    const endOf = ({ additions }: Result): number => Math.max(...additions.map((one) => one.until));
    if (batch?.after_end !== 'closed') return { ...given, until: endOf(given) };
    const { course_id: courseId } = batch;
    const { since = null } = (await findMembership(on, userId, courseId)) ?? {};
    const closesAt = calendar.endOf(lastDayFor(since, batch, courseExtensions(history, courseId), calendar));
    // As many days more would be over, too: they open nothing.
    if (at.target(closesAt) <= at.now) return { additions: [], comesBack: false, until: closesAt };
    const result = given.additions.length > 0 ? given : ofClosing(history, { courseId, closesAt }, at);
    const comesBack = result.comesBack || (result.additions.length > 0 && closesAt < at.now);
    return { ...result, comesBack, until: Math.min(endOf(result), at.target(closesAt)) };
  };
};
