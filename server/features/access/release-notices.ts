import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReleaseRule } from '#contract/access/release.ts';
import { HOUR_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { createReleaseLearners } from './release-learners.ts';
import { daysLater } from '#server/calendar.ts';
import { createDayStarts, itemsOf, opensAt } from './release.ts';
import { findTitle } from './course-people.queries.ts';
import { listOutline, listReleases } from './release.queries.ts';

/** Lectures open at midnight. The notice is shown in the morning. */
const MORNING_MS = 7 * HOUR_MS;
/** What opened while no process ran is told later, but not after so many days. */
const LATE_DAYS_MAX = 7;
const AT_ONCE = 100;
const TITLES = 3;

const plan = defineJob({ name: 'release.plan', lane: 'upkeep', payload: z.object({}), everyMs: HOUR_MS });
const tell = defineJob({
  name: 'release.tell',
  lane: 'bulk',
  payload: z.object({
    courseId: z.string(),
    day: z.iso.date(),
    /** The last day of which learners were told before. */
    sinceDay: z.iso.date(),
    /** Of the rules: once they are changed, those whom the change concerns are told too. */
    version: z.string(),
    afterUserId: z.string(),
  }),
  waitsAfterJump: true,
});

/** The day of which learners are told, and the one of which they were told before. */
const Notified = z.object({ day: z.iso.date(), before: z.iso.date() });
const NOTIFIED = 'release.notified';

const versionOf = (rules: readonly ReleaseRule[]): string =>
  createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 16);

/** Tells learners of the lectures whose day has come: once a day and course. Nothing here opens anything. */
export const createReleaseNotices = (
  { database, jobs, settings, clock }: Pick<Platform, 'database' | 'jobs' | 'settings' | 'clock'>,
  {
    learners,
    notify,
    locksIn,
  }: {
    learners: ReturnType<typeof createReleaseLearners>;
    notify: NoticePort['notify'];
    locksIn: CoursePolicy['locksIn'];
  },
): void => {
  const { db } = database;
  const dayStarts = createDayStarts();

  const next = (tx: Db, payload: z.output<typeof tell.payload>): Promise<void> =>
    jobs.enqueue(tx, tell, payload, {
      id: [tell.name, payload.courseId, payload.day, payload.version, payload.afterUserId].join(':'),
    });

  /** Days that no process saw are told with the day on which one runs again. */
  const sinceWhen = async (tx: Db, day: string): Promise<string> => {
    const stored = await findValue(tx, NOTIFIED);
    const known = stored === undefined ? undefined : Notified.parse(JSON.parse(stored));
    if (known?.day === day) return known.before;
    const [earliest, yesterday] = [daysLater(day, -LATE_DAYS_MAX), daysLater(day, -1)];
    // A day in the future is from a clock that was ahead.
    const last = known && known.day < day ? known.day : yesterday;
    const before = last > earliest ? last : earliest;
    await storeValue(tx, NOTIFIED, JSON.stringify({ day, before } satisfies z.output<typeof Notified>), clock.now());
    return before;
  };

  jobs.handle(plan, async () => {
    const day = (await settings.calendar()).dayOf(clock.now());
    await database.transaction(async (tx) => {
      const sinceDay = await sinceWhen(tx, day);
      const opensNow = ({ on = '', afterDays }: ReleaseRule): boolean =>
        (on > sinceDay && on <= day) || afterDays !== undefined;
      for (const [courseId, rules] of await listReleases(tx))
        if (rules.some(opensNow))
          await next(tx, { courseId, day, sinceDay, version: versionOf(rules), afterUserId: '' });
    });
  });

  jobs.handle(tell, async ({ afterUserId, ...of }) => {
    const { courseId, day, sinceDay } = of;
    const startOf = dayStarts(await settings.calendar());
    const [midnight, title] = [startOf(day), await findTitle(db, courseId)];
    const lectures = await listOutline(db, courseId);
    const items = itemsOf(lectures, (await listReleases(db)).get(courseId) ?? []);
    if (title === undefined || items.size === 0) return;
    const page = await learners.page(lectures, {
      courseId,
      afterId: afterUserId,
      limit: AT_ONCE,
      items: [...items.values()],
      hasStarts: true,
    });
    const openedTo = async ({ userId, learner }: (typeof page)[number]) => {
      // The first day of a right tells itself.
      const since = Math.max(startOf(sinceDay), startOf(learner.startedOn ?? sinceDay));
      const openedByRule = lectures.filter(({ id }) => {
        const item = items.get(id);
        if (!item || learner.opened.has(id)) return false;
        const { at, waitsFor } = opensAt(learner, item, startOf);
        return at > since && at <= midnight && !waitsFor;
      });
      if (openedByRule.length === 0) return undefined;
      // Their batch may have ended, or not begun.
      const lockOf = await locksIn({ id: userId, role: 'USER' }, courseId);
      const opened = openedByRule.filter(({ id }) => lockOf(id) === undefined);
      const [first] = opened;
      if (!first) return undefined;
      const named = opened.slice(0, TITLES);
      const about = {
        courseId,
        courseTitle: title,
        count: opened.length,
        titles: named.map((lecture) => lecture.title),
        lectureIds: named.map(({ id }) => id),
        firstLectureId: first.id,
      };
      return {
        userId,
        dedupeKey: `lectures_opened:${courseId}:${day}:${userId}`,
        content: { kind: 'lectures_opened' as const, ...about },
        dueAtMs: midnight + MORNING_MS,
      };
    };
    const notices: NonNullable<Awaited<ReturnType<typeof openedTo>>>[] = [];
    for (const one of page) {
      const notice = await openedTo(one);
      if (notice) notices.push(notice);
    }
    await database.transaction(async (tx) => {
      await notify(tx, notices);
      const last = page.at(-1);
      if (last && page.length === AT_ONCE) await next(tx, { ...of, afterUserId: last.userId });
    });
  });
};
