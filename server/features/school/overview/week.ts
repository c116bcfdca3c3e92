import { z } from 'zod';
import type { AttentionItem } from '#contract/school/attention.ts';
import type { overview } from '#contract/school/overview.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';
import { daysLater } from '#server/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '#server/clock.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { composeWeek } from './week-email.ts';
import { countBegun, countFinished, findMostBegun, findOpening, listAdmins, listCourses } from './week.queries.ts';

type Week = ContentOf<'week'>;
type Sold = z.input<typeof overview.read.response>['sold'][number] & { returnedInPaise: number };

/** More often than hours begin: some time zones are half an hour apart. */
export const emailWeek = defineJob({
  name: 'overview.week',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 15 * MINUTE_MS,
});

const HOUR = 7;
/** A server that was off on Monday morning sends it until then. */
const LATEST_MS = 2 * DAY_MS;
const LAST = 'overview.week';
/** Courses that are looked at for people who are stuck, the newest. */
const COURSES = 100;

export interface WeekNeeds {
  /** The sales of each plan between two days, both included. */
  soldBetween: (days: { from: string; to: string }) => Promise<Sold[]>;
  /** How many learners of a course are stuck, as its page counts them. */
  stuckIn: (courseId: string) => Promise<number>;
  openQuestions: () => Promise<{ count: number; since: number | null }>;
  attention: { list: () => Promise<{ items: readonly AttentionItem[]; total: number }> };
  noticePort: Pick<NoticePort, 'notify' | 'setEmail'>;
}

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => daysLater(day, -((new Date(day).getUTCDay() + 6) % 7));

const salesOf = (sold: readonly Sold[]): number => sold.reduce((sum, { sales }) => sum + sales, 0);

/** Emails the last week to each admin on Monday, unless nothing happened and nobody waits. */
export const createWeek = (
  { database, clock, settings, jobs }: Pick<Platform, 'database' | 'clock' | 'settings' | 'jobs'>,
  { soldBetween, stuckIn, openQuestions, attention, noticePort }: WeekNeeds,
): void => {
  const { db } = database;

  const soldIn = async (from: string): Promise<Week['sold']> => {
    const sold = await soldBetween({ from, to: daysLater(from, 6) });
    const sales = salesOf(sold);
    const inPaise = sold.reduce((sum, one) => sum + one.inPaise, 0);
    if (sales === 0 && inPaise === 0) return null;
    const more = sales - salesOf(await soldBetween({ from: daysLater(from, -7), to: daysLater(from, -1) }));
    const plans = sold.filter((one) => one.sales > 0).map((one) => ({ name: one.name, sales: one.sales }));
    return { sales, inPaise, more, plans };
  };

  const begunIn = async (span: { from: number; until: number }): Promise<Week['begun']> => {
    const [people, finished] = [await countBegun(db, span), await countFinished(db, span)];
    if (people + finished === 0) return null;
    return { people, finished, courseTitle: (await findMostBegun(db, span)) ?? null };
  };

  /** Of the course where most are stuck. */
  const stuckNow = async (): Promise<Week['stuck']> => {
    let worst: Week['stuck'] = null;
    for (const { id: courseId, title: courseTitle } of await listCourses(db, COURSES)) {
      const people = await stuckIn(courseId);
      if (people > (worst?.people ?? 0)) worst = { people, courseId, courseTitle };
    }
    return worst;
  };

  const weekBefore = async (monday: string): Promise<Week | undefined> => {
    const calendar = await settings.calendar();
    const from = daysLater(monday, -7);
    const span = { from: calendar.startOf(from), until: calendar.startOf(monday) };
    const opening = await findOpening(db);
    if (opening === null || opening >= span.from) return undefined;
    const { count, since } = await openQuestions();
    const { items, total } = await attention.list();
    const tasks = items.filter(({ kind }) => kind !== 'questions');
    const [first] = tasks;
    const happened = {
      sold: await soldIn(from),
      begun: await begunIn(span),
      asked: since === null ? null : { count, since: toInstant(since) },
      toDo: first ? { kind: first.kind, count: first.count, others: total - 1 - (items.length - tasks.length) } : null,
    };
    // In a quiet school somebody loses access soon every week.
    const isQuiet = happened.toDo === null || happened.toDo.kind === 'ending';
    if (isQuiet && !happened.sold && !happened.begun && !happened.asked) return undefined;
    return { kind: 'week', from, to: daysLater(monday, -1), ...happened, stuck: await stuckNow() };
  };

  noticePort.setEmail('week', {
    compose: async (week, reader) => ({ email: composeWeek(week, reader) }),
  });

  jobs.handle(emailWeek, async () => {
    const [calendar, now] = [await settings.calendar(), clock.now()];
    const monday = mondayOf(calendar.dayOf(now));
    const due = calendar.nextHour(calendar.startOf(monday) - HOUR_MS, HOUR, 1);
    if (now < due || now > due + LATEST_MS || (await findValue(db, LAST)) === monday) return;
    const week = await weekBefore(monday);
    await database.transaction(async (tx) => {
      await storeValue(tx, LAST, monday, now);
      if (week === undefined) return;
      const admins = await listAdmins(tx);
      const noticeTo = (userId: string) => ({ userId, dedupeKey: `week:${monday}:${userId}`, content: week });
      await noticePort.notify(tx, admins.map(noticeTo));
    });
  });
};
