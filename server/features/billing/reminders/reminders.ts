import { z } from 'zod';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { HOUR_MS, toInstant } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { dueReminders, takeReminder } from '../entitlement/entitlement.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { Plans } from '../plans/plans.ts';

const BATCH = 200;

const sendReminders = defineJob({
  name: 'payments.remind',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
  waitsAfterJump: true,
  maxAttempts: 3,
});

const messages = salesMessages.reminderEmail;

const reminderEmail = (
  { days, course, isForYear }: ContentOf<'access_ending'>,
  { address, date }: { address: string; date: string },
): Email => {
  const whole = { ...messages, ...(isForYear ? {} : messages.anyPlan) };
  const { ahead, aheadText, ended, endedText, button } = course
    ? { ...whole, ...messages.course(course.title), button: messages.anyPlan.button }
    : whole;
  return {
    to: [address],
    wording: {
      id: `${course ? 'course_' : ''}${days === 0 ? 'access_ended' : 'access_ending'}`,
      values: {
        date,
        ...(days > 0 && { days: days === 1 ? 'One day' : `${days} days` }),
        ...(course && { course: course.title }),
      },
    },
    subject: days === 0 ? ended : ahead(days, date),
    heading: days === 0 ? (course ? ended : messages.endedHeading) : messages.aheadHeading(days),
    parts: [
      { kind: 'text', text: days === 0 ? endedText(date) : aheadText(date) },
      {
        kind: 'button',
        label: button,
        path: course !== null && course.planId !== null ? `/checkout?plan=${course.planId}` : '/checkout',
      },
    ],
  };
};

const defineTexts = ({ define }: Mailer['texts']): void => {
  const reader = { address: '', date: '15 June 2027' };
  const example = { kind: 'access_ending', endsAt: '2027-06-15T18:30:00.000Z', isForYear: false } as const;
  for (const course of [null, { title: 'Vedic Mathematics', planId: null }]) {
    define(reminderEmail({ ...example, days: 7, course }, reader), ['date', 'link']);
    define(reminderEmail({ ...example, days: 0, course }, reader), ['link']);
  }
};

/**
 * Sends an email 30, 7 and 1 days before access ends and on the end. The email is queued in the transaction that takes the
 * reminder, so each is sent once, however many processes run the job. After a pause only the one nearest to the end is sent.
 * A term shorter than four months has only those of its last quarter.
 */
export const runReminders = (
  { database, jobs, clock, settings, notices, mailer }: BillingPlatform,
  plans: Plans,
): void => {
  defineTexts(mailer.texts);
  notices.setEmail('access_ending', {
    compose: async (content, { address }) => {
      const date = (await settings.calendar()).formatDate(Date.parse(content.endsAt));
      return { email: reminderEmail(content, { address, date }) };
    },
  });
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
          const { user_id: userId, ends_at: endsAt, course } = row;
          await notices.notify(tx, [
            {
              userId,
              dedupeKey: `access_ending:${userId}:${row.mode}:${course?.id ?? 'everything'}:${endsAt}:${days}`,
              content: {
                kind: 'access_ending',
                days,
                endsAt: toInstant(endsAt),
                course: course ? { title: course.title, planId: course.planId ?? null } : null,
                isForYear,
              },
            },
          ]);
          const source = { kind: 'reminders' } as const;
          await recordAudit(tx, { at: now, source, userId, kind: 'reminder_sent', detail: { days, endsAt } });
        });
      if (due.length === 0) return;
    }
  });
};
