import type { api } from '#contract/api.ts';
import type { Result } from '#contract/endpoint.ts';
import {
  type EndedCourse,
  type LearnedCourse,
  type NewInCourse,
  NEW_COURSES_MAX,
} from '#contract/classroom/learning.ts';
import { toInstantOrNull } from '#server/clock.ts';
import { type ReaderTexts, type TextReader, textsForReader } from '#server/database/translations.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CourseLocks, CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import {
  findVisit,
  listCoursesOf,
  listLecturesWithProgress,
  listPublishedSince,
  writeVisit,
} from './learning.queries.ts';
import { presentProgress } from './watching.ts';

const COURSES_MAX = 100;
const LECTURES_MAX = 5000;
const NEW_LECTURES_MAX = 200;
/** A later request begins a new visit. */
const VISIT_MS = 4 * 60 * 60_000;
/** A visit is written this often at most. */
const WRITE_EVERY_MS = 5 * 60_000;

interface RightEnd {
  end: EndedCourse['end'];
  at: number | undefined;
}

/** The courses that a user has, or had, alone, and how their rights ended: by course, and of `everything`. */
export type CoursesHadBy = (
  userId: string,
) => Promise<{ courseIds: readonly string[]; ends: ReadonlyMap<string, RightEnd> }>;

export interface LearningNeeds {
  policy: Pick<CoursePolicy, 'opened' | 'locksIn'>;
  coursesHadBy: CoursesHadBy;
  /** How many notes a user has about each of these courses. */
  countNotes: (userId: string, courseIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

type CourseOf = Awaited<ReturnType<typeof listCoursesOf>>[number];
type Lecture = Awaited<ReturnType<typeof listLecturesWithProgress>>[number];
type Published = Awaited<ReturnType<typeof listPublishedSince>>[number];
type Overview = Omit<Result<typeof api.learning.overview>, 'message'>;

const thumbnailOf = (key: string | null, origin: string): string | null => (key === null ? null : fileUrl(origin, key));

const isDone = ({ done_at: doneAt }: Lecture): boolean => doneAt !== null;

const leftIn = (lecture: Lecture): number =>
  isDone(lecture) ? 0 : Math.max(0, (lecture.duration_ms ?? 0) - (lecture.watched_ms ?? 0));

const presentLearned = (course: CourseOf, lectures: readonly Lecture[], origin: string): LearnedCourse => {
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
    watchedAt: toInstantOrNull(course.last_at),
  };
};

/** The lecture watched last, or the next one that is open and not done. */
const continueIn = ({ course, lectures }: Learned, lockOf: CourseLocks): Overview['continue'] => {
  const last = lectures.reduce(
    (best, { watched_at: at }, index) => ((at ?? -1) > (lectures[best]?.watched_at ?? -1) ? index : best),
    0,
  );
  const lecture = [...lectures.slice(last), ...lectures.slice(0, last)].find((one) => !isDone(one) && !lockOf(one.id));
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

/** The same rows, with their titles for a reader. */
const titledBy =
  (texts: ReaderTexts) =>
  <R extends { id: string; title: string }>(row: R): R => ({ ...row, title: texts.of(row.id, 'title', row.title) });

/** A course of a learner, as the page shows it. */
interface Learned {
  row: CourseOf;
  lectures: readonly Lecture[];
  course: LearnedCourse;
}

const isShown = ({ published_at: publishedAt, deleted_at: deletedAt }: CourseOf): boolean =>
  publishedAt !== null && deletedAt === null;

/** By the right that ended last. */
const presentEnded = ({ row, course }: Learned, ends: ReadonlyMap<string, RightEnd>, notes: number): EndedCourse => {
  const [alone, all] = [ends.get(row.id), ends.get('everything')];
  const isAlone = alone !== undefined && (all === undefined || (alone.at ?? Infinity) >= (all.at ?? Infinity));
  const { end, at } = (isAlone ? alone : all) ?? { end: 'ended', at: undefined };
  return {
    ...course,
    end,
    endedAt: toInstantOrNull(at),
    scope: isAlone ? 'course' : 'everything',
    isShown: isShown(row),
    notes,
  };
};

/** Where to continue, or else where to begin; and the others. */
const arrange = async (open: readonly Learned[], locksIn: (courseId: string) => Promise<CourseLocks>) => {
  const unfinished = open.filter(({ course }) => course.doneLectures < course.lectures);
  const begun = unfinished.filter(({ row }) => row.last_at !== null);
  const waiting = unfinished.filter(({ row }) => row.last_at === null);
  let next: Overview['continue'] = null;
  for (const one of [...begun, ...waiting]) {
    next = continueIn(one, await locksIn(one.row.id));
    if (next) break;
  }
  const rest = (courses: readonly Learned[]): LearnedCourse[] =>
    courses.map(({ course }) => course).filter(({ _id: id }) => id !== next?.course._id);
  return {
    continue: next,
    started: rest(begun),
    notStarted: rest(waiting),
    finished: open.filter(({ course }) => course.doneLectures === course.lectures).map(({ course }) => course),
  };
};

export const createLearning = (platform: Platform, { policy, coursesHadBy, countNotes }: LearningNeeds) => {
  const { database, clock } = platform;
  const { db } = database;

  /** When the visit before this one ended; null at the first. */
  const visit = async (userId: string): Promise<number | null> => {
    const now = clock.now();
    const known = await findVisit(db, userId);
    if (!known || known.visited_at < now - WRITE_EVERY_MS) await writeVisit(db, userId, now - VISIT_MS, now);
    if (!known) return null;
    return known.visited_at < now - VISIT_MS ? known.visited_at : known.previous_at;
  };

  const learnedBy = async (
    reader: TextReader & { id: string },
    courseIds: readonly string[],
    origin: string,
  ): Promise<Learned[]> => {
    const rows = await listCoursesOf(db, reader.id, { courseIds, limit: COURSES_MAX });
    const ids = rows.map(({ id }) => id);
    const titled = titledBy(await textsForReader(platform, reader, { courseIds: ids, fields: ['title'] }));
    const lectures = ids.length === 0 ? [] : await listLecturesWithProgress(db, reader.id, ids, LECTURES_MAX);
    const byCourse = Map.groupBy(lectures, (lecture) => lecture.course_id);
    return rows.map((row) => {
      const ofCourse = (byCourse.get(row.id) ?? []).map(titled);
      return { row, lectures: ofCourse, course: presentLearned(titled(row), ofCourse, origin) };
    });
  };

  const publishedSince = async (since: number, reader: TextReader): Promise<Published[]> => {
    const rows = await listPublishedSince(db, since, NEW_LECTURES_MAX);
    const ids = [...new Set(rows.map((row) => row.course_id))];
    const texts = await textsForReader(platform, reader, { courseIds: ids, fields: ['title'] });
    return rows.map((row) => ({
      ...titledBy(texts)(row),
      course_title: texts.of(row.course_id, 'title', row.course_title),
    }));
  };

  /** Courses that left the catalogue stay for people who had them alone. */
  const endedOf = async (
    userId: string,
    closed: readonly Learned[],
    { courseIds, ends }: Awaited<ReturnType<CoursesHadBy>>,
  ): Promise<EndedCourse[]> => {
    const shown = closed.filter(({ row }) => courseIds.includes(row.id) || isShown(row));
    const notes = await countNotes(
      userId,
      shown.map(({ row }) => row.id),
    );
    return shown
      .map((one) => presentEnded(one, ends, notes.get(one.row.id) ?? 0))
      .filter((course) => course.lectures > 0 || course.notes > 0);
  };

  return {
    overview: async (actor: Actor, origin: string): Promise<Overview> => {
      const { id: userId } = actor;
      const lastVisitAt = await visit(userId);
      const had = await coursesHadBy(userId);
      const learned = await learnedBy(actor, had.courseIds, origin);
      const opened = await policy.opened(
        actor,
        learned.map(({ row }) => row.id),
      );
      const isOpen = ({ row }: Learned): boolean => opened.has(row.id);
      const published = lastVisitAt === null ? [] : await publishedSince(lastVisitAt, actor);
      return {
        ...(await arrange(
          learned.filter((one) => isOpen(one) && one.lectures.length > 0),
          (courseId) => policy.locksIn(actor, courseId),
        )),
        ended: await endedOf(
          userId,
          learned.filter((one) => !isOpen(one)),
          had,
        ),
        news: presentNew(published, lastVisitAt ?? 0, origin),
        lastVisitAt: toInstantOrNull(lastVisitAt),
      };
    },
  };
};
