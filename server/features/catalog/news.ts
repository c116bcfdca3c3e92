import { z } from 'zod';
import { NoticeContent } from '#contract/notices/notice-content.ts';
import { datedOtherwise } from '#server/database/batch-classes.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { findCourse, lastNotedAt, listNewLectures, markAnnounced, noteNews as noteIn } from './news.queries.ts';

/** Nothing is announced before a course has been quiet for so long, so that what was published by mistake can be taken back. */
const WAIT_MS = 30 * 60_000;
const AT_ONCE = 50;
const TITLES = 3;

const announce = defineJob({ name: 'news.announce', lane: 'bulk', payload: z.object({ courseId: z.string() }) });
const tell = defineJob({
  name: 'news.tell',
  lane: 'bulk',
  payload: z.object({
    /** One piece of news: a person gets it once. */
    batch: z.string(),
    content: NoticeContent,
    /** Those who have this course, or everything; null: everything. */
    courseId: z.string().nullable(),
    subject: z.string().optional(),
    /** Those whose right to this course began by then. */
    startedBy: z.object({ courseId: z.string(), at: z.number() }).optional(),
    afterUserId: z.string(),
  }),
});

/** The active users with access to everything or, unless it is null, to this course, by their id. */
export type ListHolders = (
  db: Db,
  page: { courseId: string | null; afterId: string; limit: number },
) => Promise<string[]>;

/** Something that the people who have a course, or everything, learn once for each `batch`. */
export interface HolderNews {
  batch: string;
  content: NoticeContent;
  courseId: string | null;
  /** As that of a notice. */
  subject?: string;
  /** Only to those whose right to this course began by then: later buyers saw the news when they bought. */
  startedBy?: { courseId: string; at: number };
}

/** Writes it to those who have the course when the job runs, in steps, after the commit. */
export type TellHolders = (tx: Tx, news: HolderNews) => Promise<void>;

export type NoteNews = (tx: Tx, courseId: string, now: number) => Promise<void>;

/** Members whose batch has the class on another day are told of that. */
const isOfClass = (
  content: NoticeContent,
): content is Extract<NoticeContent, { kind: 'class_soon' | 'class_changed' }> =>
  content.kind === 'class_soon' || content.kind === 'class_changed';

interface NewsNeeds {
  notify: NoticePort['notify'];
  listHolders: ListHolders;
  startsOfRight: (userIds: readonly string[], courseId: string) => Promise<(userId: string) => number | undefined>;
  locksIn: CoursePolicy['locksIn'];
}

/** New courses and lectures become notices, half an hour after the last of them was published. Returns how to record news, and how to notify holders of anything else. */
export const createNews = (
  { database, jobs, clock }: Pick<Platform, 'database' | 'jobs' | 'clock'>,
  { notify, listHolders, startsOfRight, locksIn }: NewsNeeds,
): { noteNews: NoteNews; tellHolders: TellHolders } => {
  const tellHolders: TellHolders = (tx, news) =>
    jobs.enqueue(tx, tell, { ...news, afterUserId: '' }, { id: news.batch });

  jobs.handle(announce, ({ courseId }) =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const lastAt = await lastNotedAt(tx, courseId);
      const course = await findCourse(tx, courseId);
      // What was published since has a job of its own.
      if (lastAt === undefined || lastAt > now - WAIT_MS || !course) return;
      const isNew = course.noted_at !== null && course.announced_at === null;
      const lectures = await listNewLectures(tx, courseId);
      await markAnnounced(tx, courseId, now);
      const [first] = lectures;
      if (!isNew && !first) return;
      const about = { courseId, courseTitle: course.title };
      const content: NoticeContent =
        isNew || !first
          ? { kind: 'new_course', ...about }
          : {
              kind: 'new_lectures',
              ...about,
              count: lectures.length,
              titles: lectures.slice(0, TITLES).map(({ title }) => title),
              lectureIds: lectures.slice(0, TITLES).map(({ id }) => id),
              firstLectureId: first.id,
            };
      await tellHolders(tx, {
        batch: `news:${courseId}:${lastAt}`,
        content,
        courseId: isNew ? null : courseId,
        startedBy: { courseId, at: isNew ? (course.published_at ?? lastAt) : lastAt },
      });
    }),
  );

  /** A lecture is no news for those to whom it is locked. */
  const isForUser = async (userId: string, { courseId, content }: Pick<HolderNews, 'courseId' | 'content'>) => {
    if (courseId === null) return true;
    const lockOf = await locksIn({ id: userId, role: 'USER' }, courseId);
    if ('lectureId' in content) return lockOf(content.lectureId) === undefined;
    // Several are news as long as some of them may still open.
    return !('lectureIds' in content) || content.lectureIds.some((id) => lockOf(id)?.lockedBy.kind !== 'batch-ended');
  };

  /** Those among them to whom it is news. */
  const readersAmong = async (
    userIds: readonly string[],
    {
      startedBy,
      ...news
    }: Pick<HolderNews, 'courseId' | 'content'> & { startedBy?: HolderNews['startedBy'] | undefined },
  ): Promise<string[]> => {
    const startOf = startedBy && (await startsOfRight(userIds, startedBy.courseId));
    const isInTime = (userId: string): boolean => !startedBy || (startOf?.(userId) ?? 0) <= startedBy.at;
    const { content } = news;
    const others = isOfClass(content)
      ? await datedOtherwise(database.db, content.lectureId, userIds)
      : new Set<string>();
    const readers: string[] = [];
    for (const userId of userIds)
      if (isInTime(userId) && !others.has(userId) && (await isForUser(userId, news))) readers.push(userId);
    return readers;
  };

  jobs.handle(tell, async ({ afterUserId, ...news }) => {
    const { batch, content, courseId, subject } = news;
    const userIds = await listHolders(database.db, { courseId, afterId: afterUserId, limit: AT_ONCE });
    const last = userIds.at(-1);
    if (last === undefined) return;
    const readers = await readersAmong(userIds, news);
    await database.transaction(async (tx) => {
      await notify(
        tx,
        readers.map((userId) => ({
          userId,
          dedupeKey: `${batch}:${userId}`,
          content,
          ...(subject !== undefined && { subject }),
        })),
      );
      if (userIds.length === AT_ONCE)
        await jobs.enqueue(tx, tell, { ...news, afterUserId: last }, { id: `${batch}:${last}` });
    });
  });

  const noteNews: NoteNews = async (tx, courseId, now) => {
    if (!(await noteIn(tx, courseId, now))) return;
    await jobs.enqueue(
      tx,
      announce,
      { courseId },
      { id: `${announce.name}:${courseId}:${now}`, runAtMs: now + WAIT_MS },
    );
  };

  return { noteNews, tellHolders };
};
