import type { z } from 'zod';
import type { ManagedCourse, ManagedLecture } from '#contract/authoring.ts';
import type { Course } from '#contract/catalog.ts';
import type { CourseWithLectures, Lecture } from '#contract/lectures.ts';
import type { CourseProgress } from '#contract/progress.ts';
import type { Section } from '#contract/sections.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Captions } from '../captions/captions.ts';
import type { Playback } from '../playback/playback.ts';
import type { Progress } from '../progress/progress.ts';
import type { Video } from '../video/video.ts';
import type { CourseCatalog } from './course-catalog.ts';
import { createLectureDeletion, type LectureDeletion } from './lecture-deletion.ts';
import { createLectureEditing, type LectureEditing } from './lecture-editing.ts';
import { createLectureResponses } from './lecture-responses.ts';
import { createLectureVideos, type LectureVideos } from './lecture-videos.ts';
import { isLecturePresent, type LecturePlace, lockCourse } from './lectures.queries.ts';
import { listSections } from './outline.queries.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

/** The lectures of a course. Each throws `course_not_found`. */
export interface Lectures {
  /** For users who can watch. */
  list(actor: Actor, courseId: string, options: ListOptions): Promise<ListedCourse>;
  /** As authors see them. */
  manage(actor: Actor, courseId: string, origin: string): Promise<ManagedLectures>;
  /** A free lecture for anyone. Throws `lecture_not_found`. */
  preview(courseId: string, lectureId: string, origin: string): Promise<Lecture>;
  /** The course, a draft or not, with its published lectures in it. */
  describe(actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures>;
  /** Refuses an upload before it has begun. */
  assertCourse(courseId: string): Promise<void>;
  /** Refuses a file for a lecture before it has begun. Throws `lecture_not_found`. */
  assertLecture(place: LecturePlace): Promise<void>;
  /** Processes the video again. Throws `lecture_not_found`. */
  retry(place: LecturePlace): Promise<void>;
  readonly videos: LectureVideos;
  readonly editing: LectureEditing;
  readonly deletion: LectureDeletion;
}

export interface ListOptions {
  origin: string;
  /** Only for an admin. */
  withDrafts: boolean;
}

export interface ListedCourse {
  lectures: Lecture[];
  /** Those with lectures in the list. */
  sections: Section[];
  course: Course;
  progress: CourseProgress;
}

export interface ManagedLectures {
  course: ManagedCourse;
  /** All of them, also empty ones. */
  sections: Section[];
  lectures: ManagedLecture[];
}

export interface LecturesNeeds {
  catalog: CourseCatalog;
  video: Video;
  playback: Playback;
  progress: Progress;
  captions: Captions;
  attachments: Attachments;
}

/** Locks a lecture and its course until the transaction ends. Throws `course_not_found` and `lecture_not_found`. */
export const lockLecture = async (tx: Db, place: LecturePlace, now: number): Promise<void> => {
  if (!(await lockCourse(tx, place.courseId, now))) throw fail('course_not_found');
  if (!(await isLecturePresent(tx, place))) throw fail('lecture_not_found');
};

export const createLectures = (platform: Platform, needs: LecturesNeeds): Lectures => {
  const { database } = platform;
  const { catalog, video } = needs;
  const responses = createLectureResponses(platform, needs);

  return {
    videos: createLectureVideos(platform, needs),
    editing: createLectureEditing(platform, catalog),
    deletion: createLectureDeletion(platform, needs),
    assertCourse: catalog.assertPresent,

    assertLecture: async (place) => {
      await catalog.assertPresent(place.courseId);
      if (!(await isLecturePresent(database.db, place))) throw fail('lecture_not_found');
    },

    list: async (actor, courseId, { origin, withDrafts: wantsDrafts }) => {
      const withDrafts = wantsDrafts && actor.role === 'ADMIN';
      const course = await (withDrafts ? catalog.describeForAuthors : catalog.describe)(courseId, origin);
      return { course, ...(await responses.ofCourse(actor, courseId, { origin, withDrafts })) };
    },

    manage: async (actor, courseId, origin) => {
      const course = await catalog.describeForAuthors(courseId, origin);
      const { lectures } = await responses.ofCourse(actor, courseId, { origin, withDrafts: true });
      const sections = (await listSections(database.db, courseId)).map(({ id: _id, title }) => ({ _id, title }));
      return { course, sections, lectures };
    },

    preview: responses.free,

    describe: async (actor, courseId, origin) => {
      const course = await catalog.describeForAuthors(courseId, origin);
      const { lectures } = await responses.ofCourse(actor, courseId, { origin, withDrafts: false });
      return { ...course, lectures };
    },

    retry: (place) =>
      database.transaction(async (tx) => {
        if (!(await isLecturePresent(tx, place))) throw fail('lecture_not_found');
        await video.queue(tx, place.lectureId);
      }),
  };
};
