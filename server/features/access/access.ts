import type { CourseAction } from '#contract/endpoint.ts';
import type { CourseRole } from '#contract/course-people.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { CoursePlace, CoursePolicy, PolicyActor } from '#server/http/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { findCourse, findCourseOfUpload, findLecture, listCoursePeople } from './access.queries.ts';
import { type Refusal, refusalOf, seesDrafts, type Subject } from './policy.ts';

/** Raised by every change of `course_people`. */
export const PEOPLE_TOPIC = 'course-people';
const MAX_PLACES = 10_000;

export interface AccessNeeds {
  /** Whether a purchase, a gift or a grant opens the course to the user now. */
  holds: (userId: string, courseId: string) => Promise<boolean>;
  /** When this right ends; undefined without one. */
  rightEndsAt: (userId: string, courseId: string) => Promise<number | undefined>;
}

/** A place, and the course that it is in. */
interface Placed extends Subject {
  courseId: string;
}

const NOTHING: Placed = { courseId: '', isPresent: false, isShown: false, isFree: false };

const hiddenErrorOf = (place: CoursePlace): Failure => {
  if ('courseId' in place) return fail('course_not_found');
  return fail('lectureId' in place ? 'lecture_not_found' : 'upload_not_found');
};

const failureOf = (refusal: Refusal, place: CoursePlace): Failure =>
  refusal === 'hidden' ? hiddenErrorOf(place) : fail(refusal);

export const createAccess = ({ database, settings }: Platform, { holds, rightEndsAt }: AccessNeeds): CoursePolicy => {
  const { db } = database;

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
    return row ? { courseId: id, isPresent: true, isShown: row.published_at !== null, isFree: false } : NOTHING;
  };

  const readLecture = async (id: string): Promise<Placed> => {
    const row = await findLecture(db, id);
    if (!row) return NOTHING;
    const isShown = row.published_at !== null && row.course_published_at !== null;
    return { courseId: row.course_id, isPresent: true, isShown, isFree: row.is_free_preview === 1 };
  };

  const find = async (place: CoursePlace): Promise<Placed> => {
    if ('uploadId' in place) {
      const courseId = await findCourseOfUpload(db, place.uploadId);
      return courseId === undefined ? NOTHING : find({ courseId });
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

  const decide = async (
    actor: PolicyActor | undefined,
    action: CourseAction,
    { courseId, ...subject }: Placed,
  ): Promise<Refusal | undefined> => {
    const standing = {
      role: actor?.role,
      isBlocked: actor?.isBlocked === true,
      courseRole: await courseRoleOf(actor, courseId),
      holds: async () => actor !== undefined && holds(actor.id, courseId),
    };
    return refusalOf(standing, action, subject);
  };

  /** Free previews are played; whatever else is done with a lecture needs a right to its course. */
  const refusal = async (actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<Refusal | undefined> =>
    decide(actor, action, { ...(await find(place)), isFree: false });

  const isStaff = async (actor: PolicyActor, courseId: string): Promise<boolean> =>
    seesDrafts({ role: actor.role, courseRole: await courseRoleOf(actor, courseId) });

  return {
    assertMay: async (actor, action, place) => {
      const refused = await refusal(actor, action, place);
      if (refused) throw failureOf(refused, place);
    },
    may: async (actor, action, place) => (await refusal(actor, action, place)) === undefined,
    mayPlay: async (actor, lectureId) => (await decide(actor, 'watch', await find({ lectureId }))) === undefined,
    seesDrafts: isStaff,
    coursesOf,
    publishesAlone: async ({ role }) => role === 'ADMIN' || (await settings.teaching()).teachersPublish === 'alone',
    mayCreate: async ({ id, role }) =>
      role === 'ADMIN' ||
      ((await settings.teaching()).teachersCreate && [...(await coursesOf(id)).values()].includes('teacher')),
    accessEndsAt: async (actor, courseId) =>
      (await isStaff(actor, courseId)) ? undefined : rightEndsAt(actor.id, courseId),
  };
};
