import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import type { CourseLocks, LectureLock, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { listGates } from './access.queries.ts';
import {
  begunOf,
  countsDays,
  createDayStarts,
  itemsOf,
  lockOf,
  type ReleaseItem,
  type ReleaseLearner,
  triedOf,
} from './release.ts';
import { listFacts, listOutline, listReleases } from './release.queries.ts';

interface CourseItems {
  items: ReadonlyMap<string, ReleaseItem>;
  /** When the course was published first. */
  shownAt: number;
  /** Users and lectures that they have opened, which stay so. */
  opened: Set<string>;
}

/** So many of a course are remembered. */
const OPENED_MAX = 10_000;

/** The first moment of a right to a course that holds, whatever continued it; undefined without one. */
export type StartOfRight = (userId: string, courseId: string) => Promise<number | undefined>;

/** What opens when, and why not yet: the part of the policy that depends on days and on what a learner has done. */
export const createLocks = (
  { database, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  startOfRight: StartOfRight,
) => {
  const { db } = database;
  const dayStarts = createDayStarts();
  /** The courses where something may be locked; nothing is read about others. */
  const locking = cachedByTopic(database, CATALOG_TOPIC, async () => ({
    gates: Map.groupBy(await listGates(db), (gate) => gate.course_id),
    releases: await listReleases(db),
    courses: new Map<string, Promise<CourseItems>>(),
  }));

  const itemsIn = async (courseId: string): Promise<CourseItems | undefined> => {
    const { gates, releases, courses } = await locking();
    const [ownGates = [], rules = []] = [gates.get(courseId), releases.get(courseId)];
    if (ownGates.length === 0 && rules.length === 0) return undefined;
    const known = courses.get(courseId);
    if (known) return known;
    const read = async (): Promise<CourseItems> => {
      const lectures = await listOutline(db, courseId);
      const gateIds = new Set(ownGates.map(({ lectureId }) => lectureId));
      return { items: itemsOf(lectures, rules, gateIds), shownAt: lectures[0]?.shownAt ?? 0, opened: new Set() };
    };
    const fresh = read();
    courses.set(courseId, fresh);
    fresh.catch(() => courses.delete(courseId));
    return fresh;
  };

  const learnerIn = async (
    userId: string,
    courseId: string,
    { items, shownAt }: CourseItems,
    asked?: ReleaseItem,
  ): Promise<ReleaseLearner> => {
    const asks = asked ? [asked] : [...items.values()];
    const [factsOf, right] = await Promise.all([
      listFacts(db, { courseId, userIds: [userId], begun: asked && begunOf(asks), tried: triedOf(asks) }),
      countsDays(asks) ? startOfRight(userId, courseId) : undefined,
    ]);
    const startedOn = right === undefined ? undefined : (await settings.calendar()).dayOf(Math.max(right, shownAt));
    return { ...factsOf(userId), startedOn };
  };

  /** Someone who begins today. */
  const beginner = async (): Promise<ReleaseLearner> => ({
    startedOn: (await settings.calendar()).dayOf(clock.now()),
    opened: new Set(),
    done: new Set(),
    passed: new Set(),
  });

  return {
    mayLockIn: async (courseId: string): Promise<boolean> => (await itemsIn(courseId)) !== undefined,

    /** For a user, or for someone who begins today. */
    locksIn: async (who: PolicyActor | 'beginner', courseId: string): Promise<CourseLocks> => {
      const course = await itemsIn(courseId);
      if (!course) return () => undefined;
      const learner = await (who === 'beginner' ? beginner() : learnerIn(who.id, courseId, course));
      const at = { now: clock.now(), startOf: dayStarts(await settings.calendar()) };
      return (lectureId) => {
        const item = course.items.get(lectureId);
        return item && lockOf(learner, item, at);
      };
    },

    /** Reads nothing about the learner where the day alone decides, and it has come, nor twice that a lecture was opened. */
    lockOf: async ({ id }: PolicyActor, courseId: string, lectureId: string): Promise<LectureLock | undefined> => {
      const course = await itemsIn(courseId);
      const item = course?.items.get(lectureId);
      if (!course || !item) return undefined;
      const { on, afterDays, previous, quiz, gates } = item;
      const key = `${id} ${lectureId}`;
      if (course.opened.has(key)) return undefined;
      const at = { now: clock.now(), startOf: dayStarts(await settings.calendar()) };
      const isByDate = afterDays === undefined && previous.length === 0 && !quiz && gates.length === 0;
      if (isByDate && on !== undefined && at.startOf(on) <= at.now) return undefined;
      const learner = await learnerIn(id, courseId, course, item);
      if (gates.length === 0 && learner.opened.has(lectureId)) {
        if (course.opened.size >= OPENED_MAX) course.opened.clear();
        course.opened.add(key);
      }
      return lockOf(learner, item, at);
    },
  };
};
