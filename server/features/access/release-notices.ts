import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { createReleaseLearners } from './release-learners.ts';
import { createDayStarts, itemsOf, opensAt } from './release.ts';
import { findTitle } from './course-people.queries.ts';
import { listOutline, listReleases } from './release.queries.ts';

/** Everything opens at midnight; nobody is told at night. */
const MORNING_MS = 7 * HOUR_MS;
const AT_ONCE = 100;
const TITLES = 3;

const plan = defineJob({ name: 'release.plan', lane: 'upkeep', payload: z.object({}), everyMs: HOUR_MS });
const tell = defineJob({
  name: 'release.tell',
  lane: 'bulk',
  payload: z.object({ courseId: z.string(), day: z.iso.date(), afterUserId: z.string() }),
  waitsAfterJump: true,
});

/** Tells learners of the lectures whose day has come: once a day and course. Nothing here opens anything. */
export const createReleaseNotices = (
  { database, jobs, settings, clock }: Pick<Platform, 'database' | 'jobs' | 'settings' | 'clock'>,
  { learners, notify }: { learners: ReturnType<typeof createReleaseLearners>; notify: NoticePort['notify'] },
): void => {
  const { db } = database;
  const dayStarts = createDayStarts();

  const next = (tx: Db, payload: z.output<typeof tell.payload>): Promise<void> =>
    jobs.enqueue(tx, tell, payload, { id: `${tell.name}:${payload.courseId}:${payload.day}:${payload.afterUserId}` });

  jobs.handle(plan, async () => {
    const day = (await settings.calendar()).dayOf(clock.now());
    for (const [courseId, rules] of await listReleases(db))
      if (rules.some(({ on, afterDays }) => on === day || afterDays !== undefined))
        await next(db, { courseId, day, afterUserId: '' });
  });

  jobs.handle(tell, async ({ courseId, day, afterUserId }) => {
    const startOf = dayStarts(await settings.calendar());
    const [midnight, title] = [startOf(day), await findTitle(db, courseId)];
    const lectures = await listOutline(db, courseId);
    const items = itemsOf(lectures, (await listReleases(db)).get(courseId) ?? []);
    if (title === undefined || items.size === 0) return;
    const page = await learners.page(lectures, { courseId, afterId: afterUserId, limit: AT_ONCE });
    const notices = page.flatMap(({ userId, learner }) => {
      const opened = lectures.filter(({ id }) => {
        const item = items.get(id);
        if (!item || learner.opened.has(id)) return false;
        const { at, waitsFor } = opensAt(learner, item, startOf);
        return at === midnight && !waitsFor;
      });
      const [first] = opened;
      // The first day of a right tells itself.
      if (!first || learner.startedOn === day) return [];
      const titles = opened.slice(0, TITLES).map((lecture) => lecture.title);
      const about = { courseId, courseTitle: title, count: opened.length, titles, firstLectureId: first.id };
      return {
        userId,
        dedupeKey: `lectures_opened:${courseId}:${day}:${userId}`,
        content: { kind: 'lectures_opened' as const, ...about },
        dueAtMs: midnight + MORNING_MS,
      };
    });
    await database.transaction(async (tx) => {
      await notify(tx, notices);
      const last = page.at(-1);
      if (last && page.length === AT_ONCE) await next(tx, { courseId, day, afterUserId: last.userId });
    });
  });
};
