import type { z } from 'zod';
import type { Course } from '#contract/catalog.ts';
import type { CourseWithLectures, Lecture, LectureFields } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import type { LectureVideos } from './lecture-videos.ts';
import { isLectureThere, listLectures, markLectureDeleted, type ShownLecture } from './lectures.queries.ts';
import type { MediaFiles } from './media-files.ts';
import { listNames } from './media-files.queries.ts';
import type { AddressOf, Playback } from './playback.ts';
import type { Processing } from './processing.ts';

type CourseAndLectures = z.output<typeof CourseWithLectures>;

/** An upload that has arrived whole: a link to its file, and how to note in a transaction what it became. */
export interface FinishedUpload {
  path: string;
  markUsed(tx: Tx, lectureId: string): Promise<void>;
}

/** The lectures of a course, for those who may watch them. Each throws `course_not_found`. */
export interface Lectures {
  list(actor: Actor, courseId: string, origin: string): Promise<{ lectures: Lecture[]; course: Course }>;
  /** The same as a course with its lectures in it. */
  describe(actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures>;
  /** Refuses an upload before it has begun. */
  assertCourse(courseId: string): Promise<void>;
  /** Throws `not_a_video` and `damaged_video`. */
  add(actor: Actor, lecture: ReceivedLecture, origin: string): Promise<CourseAndLectures>;
  /** Gives a lecture the video of a finished upload; throws as `add`, and `lecture_not_found`. */
  replaceFrom(
    actor: Actor,
    place: { courseId: string; lectureId: string },
    upload: FinishedUpload,
    origin: string,
  ): Promise<CourseAndLectures>;
  /** Throws `lecture_not_found`. */
  retry(courseId: string, lectureId: string): Promise<void>;
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
  videos: LectureVideos;
  mediaFiles: MediaFiles;
  processing: Pick<Processing, 'queue'>;
  playback: Playback;
  /** The public facts of a course that is shown; throws `course_not_found`. */
  describeCourse: (courseId: string, origin: string) => Promise<Course>;
  assertCourse: (courseId: string) => Promise<void>;
  /** The topic that stands for what anyone may see of courses. */
  catalogTopic: string;
}

/** What the answer says of a lecture's video; `names` are the files that have an address of their own. */
const presentVideo = (row: ShownLecture, names: readonly string[], addressOf: AddressOf) => {
  const find = (isIt: (name: string) => boolean): string | null => {
    const name = names.find(isIt);
    return name === undefined ? null : addressOf(row, name);
  };
  const { state, failure } = row;
  const sentence = state === 'needs_transcode' ? messages.video.needsTranscode : failure && messages.video[failure];
  return {
    lecture: [{ secure_url: find((name) => name.startsWith('video.')) ?? '' }],
    state,
    isPlayable: row.is_playable === 1,
    progressPercent: row.progress_percent,
    failure: sentence,
    hls: find((name) => name === 'master.m3u8'),
    poster: find((name) => name.startsWith('poster.')),
    storyboard: find((name) => name === 'storyboard.vtt'),
  };
};

export const createLectures = (needs: LecturesNeeds): Lectures => {
  const { database, clock, videos, mediaFiles, processing, playback, describeCourse, assertCourse, catalogTopic } =
    needs;
  const { db } = database;

  const list = async (actor: Actor, courseId: string, origin: string) => {
    const course = await describeCourse(courseId, origin);
    const { addressOf, expiresAtMs } = await playback.addressesFor(actor, origin);
    const rows = await listLectures(db, courseId);
    const names = Map.groupBy(
      await listNames(
        db,
        rows.map(({ id }) => id),
      ),
      ({ lecture_id: lectureId }) => lectureId,
    );
    const lectures = rows.map((row): Lecture => {
      const { id, title, description, duration_ms: durationMs } = row;
      const own = (names.get(id) ?? []).map(({ name }) => name);
      return { _id: id, title, description, durationMs, expiresAtMs, ...presentVideo(row, own, addressOf) };
    });
    return { lectures, course };
  };

  const describe = async (actor: Actor, courseId: string, origin: string): Promise<CourseAndLectures> => {
    const { course, lectures } = await list(actor, courseId, origin);
    return { ...course, lectures };
  };

  return {
    list,
    describe,
    assertCourse,

    add: async (actor, { courseId, fields, video }, origin) => {
      await videos.add({ courseId, fields, path: video.path });
      return describe(actor, courseId, origin);
    },

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

    remove: async (courseId, lectureId) => {
      await assertCourse(courseId);
      await database.transaction(async (tx) => {
        if (!(await markLectureDeleted(tx, { courseId, lectureId, now: clock.now() }))) throw fail('lecture_not_found');
        await mediaFiles.remove(tx, [lectureId]);
        await database.topics.raise(tx, catalogTopic);
      });
    },
  };
};
