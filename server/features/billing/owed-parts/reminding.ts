import { z } from 'zod';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { recordAudit, type Source } from '#server/audit/audit.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  dueDayOf,
  duesOf,
  listInParts,
  type PurchaseInPartsRow,
  reminderAt,
  remindersBefore,
  updateDue,
} from '../parts/parts.ts';
import { listToRemind } from './owed-parts.queries.ts';
import { calendarOf, dueNow, leftOf } from './present.ts';

const BATCH = 200;

const remindOfParts = defineJob({
  name: 'payments.remind-of-parts',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 15 * MINUTE_MS,
  waitsAfterJump: true,
  maxAttempts: 3,
});

/** What notices about the parts of a purchase are about. */
export const partsSubject = (attemptId: string): string => `parts:${attemptId}`;

export type Remind = (tx: Tx, row: PurchaseInPartsRow, dues: readonly PartDueRow[], source: Source) => Promise<void>;

/** Reminds the buyer of what is due now; all reminders until now are over with it, however many were missed. */
export const createRemind =
  ({ clock, settings, notices }: BillingPlatform): Remind =>
  async (tx, row, dues, source) => {
    const now = clock.now();
    const calendar = calendarOf(row, await settings.calendar(tx));
    const today = calendar.dayOf(now);
    const due = dueNow(dues, today);
    const [first] = due;
    if (!first) return;
    for (const one of dues.filter((part) => part.missing_in_paise > 0)) {
      const reminder = Math.max(one.reminder, remindersBefore(dueDayOf(one), calendar, now));
      const changes = { reminder, remind_at: reminderAt(dueDayOf(one), calendar, reminder) };
      await updateDue(tx, row.attempt_id, one.n, due.includes(one) ? { ...changes, reminded_at: now } : changes);
    }
    const [dueOn, amountInPaise] = [dueDayOf(first), leftOf(due)];
    const { user_id: userId, attempt_id: attemptId, provider_payment_id: paymentId } = row;
    await notices.withdraw(tx, [partsSubject(attemptId)]);
    await notices.notify(tx, [
      {
        userId,
        dedupeKey: `part_due:${attemptId}:${now}`,
        subject: partsSubject(attemptId),
        content: {
          kind: 'part_due',
          planId: row.plan_id,
          planName: row.plan_name,
          amountInPaise,
          dueOn,
          when: today < dueOn ? 'ahead' : today === dueOn ? 'today' : 'over',
          pausesAt: toInstant(first.pauses_at),
          isPaused: first.pauses_at <= now,
        },
      },
    ]);
    await recordAudit(tx, {
      at: now,
      source,
      userId,
      attemptId,
      paymentId,
      kind: 'part_reminded',
      detail: { amountInPaise, dueOn },
    });
  };

/** Sends one reminder to each buyer with a part of which one is due, however long no process ran. */
export const runPartReminders = ({ database, jobs, clock, settings }: BillingPlatform, remind: Remind): void => {
  jobs.handle(remindOfParts, async () => {
    const mode = await settings.purchaseMode();
    for (let afterId = ''; ;) {
      const due = await listToRemind(database.db, { mode, now: clock.now(), afterId, limit: BATCH });
      for (const { attempt_id: attemptId, user_id: userId } of due)
        await database.transaction(async (tx) => {
          await lockUsers(tx, [userId]);
          const [row] = await listInParts(tx, [attemptId]);
          const dues = (await duesOf(tx, [attemptId]))(attemptId);
          // Paid, or reminded by another process, since they were listed.
          const isDue = dues.some(({ remind_at: at }) => at !== null && at <= clock.now());
          if (row && isDue && !row.is_waiting) await remind(tx, row, dues, { kind: 'reminders' });
        });
      if (due.length < BATCH) return;
      afterId = due.at(-1)?.attempt_id ?? '';
    }
  });
};
