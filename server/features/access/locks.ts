import { type BatchExtension, findMembership, lastDayFor } from '#server/database/batch-ends.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import type { CourseLocks, LectureLock, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { listGates } from './access.queries.ts';
import { listLockingBatches, type LockingBatch, lockOfBatch } from './batch-locks.ts';
import {
  begunOf,
  countsDays,
  createDayStarts,
  isOpenToAll,
  itemsOf,
  lockOf,
  type ReleaseItem,
  type ReleaseLearner,
  triedOf,
} from './release.ts';
import { listFacts, listOutline, listReleases } from './release.queries.ts';

interface CourseItems {
  items: ReadonlyMap<string, ReleaseItem>;
  /** Its batches by their ids, and the lectures that they lock: all but free previews. */
  batches: ReadonlyMap<string, LockingBatch>;
  inBatches: ReadonlySet<string>;
  /** When the course was published first. */
  shownAt: number;
  /** Users and lectures that they have opened, which stay so. */
  opened: Set<string>;
}

/** So many of a course are remembered. */
const OPENED_MAX = 10_000;

export interface LockNeeds {
  /** The first moment of a right to a course that holds, whatever continued it; undefined without one. */
  startOfRight: (userId: string, courseId: string) => Promise<number | undefined>;
  /** The extensions of a right to a course that count, in their order. */
  extensionsOf: (userId: string, courseId: string) => Promise<BatchExtension[]>;
}

/** What opens when, and why not yet: the part of the policy that depends on days and on what a learner has done. */
export const createLocks = (
  { database, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  { startOfRight, extensionsOf }: LockNeeds,
) => {
  const { db } = database;
  const dayStarts = createDayStarts();
  /** The courses where something may be locked; nothing is read about others. */
  const locking = cachedByTopic(database, CATALOG_TOPIC, async () => ({
    gates: Map.groupBy(await listGates(db), (gate) => gate.course_id),
    releases: await listReleases(db),
    batches: Map.groupBy(await listLockingBatches(db), (batch) => batch.course_id),
    courses: new Map<string, Promise<CourseItems>>(),
  }));

  const itemsIn = async (courseId: string): Promise<CourseItems | undefined> => {
    const { gates, releases, batches, courses } = await locking();
    const [ownGates = [], rules = []] = [gates.get(courseId), releases.get(courseId)];
    const ownBatches = batches.get(courseId) ?? [];
    if (ownGates.length === 0 && rules.length === 0 && ownBatches.length === 0) return undefined;
    const known = courses.get(courseId);
    if (known) return known;
    const read = async (): Promise<CourseItems> => {
      const lectures = await listOutline(db, courseId);
      const gateIds = new Set(ownGates.map(({ lectureId }) => lectureId));
      return {
        items: itemsOf(lectures, rules, gateIds),
        batches: new Map(ownBatches.map((batch) => [batch.id, batch])),
        inBatches: new Set(ownBatches.length === 0 ? [] : lectures.flatMap(({ id, isFree }) => (isFree ? [] : [id]))),
        shownAt: lectures[0]?.shownAt ?? 0,
        opened: new Set(),
      };
    };
    const fresh = read();
    courses.set(courseId, fresh);
    fresh.catch(() => courses.delete(courseId));
    return fresh;
  };

  /** The batch that a user is in, with its last day for them; nothing is read of a course without batches. */
  const batchOf = async (userId: string, courseId: string, { batches }: CourseItems) => {
    const own = batches.size === 0 ? undefined : await findMembership(db, userId, courseId);
    const batch = own && batches.get(own.batch_id);
    if (batch?.after_end !== 'closed') return batch;
    const [extensions, calendar] = [await extensionsOf(userId, courseId), await settings.calendar()];
    return { ...batch, promised_on: lastDayFor(own?.since ?? null, batch, extensions, calendar) };
  };

  /** Days are counted from the first day of the batch, for who is in one. */
  const learnerIn = async (
    userId: string,
    courseId: string,
    { items, inBatches, shownAt, batch }: CourseItems & { batch: LockingBatch | undefined },
    asked?: ReleaseItem,
  ): Promise<ReleaseLearner> => {
    const asks = asked ? [asked] : [...items.values()];
    const tried = batch && !asked ? [...new Set([...triedOf(asks), ...inBatches])] : triedOf(asks);
    const [factsOf, right] = await Promise.all([
      listFacts(db, { courseId, userIds: [userId], begun: asked && begunOf(asks), tried }),
      countsDays(asks) && !batch ? startOfRight(userId, courseId) : undefined,
    ]);
    const startedOn = right === undefined ? undefined : (await settings.calendar()).dayOf(Math.max(right, shownAt));
    return { ...factsOf(userId), startedOn: batch?.starts_on ?? startedOn };
  };

  const atNow = async () => {
    const [now, calendar] = [clock.now(), await settings.calendar()];
    return { now, today: calendar.dayOf(now), startOf: dayStarts(calendar) };
  };

  /** What was begun stays open until the batch of a learner begins, and is closed once it is over. */
  const batchLockOf = async (
    userId: string,
    { courseId, lectureId }: { courseId: string; lectureId: string },
    batch: LockingBatch | undefined,
  ): Promise<LectureLock | undefined> => {
    const lock = batch && lockOfBatch(batch, await atNow());
    if (lock?.lockedBy.kind !== 'batch-not-begun') return lock;
    const factsOf = await listFacts(db, { courseId, userIds: [userId], begun: [lectureId], tried: [lectureId] });
    return factsOf(userId).opened.has(lectureId) ? undefined : lock;
  };

  /** Someone who begins today. */
  const beginner = async (): Promise<ReleaseLearner> => ({
    startedOn: (await settings.calendar()).dayOf(clock.now()),
    opened: new Set(),
    done: new Set(),
    passed: new Set(),
  });

  return {
    /** When the batch of a user takes the lectures of a course away; undefined where none does, or did already. */
    closesAt: async ({ id }: PolicyActor, courseId: string): Promise<number | undefined> => {
      const course = await itemsIn(courseId);
      const batch = course && (await batchOf(id, courseId, course));
      if (batch?.after_end !== 'closed') return undefined;
      const at = (await settings.calendar()).endOf(batch.promised_on);
      return at > clock.now() ? at : undefined;
    },

    mayLockIn: async (courseId: string): Promise<boolean> => (await itemsIn(courseId)) !== undefined,

    /** For a user, or for someone who begins today. */
    locksIn: async (who: PolicyActor | 'beginner', courseId: string): Promise<CourseLocks> => {
      const course = await itemsIn(courseId);
      if (!course) return () => undefined;
      const batch = who === 'beginner' ? undefined : await batchOf(who.id, courseId, course);
      const at = await atNow();
      const items = new Map([...course.items].filter(([, item]) => !isOpenToAll(item, at.today)));
      if (items.size === 0 && !batch) return () => undefined;
      const learner = await (who === 'beginner'
        ? beginner()
        : learnerIn(who.id, courseId, { ...course, items, batch }));
      const ofBatch = batch && lockOfBatch(batch, at);
      return (lectureId) => {
        const isBegun = ofBatch?.lockedBy.kind === 'batch-not-begun' && learner.opened.has(lectureId);
        if (ofBatch && !isBegun && course.inBatches.has(lectureId)) return ofBatch;
        const item = items.get(lectureId);
        return item && lockOf(learner, item, at);
      };
    },

    /** Reads nothing about the learner where the day alone decides, and it has come, nor twice that a lecture was opened. */
    lockOf: async ({ id }: PolicyActor, courseId: string, lectureId: string): Promise<LectureLock | undefined> => {
      const course = await itemsIn(courseId);
      if (!course) return undefined;
      const batch = await batchOf(id, courseId, course);
      const ofBatch = await batchLockOf(id, { courseId, lectureId }, batch);
      if (ofBatch) return ofBatch;
      const item = course.items.get(lectureId);
      const key = `${id} ${lectureId}`;
      if (!item || course.opened.has(key)) return undefined;
      const at = await atNow();
      if (isOpenToAll(item, at.today)) return undefined;
      const learner = await learnerIn(id, courseId, { ...course, batch }, item);
      if (item.gates.length === 0 && learner.opened.has(lectureId)) {
        if (course.opened.size >= OPENED_MAX) course.opened.clear();
        course.opened.add(key);
      }
      return lockOf(learner, item, at);
    },
  };
};
