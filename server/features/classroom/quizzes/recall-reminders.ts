import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { createCalendars, type SchoolCalendar } from '#server/calendar.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import {
  findRecallSettings,
  learningTimes,
  listToRemind,
  moveReminder,
  type PlannedReminder,
  timeZoneOf,
  writeRecallSettings,
} from './recall.queries.ts';
import { usualHour } from './recall-schedule.ts';

/** More often than hourly: some time zones differ by half an hour. */
export const remindOfRecall = defineJob({
  name: 'quizzes.remind',
  lane: 'bulk',
  payload: z.object({}),
  everyMs: 15 * MINUTE_MS,
});

const TIMES_MAX = 50;
const AT_A_TIME = 200;

export type Reminders = ReturnType<typeof createReminders>;

/** One reminder a day at the hour at which a learner usually learns, while questions are due. */
export const createReminders = (
  { database, clock, settings, log }: Pick<Platform, 'database' | 'clock' | 'settings' | 'log'>,
  { notify }: Pick<NoticePort, 'notify'>,
) => {
  const calendars = createCalendars();

  /** The days of a learner. */
  const calendarOf = async (db: Db, userId: string): Promise<SchoolCalendar> =>
    calendars((await timeZoneOf(db, userId)) ?? (await settings.school(db)).timeZone);

  /** The next one, at least an hour from now. */
  const nextFor = async (db: Db, userId: string): Promise<{ at: number; day: string }> => {
    const at = await learningTimes(db, userId, TIMES_MAX);
    const calendar = await calendarOf(db, userId);
    const now = clock.now();
    const hour = usualHour(at.filter((one) => one > now - 30 * DAY_MS).map((one) => calendar.hourOf(one)));
    return { at: calendar.nextHour(now + 60 * MINUTE_MS, hour), day: calendar.dayOf(now) };
  };

  /** Only a reminder that is still planned as listed: the user may have turned reminders off since. */
  const remind = async (planned: PlannedReminder, count: number): Promise<void> => {
    const { user_id: userId } = planned;
    await database.transaction(async (tx) => {
      const next = await nextFor(tx, userId);
      if ((await moveReminder(tx, planned, next.at)) && count > 0)
        await notify(tx, [{ userId, dedupeKey: `recall:${userId}:${next.day}`, content: { kind: 'recall', count } }]);
    });
  };

  return {
    calendarOf,

    /** Moves the next reminder of a person who wants reminders. */
    plan: async (tx: Tx, userId: string): Promise<void> => {
      const remindAt = (await findRecallSettings(tx, userId))?.remind_at ?? null;
      if (remindAt === null) return;
      await moveReminder(tx, { user_id: userId, remind_at: remindAt }, (await nextFor(tx, userId)).at);
    },

    choose: async (userId: string, { isOn, reminds }: { isOn: boolean; reminds: boolean }) => {
      await database.transaction(async (tx) => {
        const remindAt = isOn && reminds ? (await nextFor(tx, userId)).at : null;
        const row = { user_id: userId, is_on: isOn ? 1 : 0, reminds: reminds ? 1 : 0, remind_at: remindAt };
        await writeRecallSettings(tx, row);
      });
      return { isOn, reminds };
    },

    /** `countDue` counts the questions that are due for a user. */
    run: async (countDue: (userId: string) => Promise<number>): Promise<void> => {
      const now = clock.now();
      let due = await listToRemind(database.db, { now, limit: AT_A_TIME });
      while (due.length > 0) {
        for (const planned of due) {
          const { user_id: userId } = planned;
          await countDue(userId)
            .then((count) => remind(planned, count))
            .catch((error: unknown) => log.error({ err: error, userId }, 'a reminder of questions failed'));
        }
        due = await listToRemind(database.db, { now, limit: AT_A_TIME, after: due.at(-1) });
      }
    },
  };
};
