import type { z } from 'zod';
import type { ManagedCourse, ManagedLecture } from '#contract/authoring.ts';
import type { Course } from '#contract/catalog.ts';
import type { CourseWithLectures, Lecture, NewLectureFields } from '#contract/lectures.ts';
import type { CourseProgress } from '#contract/progress.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import type { LectureAnswers } from './lecture-answers.ts';
import type { LectureVideos } from './lecture-videos.ts';
import { isLectureThere } from './lectures.queries.ts';
import type { Processing } from './processing.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

/** An upload that has arrived whole: a link to its file, and how to note in a transaction what it became. */
export interface FinishedUpload {
  path: string;
  markUsed(tx: Tx, lectureId: string): Promise<void>;
}

export interface LecturePlace {
  courseId: string;
  lectureId: string;
}

/** The lectures of a course, for those who may watch them. Each throws `course_not_found`. */
export interface Lectures {
  list(actor: Actor, courseId: string, options: ListOptions): Promise<ListedCourse>;
  /** As authors see them. */
  manage(actor: Actor, courseId: string, origin: string): Promise<ManagedLectures>;
  /** A free lecture for anyone. Throws `lecture_not_found`. */
  preview(courseId: string, lectureId: string, origin: string): Promise<Lecture>;
  /** The course, a draft or not, with its published lectures in it. */
  describe(actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures>;
  /** Refuses an upload before it has begun. */
  assertCourse(courseId: string): Promise<void>;
  /** Throws `not_a_video` and `damaged_video`. */
  add(actor: Actor, lecture: ReceivedLecture, origin: string): Promise<CourseAndLectures>;
  /** Gives a lecture another video; throws as `add`, and `lecture_not_found`. */
  replace(place: LecturePlace, video: ReceivedFile): Promise<void>;
  /** The same with a finished upload. */
  replaceFrom(actor: Actor, place: LecturePlace, upload: FinishedUpload, origin: string): Promise<CourseAndLectures>;
  /** Throws `lecture_not_found`. */
  retry(courseId: string, lectureId: string): Promise<void>;
}

export interface ListOptions {
  origin: string;
  /** Only for an ADMIN. */
  withDrafts: boolean;
}

export interface ListedCourse {
  lectures: Lecture[];
  course: Course;
  progress: CourseProgress;
}

export interface ManagedLectures {
  course: ManagedCourse;
  lectures: ManagedLecture[];
}

export interface ReceivedLecture {
  courseId: string;
  fields: z.output<typeof NewLectureFields>;
  video: ReceivedFile;
}

export interface LecturesNeeds {
  database: Database;
  videos: LectureVideos;
  processing: Pick<Processing, 'queue'>;
  answers: LectureAnswers;
  /** The public facts of a course that is shown; throws `course_not_found`. */
  describeCourse: (courseId: string, origin: string) => Promise<Course>;
  /** The same of a course that may be a draft. */
  describeForAuthors: (courseId: string, origin: string) => Promise<ManagedCourse>;
  assertCourse: (courseId: string) => Promise<void>;
}

export const createLectures = (needs: LecturesNeeds): Lectures => {
  const { database, videos, processing, answers, describeCourse, describeForAuthors, assertCourse } = needs;

  const describe = async (actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures> => {
    const course = await describeForAuthors(courseId, origin);
    const { lectures } = await answers.ofCourse(actor, courseId, { origin, withDrafts: false });
    return { ...course, lectures };
  };

  return {
    describe,
    assertCourse,

    list: async (actor, courseId, { origin, withDrafts }) => {
      const seesDrafts = withDrafts && actor.role === 'ADMIN';
      const course = await (seesDrafts ? describeForAuthors : describeCourse)(courseId, origin);
      return { course, ...(await answers.ofCourse(actor, courseId, { origin, withDrafts: seesDrafts })) };
    },

    manage: async (actor, courseId, origin) => {
      const course = await describeForAuthors(courseId, origin);
      const { lectures } = await answers.ofCourse(actor, courseId, { origin, withDrafts: true });
      return { course, lectures };
    },

    preview: answers.free,

    add: async (actor, { courseId, fields: { isDraft, ...fields }, video }, origin) => {
      await videos.add({ courseId, fields, isDraft: isDraft === 'true', path: video.path });
      return describe(actor, courseId, origin);
    },

    replace: (place, { path }) => videos.replace({ ...place, path }),

    replaceFrom: async (actor, { courseId, lectureId }, { path, markUsed }, origin) => {
      await videos.replace({ courseId, lectureId, path }, (tx) => markUsed(tx, lectureId));
      return describe(actor, courseId, origin);
    },

    retry: async (courseId, lectureId) => {
      await database.transaction(async (tx) => {
        if (!(await isLectureThere(tx, courseId, lectureId))) throw fail('lecture_not_found');
        await processing.queue(tx, lectureId);
      });
    },
  };
};
