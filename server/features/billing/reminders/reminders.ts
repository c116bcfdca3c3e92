import { z } from 'zod';
import { say, valued } from '#contract/languages/say.ts';
import { daysLeft } from '#contract/notices/kinds/account.ts';
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

type Ending = ContentOf<'access_ending'>;

/** About access to everything. */
const ofEverything = ({ days, endsAt, isForYear }: Ending) => {
  const values = { date: { date: endsAt } };
  if (days === 0)
    return {
      subject: say('Your access has ended'),
      heading: say('Your bundle has ended'),
      text: isForYear
        ? say(
            'It ended on {date}. You were not charged. Renew for another year to continue where you left off.',
            values,
          )
        : say('It ended on {date}. You were not charged. Renew to continue where you left off.', values),
    };
  return {
    subject: say('{days, plural, one {One day left} other {# days left}}: your access ends on {date}', {
      ...values,
      days,
    }),
    heading: daysLeft(days),
    text: isForYear
      ? say(
          'Your bundle ends on {date} and does not renew automatically. Renew now and a full year is added to that date: you lose no days.',
          values,
        )
      : say(
          'Your access ends on {date} and does not renew automatically. Renew now and the new term is added to that date: you lose no days.',
          values,
        ),
  };
};

const ofCourse = ({ days, endsAt }: Ending, course: string) => {
  const values = { date: { date: endsAt }, course };
  const ended = say('Your access to {course} has ended', values);
  if (days === 0)
    return {
      subject: ended,
      heading: ended,
      text: say(
        'It ended on {date}. You were not charged. Your progress and your notes are kept. Renew to continue where you left off.',
        values,
      ),
    };
  return {
    subject: say('{days, plural, one {One day} other {# days}} left: your access to {course} ends on {date}', {
      ...values,
      days,
    }),
    heading: daysLeft(days),
    text: say(
      'Your access to {course} ends on {date} and does not renew automatically. Renew now and the new term is added to that date: you lose no days.',
      values,
    ),
  };
};

const reminderEmail = (content: Ending, address: string): Email => {
  const { days, course, isForYear, endsAt } = content;
  const { subject, heading, text } = course ? ofCourse(content, course.title) : ofEverything(content);
  return {
    to: [address],
    wording: {
      id: `${course ? 'course_' : ''}${days === 0 ? 'access_ended' : 'access_ending'}`,
      values: {
        date: valued({ date: endsAt }),
        ...(days > 0 && { days: say('{days, plural, one {One day} other {# days}}', { days }) }),
        ...(course && { course: course.title }),
      },
    },
    subject,
    heading,
    parts: [
      { kind: 'text', text },
      {
        kind: 'button',
        label: isForYear && !course ? say('Renew for a year') : say('Renew'),
        path: course !== null && course.planId !== null ? `/checkout?plan=${course.planId}` : '/checkout',
      },
    ],
  };
};

const defineTexts = ({ define }: Mailer['texts']): void => {
  const example = { kind: 'access_ending', endsAt: '2027-06-15T04:30:00.000Z', isForYear: false } as const;
  for (const course of [null, { title: 'Vedic Mathematics', planId: null }]) {
    define(reminderEmail({ ...example, days: 7, course }, ''), ['date', 'link']);
    define(reminderEmail({ ...example, days: 0, course }, ''), ['link']);
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
    compose: async (content, { address }) => ({ email: reminderEmail(content, address) }),
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
                course: course ? { id: course.id, title: course.title, planId: course.planId } : null,
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
