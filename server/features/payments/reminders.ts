import { z } from 'zod';
import { salesMessages } from '#contract/sales-messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { writeAudit } from './audit.ts';
import type { Gateway } from './gateway.ts';
import { dueReminder, reminderAfter } from './reminder-times.ts';
import { advanceReminder, dueReminders, type DueReminder } from './reminders.queries.ts';
import type { SchoolCalendar } from './school-calendar.ts';

const BATCH = 200;

const remindOfEnds = defineJob({
  name: 'payments.remind',
  payload: z.object({}),
  everyMs: 60 * 60_000,
  maxAttempts: 3,
});

export interface RemindersNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
  mailer: Pick<Mailer, 'enqueue'>;
}

const words = salesMessages.reminderMail;

const reminderMail = (email: string, days: number, date: string): Mail => ({
  to: [email],
  subject: days === 0 ? words.ended : words.ahead(days, date),
  heading: days === 0 ? words.endedHeading : words.aheadHeading(days),
  parts: [
    { kind: 'text', text: days === 0 ? words.endedText(date) : words.aheadText(date) },
    { kind: 'button', label: words.button, path: '/checkout' },
  ],
});

/**
 * Tells people 30, 7 and 1 days before their access ends and on the end, once each. Mail and mark are one transaction,
 * and only who moves the mark mails, so that two processes tell nobody twice. After a pause only the nearest is told.
 */
export const runReminders = ({ database, jobs, clock, calendar, gateway, mailer }: RemindersNeeds): void => {
  const remind = async (tx: Tx, row: DueReminder, now: number): Promise<void> => {
    const days = dueReminder(row.ends_at, now);
    const next = days === undefined ? undefined : reminderAfter(row.ends_at, days);
    if (!(await advanceReminder(tx, row, next))) return;
    if (days === undefined) return;
    await mailer.enqueue(tx, reminderMail(row.email, days, calendar.formatDate(row.ends_at)));
    const { user_id: userId } = row;
    await writeAudit(tx, {
      at: now,
      by: 'reminder',
      action: 'reminded',
      userId,
      detail: { days, endsAt: row.ends_at },
    });
  };

  jobs.handle(remindOfEnds, async () => {
    const now = clock.now();
    const mode = await gateway.mode();
    for (;;) {
      const due = await dueReminders(database.db, mode, now, BATCH);
      for (const row of due) await database.transaction((tx) => remind(tx, row, now));
      if (due.length < BATCH) return;
    }
  });
};
