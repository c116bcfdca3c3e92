import type { z } from 'zod';
import type { Course } from '#contract/catalog.ts';
import type { CourseWithLectures, Lecture, LectureFields } from '#contract/lectures.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import { holdCourse, insertLecture, listLectures, markLectureDeleted, nextPosition } from './lectures.queries.ts';
import type { Playback } from './playback.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

/** The lectures of a course, for those who may watch them. Each throws `course_not_found`. */
export interface Lectures {
  list(actor: Actor, courseId: string, origin: string): Promise<{ lectures: Lecture[]; course: Course }>;
  /** Refuses an upload before it has begun. */
  assertCourse(courseId: string): Promise<void>;
  /** Throws `not_a_video` and `damaged_video`. */
  add(actor: Actor, lecture: ReceivedLecture, origin: string): Promise<CourseAndLectures>;
  /** Throws `lecture_not_found`. */
  remove(courseId: string, lectureId: string): Promise<void>;
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
  playback: Playback;
  /** The public facts of a course that is shown; throws `course_not_found`. */
  describeCourse: (courseId: string, origin: string) => Promise<Course>;
  assertCourse: (courseId: string) => Promise<void>;
  /** The topic that stands for what anyone may see of courses. */
  catalogTopic: string;
}

export const createLectures = (needs: LecturesNeeds): Lectures => {
  const { database, clock, files, playback, describeCourse, assertCourse, catalogTopic } = needs;

  const list = async (actor: Actor, courseId: string, origin: string) => {
    const course = await describeCourse(courseId, origin);
    const addressOf = await playback.addressesFor(actor.id, origin);
    const rows = await listLectures(database.db, courseId);
    const lectures = rows.map((row): Lecture => {
      const { url, expiresAtMs } = addressOf(row);
      const { id, title, description, duration_ms: durationMs } = row;
      return { _id: id, title, description, durationMs, lecture: [{ secure_url: url }], expiresAtMs };
    });
    return { lectures, course };
  };

  return {
    list,
    assertCourse,

    add: async (actor, { courseId, fields, video }, origin) => {
      const { contentType, extension, sizeBytes, durationMs } = await inspectVideo(video.path);
      const id = newId();
      const key = `videos/${id}-1.${extension}`;
      await files.keepWith([{ key, from: video.path }], async (tx) => {
        const now = clock.now();
        if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
        await insertLecture(tx, {
          ...fields,
          id,
          course_id: courseId,
          position: await nextPosition(tx, courseId),
          video_key: key,
          content_type: contentType,
          size_bytes: sizeBytes,
          duration_ms: durationMs ?? null,
          poster_key: null,
          published_at: now,
          now,
        });
        await database.topics.raise(tx, catalogTopic);
      });
      const { course, lectures } = await list(actor, courseId, origin);
      return { ...course, lectures };
    },

    remove: async (courseId, lectureId) => {
      await assertCourse(courseId);
      await database.transaction(async (tx) => {
        const keys = await markLectureDeleted(tx, { courseId, lectureId, now: clock.now() });
        if (!keys) throw fail('lecture_not_found');
        await files.removeLater(tx, keys);
        await database.topics.raise(tx, catalogTopic);
      });
    },
  };
};
