import type { z } from 'zod';
import type { ManagedCourse, ManagedLecture } from '#contract/authoring.ts';
import type { Course } from '#contract/catalog.ts';
import type { CourseWithLectures, Lecture, LectureFields } from '#contract/lectures.ts';
import type { CourseProgress } from '#contract/progress.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import type { LectureAnswers } from './lecture-answers.ts';
import { holdCourse, insertLecture, nextPosition } from './lectures.queries.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

/** The lectures of a course, for those who may watch them. Each throws `course_not_found`. */
export interface Lectures {
  list(actor: Actor, courseId: string, options: ListOptions): Promise<ListedCourse>;
  /** As authors see them. */
  manage(actor: Actor, courseId: string, origin: string): Promise<ManagedLectures>;
  /** A free lecture for anyone. Throws `lecture_not_found`. */
  preview(courseId: string, lectureId: string, origin: string): Promise<Lecture>;
  /** Refuses an upload before it has begun. */
  assertCourse(courseId: string): Promise<void>;
  /** Throws `not_a_video` and `damaged_video`. */
  add(actor: Actor, lecture: ReceivedLecture, origin: string): Promise<CourseAndLectures>;
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
  fields: z.output<typeof LectureFields>;
  video: ReceivedFile;
}

export interface LecturesNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  answers: LectureAnswers;
  /** The public facts of a course that is shown; throws `course_not_found`. */
  describeCourse: (courseId: string, origin: string) => Promise<Course>;
  /** The same of a course that may be a draft. */
  describeForAuthors: (courseId: string, origin: string) => Promise<ManagedCourse>;
  assertCourse: (courseId: string) => Promise<void>;
  /** The topic that stands for what anyone may see of courses. */
  catalogTopic: string;
}

export const createLectures = (needs: LecturesNeeds): Lectures => {
  const { database, clock, files, answers, describeCourse, describeForAuthors, assertCourse, catalogTopic } = needs;

  return {
    assertCourse,

    list: async ({ id, role }, courseId, { origin, withDrafts }) => {
      const seesDrafts = withDrafts && role === 'ADMIN';
      const course = await (seesDrafts ? describeForAuthors : describeCourse)(courseId, origin);
      return { course, ...(await answers.ofCourse(id, courseId, { origin, withDrafts: seesDrafts })) };
    },

    manage: async ({ id }, courseId, origin) => {
      const course = await describeForAuthors(courseId, origin);
      const { lectures } = await answers.ofCourse(id, courseId, { origin, withDrafts: true });
      return { course, lectures };
    },

    preview: answers.free,

    add: async (actor, { courseId, fields, video }, origin) => {
      const { contentType, extension, sizeBytes, durationMs } = await inspectVideo(video.path);
      const id = newId();
      const key = `videos/${id}-1.${extension}`;
      await files.keepWith([{ key, from: video.path }], async (tx) => {
        const now = clock.now();
        if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
        await insertLecture(tx, {
          title: fields.title,
          description: fields.description,
          id,
          course_id: courseId,
          position: await nextPosition(tx, courseId),
          video_key: key,
          content_type: contentType,
          size_bytes: sizeBytes,
          duration_ms: durationMs ?? null,
          poster_key: null,
          published_at: fields.isDraft === 'true' ? null : now,
          now,
        });
        await database.topics.raise(tx, catalogTopic);
      });
      const course = await describeForAuthors(courseId, origin);
      const { lectures } = await answers.ofCourse(actor.id, courseId, { origin, withDrafts: false });
      return { ...course, lectures };
    },
  };
};
