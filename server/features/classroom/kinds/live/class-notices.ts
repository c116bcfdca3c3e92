import { z } from 'zod';
import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import { HOUR_MS, MINUTE_MS, toInstant } from '#server/clock.ts';
import { listBatchDates, listMemberIds } from '#server/database/batch-classes.ts';
import type { Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { NoticePort, Withdraw } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { Video } from '../../video/video.ts';
import {
  findPublishedClass,
  findPublishedVideo,
  listPublishedClasses,
  listTeachers,
  type PlacedClass,
} from './classes.queries.ts';

/** Before the start. The one nearest to it is sent. */
const REMINDERS_H = [1, 24];
/** Until the recording plays. */
const ASK_AGAIN_MS = 2 * MINUTE_MS;
const MAX_ASKED = 24 * 30;
const MEMBERS_AT_ONCE = 200;

const remind = defineJob({
  name: 'classes.remind',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 5 * MINUTE_MS,
  maxAttempts: 3,
});
const announceRecording = defineJob({
  name: 'classes.announce-recording',
  lane: 'upkeep',
  payload: z.object({ lectureId: z.string(), asked: z.int() }),
});

export interface ClassNoticesNeeds {
  tellHolders: (
    tx: Tx,
    news: { batch: string; content: NoticeContent; courseId: string; subject: string },
  ) => Promise<void>;
  notify: NoticePort['notify'];
  withdraw: Withdraw;
  policy: Pick<CoursePolicy, 'locksIn'>;
  video: Pick<Video, 'isPlayed'>;
}

const subjectOf = (lectureId: string): string => `class:${lectureId}`;

/** The notices of live classes, for the people who have the course when they are sent, and for its teachers. */
export const createClassNotices = (
  { database, jobs, clock, settings }: Pick<Platform, 'database' | 'jobs' | 'clock' | 'settings'>,
  { tellHolders, notify, withdraw, policy, video }: ClassNoticesNeeds,
) => {
  const { db } = database;

  /** Those who have the course, and those who teach it: one who does both gets one notice. */
  const tell = async (
    tx: Tx,
    { live, ...place }: PlacedClass,
    batch: string,
    about: { kind: 'class_soon' } | { kind: 'class_changed'; isCancelled: boolean },
  ): Promise<void> => {
    const { courseId } = place;
    const subject = subjectOf(place.lectureId);
    const content = { ...about, ...place, startsAt: toInstant(live.startsAt) };
    await tellHolders(tx, { batch, courseId, subject, content });
    const teachers = await listTeachers(tx, courseId);
    await notify(
      tx,
      teachers.map((userId) => ({ userId, dedupeKey: `${batch}:${userId}`, subject, content })),
    );
  };

  /** What was said of a class before is no longer true. */
  const tellChange = async (tx: Tx, changed: PlacedClass, isCancelled: boolean): Promise<void> => {
    const { lectureId } = changed;
    await withdraw(tx, [subjectOf(lectureId)]);
    const batch = `class_changed:${lectureId}:${changed.live.startsAt}:${isCancelled}:${clock.now()}`;
    await tell(tx, changed, batch, { kind: 'class_changed', isCancelled });
  };

  /** A batch may begin with its first class, which is locked until then. */
  const isOpenAt = async (userId: string, { courseId, lectureId }: PlacedClass, at: number): Promise<boolean> => {
    const lock = (await policy.locksIn({ id: userId, role: 'USER' }, courseId))(lectureId);
    return lock === undefined || (lock.opensAt !== null && lock.opensAt <= at);
  };

  /** The members of batches that have a class soon. */
  const remindBatches = async (now: number): Promise<void> => {
    const mode = await settings.purchaseMode();
    const dates = await listBatchDates(db, { from: now, to: now + Math.max(...REMINDERS_H) * HOUR_MS });
    for (const { batch_id: batchId, lecture_id: lectureId, starts_at: startsAt } of dates) {
      const place = await findPublishedClass(db, lectureId);
      const hours = REMINDERS_H.find((before) => startsAt - before * HOUR_MS <= now);
      if (!place || hours === undefined) continue;
      const { live: _, ...about } = place;
      const content = { kind: 'class_soon' as const, ...about, startsAt: toInstant(startsAt) };
      const unlessNotified = `class_soon:${lectureId}:${startsAt}:${hours}:`;
      for (let afterId = ''; ;) {
        const userIds = await listMemberIds(db, {
          batchId,
          mode,
          now,
          afterId,
          limit: MEMBERS_AT_ONCE,
          unlessNotified,
        });
        const reminded: string[] = [];
        for (const userId of userIds) if (await isOpenAt(userId, place, startsAt)) reminded.push(userId);
        const keys = reminded.map((userId) => ({
          userId,
          dedupeKey: `${unlessNotified}${userId}`,
          subject: subjectOf(lectureId),
          content,
        }));
        await database.transaction((tx) => notify(tx, keys));
        afterId = userIds.at(-1) ?? '';
        if (userIds.length < MEMBERS_AT_ONCE) break;
      }
    }
  };

  jobs.handle(remind, async () => {
    const now = clock.now();
    for (const one of await listPublishedClasses(db)) {
      const { startsAt } = one.live;
      const hours = REMINDERS_H.find((before) => startsAt > now && startsAt - before * HOUR_MS <= now);
      if (hours === undefined) continue;
      const batch = `class_soon:${one.lectureId}:${startsAt}:${hours}`;
      await database.transaction((tx) => tell(tx, one, batch, { kind: 'class_soon' }));
    }
    await remindBatches(now);
  });

  const askForRecording = (tx: Tx, lectureId: string, asked: number): Promise<void> =>
    jobs.enqueue(
      tx,
      announceRecording,
      { lectureId, asked },
      {
        id: `${announceRecording.name}:${lectureId}:${asked}`,
        runAtMs: clock.now() + (asked === 0 ? 0 : ASK_AGAIN_MS),
      },
    );

  jobs.handle(announceRecording, ({ lectureId, asked }) =>
    database.transaction(async (tx) => {
      const place = await findPublishedVideo(tx, lectureId);
      if (!place || asked > MAX_ASKED) return;
      if (!(await video.isPlayed(tx, lectureId))) return askForRecording(tx, lectureId, asked + 1);
      await tellHolders(tx, {
        batch: `recording:${lectureId}`,
        courseId: place.courseId,
        subject: subjectOf(lectureId),
        content: { kind: 'recording', ...place },
      });
    }),
  );

  return {
    /** The class that learners see, before a change. */
    before: (tx: Tx, lectureId: string): Promise<PlacedClass | undefined> => findPublishedClass(tx, lectureId),

    /** After a change: a class that learners saw and that is to come may have moved. */
    changed: async (tx: Tx, before: PlacedClass | undefined): Promise<void> => {
      const after = before && (await findPublishedClass(tx, before.lectureId));
      if (!after || after.live.startsAt === before.live.startsAt) return;
      if (Math.max(before.live.startsAt, after.live.startsAt) > clock.now()) await tellChange(tx, after, false);
    },

    /** Before its lecture is deleted. */
    cancelled: async (tx: Tx, lectureId: string): Promise<void> => {
      const one = await findPublishedClass(tx, lectureId);
      if (one && one.live.startsAt > clock.now()) await tellChange(tx, one, true);
    },

    /** Its lecture is not deleted after all. */
    restored: (tx: Tx, lectureId: string): Promise<void> => withdraw(tx, [subjectOf(lectureId)]),

    /** Its recording is there, and perhaps not ready to play. */
    recorded: async (tx: Tx, lectureId: string): Promise<void> => {
      await withdraw(tx, [subjectOf(lectureId)]);
      await askForRecording(tx, lectureId, 0);
    },
  };
};

export type ClassNotices = ReturnType<typeof createClassNotices>;
