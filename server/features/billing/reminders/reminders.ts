import { z } from 'zod';
import { salesMessages } from '#contract/sales-messages.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Email } from '#server/email/mailer.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type DueReminder, dueReminders, takeReminder } from '../entitlement/entitlement.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Plans } from '../plans/plans.ts';

const BATCH = 200;

const sendReminders = defineJob({
  name: 'payments.remind',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 60 * 60_000,
  maxAttempts: 3,
});

const messages = salesMessages.reminderEmail;

const reminderEmail = (
  { email, course }: DueReminder,
  { days, date, isForYear }: { days: number; date: string; isForYear: boolean },
): Email => {
  const whole = { ...messages, ...(isForYear ? {} : messages.anyPlan) };
  const { ahead, aheadText, ended, endedText, button } = course
    ? { ...whole, ...messages.course(course.title), button: messages.anyPlan.button }
    : whole;
  return {
    to: [email],
    subject: days === 0 ? ended : ahead(days, date),
    heading: days === 0 ? (course ? ended : messages.endedHeading) : messages.aheadHeading(days),
    parts: [
      { kind: 'text', text: days === 0 ? endedText(date) : aheadText(date) },
      { kind: 'button', label: button, path: course?.planId ? `/checkout?plan=${course.planId}` : '/checkout' },
    ],
  };
};

/**
 * Sends an email 30, 7 and 1 days before access ends and on the end. The email is queued in the transaction that takes the
 * reminder, so each is sent once, however many processes run the job. After a pause only the one nearest to the end is sent.
 * A term shorter than four months has only those of its last quarter.
 */
export const runReminders = ({ database, jobs, clock, settings, mailer }: BillingPlatform, plans: Plans): void => {
  jobs.handle(sendReminders, async () => {
    const now = clock.now();
    const mode = await settings.purchaseMode();
    const isForYear = (await plans.onSale()).every(({ current: { term } }) => term.unit === 'year' && term.count === 1);
    for (;;) {
      const due = await dueReminders(database.db, { mode, now, limit: BATCH });
      for (const row of due)
        await database.transaction(async (tx) => {
          const days = await takeReminder(tx, row, now);
          if (days === undefined) return;
          const date = (await settings.calendar(tx)).formatDate(row.ends_at);
          await mailer.enqueue(tx, reminderEmail(row, { days, date, isForYear }));
          const { user_id: userId, ends_at: endsAt } = row;
          const source = { kind: 'reminders' } as const;
          await recordAudit(tx, { at: now, source, userId, kind: 'reminder_sent', detail: { days, endsAt } });
        });
      if (due.length === 0) return;
    }
  });
};
