import type { CourseAction } from '#contract/endpoint.ts';
import type { CourseRole } from '#contract/access/course-people.ts';
import type { LockedBy } from '#contract/access/locked-by.ts';
import { releaseMessages } from '#contract/access/release-messages.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Role } from '#contract/fields.ts';
import { HOME } from '#contract/catalog/page-blocks.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fail, type Failure } from '#server/errors.ts';
import type {
  CourseLocks,
  CoursePlace,
  CoursePolicy,
  LectureLock,
  PolicyActor,
} from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import {
  findCourse,
  findCourseOfUpload,
  findLecture,
  findLectureOfQuestion,
  listCoursePeople,
} from './access.queries.ts';
import { createLocks, type LockNeeds } from './locks.ts';
import { refusalOf, seesDrafts, type Standing, type Subject } from './policy.ts';
import { factorNeeded, failureOf, inLink, type Refused } from './refused.ts';

/** Raised by every change of `course_people`. */
export const PEOPLE_TOPIC = 'course-people';
const MAX_PLACES = 10_000;

export interface AccessNeeds extends LockNeeds {
  /** Whether a purchase, a gift or a grant opens the course to the user now; `alone`: without a right to everything. */
  holds: (userId: string, courseId: string, kind?: 'alone') => Promise<boolean>;
  /** The same for many courses of one user. */
  holdsOf: (userId: string) => Promise<(courseId: string, kind?: 'alone') => boolean>;
  /** When this right ends; undefined without one. */
  rightEndsAt: (userId: string, courseId: string, kind?: 'alone') => Promise<number | undefined>;
  /** Why a right to the course is paused, in a sentence; undefined for one that is not. */
  whyPaused: (userId: string, courseId: string) => Promise<string | undefined>;
  /** Whether the school requires a factor of a member of its staff that they do not have, and the days of grace are over. */
  lacksFactor: (person: { id: string; role: Role }) => Promise<boolean>;
}

/** A place, and the course that it is in. */
interface Placed extends Subject {
  courseId: string;
  /** Of a lecture that may be locked. */
  lectureId?: string;
}

const NOTHING: Placed = { courseId: '', isPresent: false, isShown: false, isFree: false, isKept: false };

const LOCKED = {
  quiz: 'quiz_not_passed',
  previous: 'lecture_locked',
  days: 'lecture_locked',
  date: 'lecture_locked',
  'batch-not-begun': 'lecture_locked',
  'batch-ended': 'lecture_locked',
} as const satisfies Record<LockedBy['kind'], ErrorCode>;

const NOTHING_LOCKED: CourseLocks = () => undefined;

/** Everyone sees it, and nobody has a role in it. */
const HOME_PAGE: Placed = { courseId: HOME, isPresent: true, isShown: true, isFree: false, isKept: false };

/** What is true of a course and of everything in it. A course has no position before it is published. */
const courseFacts = (row: {
  course_published_at: number | null;
  deleted_at: number | null;
  purged_at: number | null;
  position: number;
}): Pick<Subject, 'isPresent' | 'isShown' | 'isKept'> => {
  const isPresent = row.deleted_at === null;
  const isShown = row.course_published_at !== null;
  return { isPresent, isShown, isKept: row.purged_at === null && row.position > 0 && !(isPresent && isShown) };
};

export const createAccess = (platform: Platform, needs: AccessNeeds): CoursePolicy => {
  const { database, settings } = platform;
  const { db } = database;
  const locks = createLocks(platform, needs);

  const rolesByUser = cachedByTopic(database, PEOPLE_TOPIC, async () => {
    const roles = new Map<string, Map<string, CourseRole>>();
    for (const { course_id: courseId, user_id: userId, role } of await listCoursePeople(db))
      roles.set(userId, (roles.get(userId) ?? new Map<string, CourseRole>()).set(courseId, role));
    return roles;
  });
  const coursesOf = async (userId: string): Promise<ReadonlyMap<string, CourseRole>> =>
    (await rolesByUser()).get(userId) ?? new Map<string, CourseRole>();
  /** Filled as places are asked about, and replaced when a course or a lecture has changed. */
  const knownPlaces = cachedByTopic(database, CATALOG_TOPIC, async () => new Map<string, Promise<Placed>>());

  const readCourse = async (id: string): Promise<Placed> => {
    const row = await findCourse(db, id);
    return row ? { courseId: id, ...courseFacts(row), isFree: false } : NOTHING;
  };

  const readLecture = async (id: string): Promise<Placed> => {
    const row = await findLecture(db, id);
    if (!row) return NOTHING;
    const isPublished = row.published_at !== null;
    const { isPresent, isShown, isKept } = courseFacts(row);
    return {
      courseId: row.course_id,
      isPresent,
      isShown: isPublished && isShown,
      isKept: isPublished && isKept,
      isFree: row.is_free_preview === 1,
      ...(row.is_free_preview === 1 ? {} : { lectureId: id }),
    };
  };

  const find = async (place: CoursePlace): Promise<Placed> => {
    if ('page' in place) return place.page === HOME ? HOME_PAGE : find({ courseId: place.page });
    if ('uploadId' in place) {
      const courseId = await findCourseOfUpload(db, place.uploadId);
      return courseId === undefined ? NOTHING : find({ courseId });
    }
    if ('questionId' in place) {
      const lectureId = await findLectureOfQuestion(db, place.questionId);
      return lectureId === undefined ? NOTHING : find({ lectureId });
    }
    const [key, read] =
      'courseId' in place
        ? [`course ${place.courseId}`, () => readCourse(place.courseId)]
        : [`lecture ${place.lectureId}`, () => readLecture(place.lectureId)];
    const places = await knownPlaces();
    const known = places.get(key);
    if (known) return known;
    if (places.size >= MAX_PLACES) places.clear();
    const fresh = read();
    places.set(key, fresh);
    fresh.catch(() => places.delete(key));
    return fresh;
  };

  const courseRoleOf = async (actor: PolicyActor | undefined, courseId: string): Promise<CourseRole | undefined> =>
    actor && (await coursesOf(actor.id)).get(courseId);

  const lacksFactor = async (actor: PolicyActor): Promise<boolean> =>
    actor.key === undefined && needs.lacksFactor({ id: actor.id, role: actor.role });

  /** A learner's for staff without the required factor. */
  const standingOf = async (
    actor: PolicyActor | undefined,
    courseId: string,
  ): Promise<Pick<Standing, 'role' | 'courseRole'> & { isLacking: boolean }> => {
    const courseRole = await courseRoleOf(actor, courseId);
    const isLacking = actor !== undefined && seesDrafts({ role: actor.role, courseRole }) && (await lacksFactor(actor));
    return isLacking
      ? { role: 'USER', courseRole: undefined, isLacking }
      : { role: actor?.role, courseRole, isLacking };
  };

  const decide = async (
    actor: PolicyActor | undefined,
    action: CourseAction,
    { courseId, ...subject }: Placed,
    holds: (userId: string, courseId: string, kind?: 'alone') => boolean | Promise<boolean> = needs.holds,
  ): Promise<Refused | undefined> => {
    const { role, courseRole, isLacking } = await standingOf(actor, courseId);
    const standing = {
      role,
      isBlocked: actor?.isBlocked === true,
      courseRole,
      holds: async () => actor !== undefined && holds(actor.id, courseId),
      holdsAlone: async () => actor !== undefined && holds(actor.id, courseId, 'alone'),
    };
    const refused = await refusalOf(standing, action, subject);
    return refused && refused !== 'account_blocked' && isLacking ? 'factor_needed' : refused;
  };

  const isStaff = async (actor: PolicyActor, courseId: string): Promise<boolean> =>
    seesDrafts(await standingOf(actor, courseId));

  const locksIn = async (actor: PolicyActor, courseId: string, as?: 'learner'): Promise<CourseLocks> => {
    if (!(await locks.mayLockIn(courseId))) return NOTHING_LOCKED;
    if (!(await isStaff(actor, courseId))) return locks.locksIn(actor, courseId);
    return as === 'learner' ? locks.locksIn('beginner', courseId) : NOTHING_LOCKED;
  };

  const lockFailure = async (actor: PolicyActor, { lockedBy, opensAt }: LectureLock): Promise<Failure> => {
    const day = opensAt === null ? null : (await settings.calendar()).formatDate(opensAt);
    if (!('title' in lockedBy)) return fail(LOCKED[lockedBy.kind], { message: releaseMessages.locked(lockedBy, day) });
    const { lectureId, title } = lockedBy;
    const texts = await textsForReader(platform, actor, { thingIds: [lectureId], fields: ['title'] });
    const named = { ...lockedBy, title: texts.of(lectureId, 'title', title) };
    return fail(LOCKED[lockedBy.kind], { message: releaseMessages.locked(named, day) });
  };

  const lockOf = async (actor: PolicyActor, { courseId, lectureId }: Placed): Promise<Failure | undefined> => {
    if (lectureId === undefined) return undefined;
    const lock = await locks.lockOf(actor, courseId, lectureId);
    return lock && !(await isStaff(actor, courseId)) ? lockFailure(actor, lock) : undefined;
  };

  /** With the part that is overdue, where a right is paused for one. */
  const closedFor = async ({ id }: PolicyActor, failure: Failure, courseId: string): Promise<Failure> => {
    const message = failure.code === 'not_entitled' ? await needs.whyPaused(id, courseId) : undefined;
    return message === undefined ? failure : fail('parts_overdue', { message });
  };

  /** Free previews are played; whatever else is done with a lecture needs a right to its course. */
  const refusal = async (
    actor: PolicyActor,
    action: CourseAction,
    place: CoursePlace,
  ): Promise<Failure | undefined> => {
    const placed = await find(place);
    const refused = await decide(actor, action, { ...placed, isFree: false });
    if (refused) return closedFor(actor, failureOf(refused, action, place), placed.courseId);
    return action === 'watch' ? lockOf(actor, placed) : undefined;
  };

  const playRefusal = async (actor: PolicyActor | undefined, lectureId: string): Promise<Failure | undefined> => {
    const placed = await find({ lectureId });
    const refused = await decide(actor, 'watch', placed);
    if (!refused) return actor && lockOf(actor, placed);
    if (!actor || refused === 'hidden') return fail('media_refused');
    const closed = await closedFor(actor, failureOf(refused, 'watch', { lectureId }), placed.courseId);
    return fail('media_refused', { message: inLink(closed).message });
  };

  const isOfStaff = async ({ id, role }: PolicyActor): Promise<boolean> =>
    role === 'ADMIN' || (await coursesOf(id)).size > 0;

  return {
    assertAdmin: async (actor) => {
      if (actor.role !== 'ADMIN') throw fail('forbidden');
      if (await lacksFactor(actor)) throw factorNeeded();
    },
    assertConfirmsPayments: async (actor) => {
      const isStaff = actor.role === 'ADMIN' || ((await settings.ways()).staffRecords && (await isOfStaff(actor)));
      if (!isStaff) throw fail('forbidden');
      if (await lacksFactor(actor)) throw factorNeeded();
    },
    staffOf: async (actor, only) => {
      if ((await isOfStaff(actor)) && (await lacksFactor(actor))) throw factorNeeded();
      if (actor.role === 'ADMIN') return undefined;
      return [...(await coursesOf(actor.id))].flatMap(([courseId, role]) =>
        only === undefined || role === only ? [courseId] : [],
      );
    },
    assertMay: async (actor, action, place) => {
      const refused = await refusal(actor, action, place);
      if (refused) throw refused;
    },
    may: async (actor, action, place) => (await refusal(actor, action, place)) === undefined,
    refusal,
    opened: async (actor, courseIds) => {
      const holds = await needs.holdsOf(actor.id);
      const opened = new Set<string>();
      for (const courseId of courseIds) {
        const refused = await decide(actor, 'watch', await find({ courseId }), (_user, id, kind) => holds(id, kind));
        if (!refused) opened.add(courseId);
      }
      return opened;
    },
    playRefusal,
    refusalInLink: async (...asked) => {
      const closed = await refusal(...asked);
      return closed && inLink(closed);
    },
    locksIn,
    assertUnlocked: async (actor, lectureId) => {
      const locked = await lockOf(actor, await find({ lectureId }));
      if (locked) throw locked;
    },
    seesDrafts: isStaff,
    coursesOf,
    publishesAlone: async ({ role }) => role === 'ADMIN' || (await settings.teaching()).teachersPublish === 'alone',
    mayCreate: async ({ id, role }) =>
      role === 'ADMIN' ||
      ((await settings.teaching()).teachersCreate && [...(await coursesOf(id)).values()].includes('teacher')),
    accessEndsAt: async (actor, courseId) => {
      const { isKept } = await find({ courseId });
      if (!isKept && (await isStaff(actor, courseId))) return undefined;
      const end = await needs.rightEndsAt(actor.id, courseId, isKept ? 'alone' : undefined);
      const closesAt = await locks.closesAt(actor, courseId);
      return end === undefined || closesAt === undefined ? end : Math.min(end, closesAt);
    },
  };
};
