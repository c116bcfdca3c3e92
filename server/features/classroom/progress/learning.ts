import type { api } from '#contract/api.ts';
import type { Result } from '#contract/endpoint.ts';
import { type BegunCourse, type NewInCourse, NEW_COURSES_MAX } from '#contract/learning.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { findVisit, listBegun, listLecturesWithProgress, listPublishedSince, writeVisit } from './learning.queries.ts';
import { presentProgress } from './watching.ts';

const COURSES_MAX = 50;
const LECTURES_MAX = 5000;
const NEW_LECTURES_MAX = 200;
/** A later request begins a new visit. */
const VISIT_MS = 4 * 60 * 60_000;
/** A visit is written this often at most. */
const WRITE_EVERY_MS = 5 * 60_000;

type Begun = Awaited<ReturnType<typeof listBegun>>[number];
type Lecture = Awaited<ReturnType<typeof listLecturesWithProgress>>[number];
type Published = Awaited<ReturnType<typeof listPublishedSince>>[number];
type Overview = Omit<Result<typeof api.learning.overview>, 'message'>;

const thumbnailOf = (key: string | null, origin: string): string | null => (key === null ? null : fileUrl(origin, key));

const isDone = ({ done_at: doneAt }: Lecture): boolean => doneAt !== null;

const leftIn = (lecture: Lecture): number =>
  isDone(lecture) ? 0 : Math.max(0, (lecture.duration_ms ?? 0) - (lecture.watched_ms ?? 0));

const presentBegun = (course: Begun, lectures: readonly Lecture[], origin: string): BegunCourse => {
  const doneLectures = lectures.filter(isDone).length;
  return {
    _id: course.id,
    title: course.title,
    createdBy: course.created_by,
    thumbnail: thumbnailOf(course.thumbnail_key, origin),
    lectures: lectures.length,
    doneLectures,
    percent: lectures.length === 0 ? 0 : Math.floor((100 * doneLectures) / lectures.length),
    leftMs: lectures.reduce((sum, lecture) => sum + leftIn(lecture), 0),
    watchedAt: toInstant(course.last_at),
  };
};

/** The lecture watched last, or the next one that is not done. */
const continueIn = (course: BegunCourse, lectures: readonly Lecture[]): Overview['continue'] => {
  const last = lectures.reduce(
    (best, { watched_at: at }, index) => ((at ?? -1) > (lectures[best]?.watched_at ?? -1) ? index : best),
    0,
  );
  const lecture = [...lectures.slice(last), ...lectures.slice(0, last)].find((one) => !isDone(one));
  if (!lecture) return null;
  const { id, title, duration_ms: durationMs } = lecture;
  const number = lectures.indexOf(lecture) + 1;
  const progress = presentProgress(
    lecture.position_ms === null || lecture.watched_ms === null
      ? undefined
      : { position_ms: lecture.position_ms, watched_ms: lecture.watched_ms, done_at: lecture.done_at },
    durationMs,
  );
  return {
    course,
    lecture: { _id: id, title, durationMs, number, progress },
    nextTitle: lectures[number]?.title ?? null,
  };
};

const presentNew = (lectures: readonly Published[], since: number, origin: string): NewInCourse[] =>
  [...Map.groupBy(lectures, (lecture) => lecture.course_id)].slice(0, NEW_COURSES_MAX).flatMap(([courseId, added]) => {
    const [first] = added.toSorted((a, b) => a.position - b.position);
    if (!first) return [];
    return {
      course: {
        _id: courseId,
        title: first.course_title,
        createdBy: first.created_by,
        thumbnail: thumbnailOf(first.thumbnail_key, origin),
      },
      isNewCourse: (first.course_published_at ?? 0) > since,
      newLectures: added.length,
      durationMs: added.reduce((sum, { duration_ms: durationMs }) => sum + (durationMs ?? 0), 0),
      first: { _id: first.id, title: first.title, durationMs: first.duration_ms },
    };
  });

export const createLearning = ({ database, clock }: Platform) => {
  const { db } = database;

  /** When the visit before this one ended; null at the first. */
  const visit = async (userId: string): Promise<number | null> => {
    const now = clock.now();
    const known = await findVisit(db, userId);
    if (!known || known.visited_at < now - WRITE_EVERY_MS) await writeVisit(db, userId, now - VISIT_MS, now);
    if (!known) return null;
    return known.visited_at < now - VISIT_MS ? known.visited_at : known.previous_at;
  };

  return {
    overview: async ({ id: userId }: Actor, origin: string): Promise<Overview> => {
      const lastVisitAt = await visit(userId);
      const begun = await listBegun(db, userId, COURSES_MAX);
      const ids = begun.map(({ id }) => id);
      const rows = ids.length === 0 ? [] : await listLecturesWithProgress(db, userId, ids, LECTURES_MAX);
      const byCourse = Map.groupBy(rows, (lecture) => lecture.course_id);
      const courses = begun
        .map((course) => ({ lectures: byCourse.get(course.id) ?? [], course }))
        .filter(({ lectures }) => lectures.length > 0)
        .map(({ lectures, course }) => ({ lectures, course: presentBegun(course, lectures, origin) }));
      const open = courses.filter(({ course }) => course.doneLectures < course.lectures);
      const finished = courses.filter(({ course }) => course.doneLectures === course.lectures);
      const [first, ...others] = open;
      const published = lastVisitAt === null ? [] : await listPublishedSince(db, lastVisitAt, NEW_LECTURES_MAX);
      return {
        continue: first ? continueIn(first.course, first.lectures) : null,
        started: others.map(({ course }) => course),
        finished: finished.map(({ course }) => course),
        news: presentNew(published, lastVisitAt ?? 0, origin),
        lastVisitAt: toInstantOrNull(lastVisitAt),
      };
    },
  };
};
