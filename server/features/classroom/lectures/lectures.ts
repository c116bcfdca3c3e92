import type { z } from 'zod';
import type { CourseWithLectures, ManagedLecture } from '#contract/classroom/lectures.ts';
import type { Db } from '#server/database/database.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { toInstant } from '#server/clock.ts';
import {
  asWritten,
  courseFor,
  languageFor,
  LISTED_FIELDS,
  originalLanguageFor,
  textsForReader,
} from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import type { LecturePlace } from '../video/video.ts';
import type { CourseCatalog } from './course-catalog.ts';
import { createLectureDeletion } from './lecture-deletion.ts';
import { createLectureEditing } from './lecture-editing.ts';
import { createLectureResponses, type PartsBelow } from './lecture-responses.ts';
import { createLectureFiles } from './lecture-files.ts';
import type { Watermarks } from '../watermark/watermark.ts';
import { isLecturePresent } from './lectures.queries.ts';
import { listSections } from './outline.queries.ts';

export type { CourseCatalog } from './course-catalog.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

export type Lectures = ReturnType<typeof createLectures>;

/** Locks a lecture and its course until the transaction ends. Throws `course_not_found` and `lecture_not_found`. */
export const lockLecture = async (tx: Db, place: LecturePlace, now: number): Promise<void> => {
  if (!(await lockCourse(tx, place.courseId, now))) throw fail('course_not_found');
  if (!(await isLecturePresent(tx, place))) throw fail('lecture_not_found');
};

interface ListView {
  origin: string;
  withDrafts: boolean;
  as?: 'learner' | undefined;
}

/** The lectures of a course. Each throws `course_not_found`. */
export const createLectures = (
  platform: Platform,
  parts: PartsBelow & { catalog: CourseCatalog; policy: CoursePolicy; watermarks: Pick<Watermarks, 'shownTo'> },
) => {
  const { database } = platform;
  const { catalog, policy, video, kinds, progress, watermarks } = parts;
  const responses = createLectureResponses(platform, parts);

  return {
    files: createLectureFiles(platform, parts),
    editing: createLectureEditing(platform, parts),
    deletion: createLectureDeletion(platform, parts),
    /** Refuses a file for a lecture before it has begun. Throws `lecture_not_found`. */
    assertLecture: async (place: LecturePlace): Promise<void> => {
      if (!(await isLecturePresent(database.db, place))) throw fail('lecture_not_found');
    },

    /** The published lectures, for those who see drafts also these, with the sections that have some. */
    list: async (actor: Actor, courseId: string, { origin, withDrafts: wantsDrafts, as }: ListView) => {
      const isStaff = await policy.seesDrafts(actor, courseId);
      const withDrafts = wantsDrafts && isStaff;
      const asLearner = isStaff ? catalog.describe : catalog.describeOpen;
      const course = await (withDrafts ? catalog.describeForAuthors : asLearner)(courseId, origin);
      const watermark = await watermarks.shownTo(actor.id, courseId);
      const inLanguage = await textsForReader(platform, actor, { courseIds: [courseId], fields: LISTED_FIELDS });
      const shown = await responses.ofCourse(actor, courseId, { origin, withDrafts, as, texts: 'none', inLanguage });
      return { course: courseFor(inLanguage, course), watermark, ...shown };
    },

    /** As authors see them, with all sections, also empty ones. */
    manage: async (actor: Actor, courseId: string, origin: string) => {
      const course = await catalog.describeForAuthors(courseId, origin);
      const { lectures } = await responses.ofCourse(actor, courseId, {
        origin,
        withDrafts: true,
        texts: 'markdown',
        inLanguage: asWritten,
      });
      const sections = (await listSections(database.db, courseId)).map(({ id: _id, title }) => ({ _id, title }));
      return { course, sections, lectures };
    },

    /** What a text says, and in which other language. Throws `lecture_not_found`, also for a draft, unless the user sees drafts. */
    readText: async (actor: Actor, place: LecturePlace, origin: string) => {
      const inLanguage = await textsForReader(platform, actor, { thingIds: [place.lectureId] });
      const lecture = await responses.one(actor, place, { origin, inLanguage });
      const isShown = lecture && (!lecture.isDraft || (await policy.seesDrafts(actor, place.courseId)));
      if (!isShown || !lecture.text) throw fail('lecture_not_found');
      const isTranslated = inLanguage.has(place.lectureId, 'text');
      const language = isTranslated
        ? null
        : await originalLanguageFor(platform, await languageFor(platform, actor), place.courseId);
      return { text: lecture.text, language };
    },

    /** A free lecture for anyone. Throws `lecture_not_found`. */
    preview: (place: LecturePlace, language: string | undefined, origin: string) =>
      responses.free(place, () => textsForReader(platform, { language }, { thingIds: [place.lectureId] }), origin),

    /** One lecture as its authors see it, also a draft. Throws `lecture_not_found`. */
    managed: async (actor: Actor, { courseId, lectureId }: LecturePlace, origin: string): Promise<ManagedLecture> => {
      const lecture = await responses.one(actor, { courseId, lectureId }, { origin, inLanguage: asWritten });
      if (!lecture) throw fail('lecture_not_found');
      return lecture;
    },

    /** The course, a draft or not, with its published lectures in it. */
    describe: async (actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures> => {
      const course = await catalog.describeForAuthors(courseId, origin);
      const { lectures } = await responses.ofCourse(actor, courseId, {
        origin,
        withDrafts: false,
        texts: 'none',
        inLanguage: asWritten,
      });
      return { ...course, lectures };
    },

    /** Returns the link of a live class, and counts it as attended. Throws `lecture_not_found` and `class_not_open`. */
    joinClass: async (actor: Actor, lectureId: string): Promise<string> => {
      const url = await kinds.linkOf(database.db, lectureId, { userId: actor.id, now: platform.clock.now() });
      await progress.mark(actor.id, lectureId, true);
      return url;
    },

    /** The classes that use the link of this one at the same time. Throws `lecture_not_found`. */
    classConflicts: async (place: LecturePlace) => {
      if (!(await isLecturePresent(database.db, place))) throw fail('lecture_not_found');
      return (await kinds.conflictsOf(database.db, place.lectureId)).map(({ live, lectureTitle, courseTitle }) => ({
        lectureTitle,
        courseTitle,
        startsAt: toInstant(live.startsAt),
      }));
    },

    /** Processes the video again. Throws `lecture_not_found`. */
    retry: (place: LecturePlace): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await isLecturePresent(tx, place))) throw fail('lecture_not_found');
        await video.queue(tx, place.lectureId);
      }),
  };
};
