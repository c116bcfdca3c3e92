import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper, NewFile } from '#server/storage/file-keeper.ts';
import { inspectVideo } from '#server/video/inspect.ts';
import { findShown, insertCourse } from './catalog.queries.ts';
import { CATALOG_TOPIC } from './catalog.ts';
import { holdInstalled, readInstalled, writeInstalled } from './sample-courses.queries.ts';

/** Title of the sample → id of the course that it became. */
const Installed = z.record(z.string(), z.string());
type Installed = z.output<typeof Installed>;

export interface SampleCourse {
  title: string;
  description: string;
  category: string;
  createdBy: string;
  /** Paths of files. */
  thumbnail: string;
  lectures: { title: string; description: string; video: string; poster: string }[];
}

export interface SampleNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  samples: readonly SampleCourse[];
  /** Adds a lecture whose files are there, and has its sizes made. */
  addLecture: (tx: Tx, lecture: SampleLecture) => Promise<void>;
}

export interface SampleLecture {
  id: string;
  course_id: string;
  title: string;
  description: string;
  position: number;
  video_key: string;
  content_type: string;
  size_bytes: number;
  duration_ms: number | null;
  poster_key: string;
  isPlayable: boolean;
  published_at: number;
  now: number;
}

/** Another process adds them at this moment. */
class OvertakenError extends Error {}

/** A sample with its rows ready and the files that belong to them. */
const prepare = async (sample: SampleCourse, publishedAt: number, now: number) => {
  const courseId = newId();
  const thumbnailKey = `thumbnails/${newId()}${extname(sample.thumbnail)}`;
  const newFiles: NewFile[] = [{ key: thumbnailKey, from: await readFile(sample.thumbnail) }];
  const lectures: SampleLecture[] = [];
  for (const [index, { title, description, video, poster }] of sample.lectures.entries()) {
    const { contentType, extension, sizeBytes, durationMs, isPlayable } = await inspectVideo(video);
    const id = newId();
    const videoKey = `videos/${id}-1.${extension}`;
    const posterKey = `posters/${id}-1${extname(poster)}`;
    newFiles.push({ key: videoKey, from: await readFile(video) }, { key: posterKey, from: await readFile(poster) });
    lectures.push({
      id,
      course_id: courseId,
      title,
      description,
      position: index + 1,
      video_key: videoKey,
      content_type: contentType,
      size_bytes: sizeBytes,
      duration_ms: durationMs ?? null,
      poster_key: posterKey,
      isPlayable,
      published_at: now,
      now,
    });
  }
  const { title, description, category, createdBy } = sample;
  const facts = { title, description, category, created_by: createdBy, author_id: null };
  return {
    course: { ...facts, id: courseId, thumbnail_key: thumbnailKey, published_at: publishedAt, now },
    lectures,
    newFiles,
  };
};

/**
 * Makes the function that adds the sample courses, and answers how many it added. Running it again adds only samples that
 * are new; one that was deleted stays deleted, unless none is left: then all are added again.
 */
export const createSampleCourses = ({ database, clock, files, samples, addLecture }: SampleNeeds) => {
  const missing = async (installed: Installed): Promise<SampleCourse[]> => {
    const ids = Object.values(installed);
    const present = ids.length === 0 ? [] : await findShown(database.db, ids);
    return present.length === 0 ? [...samples] : samples.filter(({ title }) => !Object.hasOwn(installed, title));
  };

  const add = async (wanted: SampleCourse[], before: string, installed: Installed): Promise<number> => {
    const now = clock.now();
    // The first sample is the newest, so that the list shows them in their order.
    const prepared = await Promise.all(wanted.map((sample, index) => prepare(sample, now - index, now)));
    const newFiles = prepared.flatMap((sample) => sample.newFiles);
    const added = Object.fromEntries(prepared.map(({ course }) => [course.title, course.id]));
    return files.keepWith(newFiles, async (tx) => {
      if ((await holdInstalled(tx, now)) !== before) throw new OvertakenError();
      for (const { course, lectures } of prepared) {
        await insertCourse(tx, course);
        for (const lecture of lectures) await addLecture(tx, lecture);
      }
      await writeInstalled(tx, JSON.stringify({ ...installed, ...added }));
      await database.topics.raise(tx, CATALOG_TOPIC);
      return prepared.length;
    });
  };

  return async (): Promise<number> => {
    const before = await readInstalled(database.db);
    const installed = Installed.parse(JSON.parse(before));
    const wanted = await missing(installed);
    if (wanted.length === 0) return 0;
    return add(wanted, before, installed).catch((error: unknown) => {
      if (error instanceof OvertakenError) return 0;
      throw error;
    });
  };
};
