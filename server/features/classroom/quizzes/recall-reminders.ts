import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { createCalendars, type SchoolCalendar } from '#server/calendar.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { findRecallSettings, learningTimes, listToRemind, timeZoneOf, writeRecallSettings } from './recall.queries.ts';
import { usualHour } from './recall-schedule.ts';

/** More often than hours begin: some time zones are half an hour apart. */
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
  { database, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
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

  const write = async (tx: Tx, userId: string, { isOn, reminds }: { isOn: boolean; reminds: boolean }) => {
    const remindAt = isOn && reminds ? (await nextFor(tx, userId)).at : null;
    const row = { user_id: userId, is_on: isOn ? 1 : 0, reminds: reminds ? 1 : 0, remind_at: remindAt };
    await writeRecallSettings(tx, row);
  };

  const remind = async (userId: string, count: number): Promise<void> => {
    await database.transaction(async (tx) => {
      const known = await findRecallSettings(tx, userId);
      if (!known) return;
      const next = await nextFor(tx, userId);
      await writeRecallSettings(tx, { ...known, remind_at: next.at });
      if (count > 0)
        await notify(tx, [{ userId, dedupeKey: `recall:${userId}:${next.day}`, content: { kind: 'recall', count } }]);
    });
  };

  return {
    calendarOf,

    /** Plans the next one, for somebody who wants them. */
    plan: async (tx: Tx, userId: string): Promise<void> => {
      const known = await findRecallSettings(tx, userId);
      await write(tx, userId, { isOn: known?.is_on !== 0, reminds: known?.reminds === 1 });
    },

    choose: async (userId: string, choice: { isOn: boolean; reminds: boolean }) => {
      await database.transaction((tx) => write(tx, userId, choice));
      return choice;
    },

    /** `countDue` counts the questions that are due for a user. */
    run: async (countDue: (userId: string) => Promise<number>): Promise<void> => {
      for (;;) {
        const due = await listToRemind(database.db, clock.now(), AT_A_TIME);
        for (const { user_id: userId } of due) await remind(userId, await countDue(userId));
        if (due.length < AT_A_TIME) return;
      }
    },
  };
};
