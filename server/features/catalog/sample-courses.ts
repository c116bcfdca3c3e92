import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { z } from 'zod';
import { CourseFields } from '#contract/catalog/catalog.ts';
import { TeacherFields } from '#contract/catalog/teachers.ts';
import { type SampleCourse, sampleCourses, type SampleLecture } from '#samples/courses.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import { findPresent, insertCourse } from './catalog.queries.ts';
import type { Catalog } from './catalog.ts';
import { toColumns } from './course-columns.ts';
import { listLectureTitles, lockInstalled, readInstalled, writeInstalled } from './sample-courses.queries.ts';
import { insertTeacher } from './teachers.queries.ts';

/** Title of the sample → id of the course that was made of it. */
const Installed = z.record(z.string(), z.string());
type Installed = z.output<typeof Installed>;

/** Of the database: title of the sample → id of its course. */
export const findInstalledSamples = async (db: Db): Promise<Installed> =>
  Installed.parse(JSON.parse(await readInstalled(db)));

interface Sample {
  _id: string;
  title: string;
  /** By people. */
  addedLectures: number;
}

/** The samples that are there with their own title: one with another title is the school's own. */
export const listSamples = async (db: Db): Promise<Sample[]> => {
  const installed = new Map(Object.entries(await findInstalledSamples(db)).map(([title, id]) => [id, title]));
  if (installed.size === 0) return [];
  const courses = (await findPresent(db, [...installed.keys()])).filter(({ id, title }) => installed.get(id) === title);
  const lectures = await listLectureTitles(
    db,
    courses.map(({ id }) => id),
  );
  return courses.map(({ id: _id, title }) => {
    const known = new Set(sampleCourses.find((sample) => sample.title === title)?.lectures.map((one) => one.title));
    const added = lectures.filter((lecture) => lecture.course_id === _id && !known.has(lecture.title));
    return { _id, title, addedLectures: added.length };
  });
};

interface PlacedLecture extends Omit<SampleLecture, 'durationMs' | 'sizeBytes'> {
  courseId: string;
  position: number;
}

/** The files to store for a lecture, and how to insert it. */
export interface PreparedLecture {
  files: NewFile[];
  insert: (tx: Tx) => Promise<void>;
}

/** Another process adds the samples at this moment. */
class OvertakenError extends Error {}

/**
 * Creates the function that adds the sample courses as drafts, or published, and returns how many it added. Running it again adds only samples
 * that are new; one that was deleted stays deleted, unless none is left: then all are added again.
 */
export const createSampleCourses = (
  platform: Platform,
  needs: { catalog: Catalog; prepareLecture: (lecture: PlacedLecture) => Promise<PreparedLecture> },
): ((options?: { isPublished?: boolean }) => Promise<number>) => {
  const { database, clock, files } = platform;
  const { catalog, prepareLecture } = needs;

  const missing = async (installed: Installed): Promise<SampleCourse[]> => {
    const ids = Object.values(installed);
    const present = await findPresent(database.db, ids);
    return present.length === 0
      ? [...sampleCourses]
      : sampleCourses.filter(({ title }) => !Object.hasOwn(installed, title));
  };

  const prepare = async (
    { thumbnail, lectures, teacher, outcomes, ...fields }: SampleCourse,
    { createdAt, isPublished }: { createdAt: number; isPublished: boolean },
    now: number,
  ) => {
    const courseId = newId();
    const thumbnailKey = `thumbnails/${newId()}${extname(thumbnail)}`;
    const prepared = await Promise.all(
      lectures.map(({ title, description, isFree, video, poster, captions }, index) =>
        prepareLecture({ courseId, title, description, isFree, video, poster, captions, position: index + 1 }),
      ),
    );
    const place = {
      id: courseId,
      author_id: null,
      thumbnail_key: thumbnailKey,
      published_at: isPublished ? createdAt : null,
      now: createdAt,
    };
    return {
      course: { ...toColumns(CourseFields.parse({ ...fields, outcomes: outcomes.join('\n') })), ...place },
      lectures: prepared,
      teacher: { ...TeacherFields.parse({ name: fields.createdBy, ...teacher }), updated_at: now },
      newFiles: [
        { key: thumbnailKey, from: await readFile(thumbnail) },
        ...prepared.flatMap((lecture) => lecture.files),
      ],
    };
  };

  const add = async (
    wanted: SampleCourse[],
    { before, installed, isPublished }: { before: string; installed: Installed; isPublished: boolean },
  ): Promise<number> => {
    const now = clock.now();
    // The first sample is the newest, so that the list shows them in their order.
    const prepared = await Promise.all(
      wanted.map((sample, index) => prepare(sample, { createdAt: now - index, isPublished }, now)),
    );
    const newFiles = prepared.flatMap((sample) => sample.newFiles);
    const added = Object.fromEntries(prepared.map(({ course }) => [course.title, course.id]));
    return files.keepWith(newFiles, async (tx) => {
      if ((await lockInstalled(tx, now)) !== before) throw new OvertakenError();
      for (const { course, lectures, teacher } of prepared) {
        await insertCourse(tx, course);
        await insertTeacher(tx, teacher);
        for (const lecture of lectures) await lecture.insert(tx);
      }
      await writeInstalled(tx, JSON.stringify({ ...installed, ...added }));
      for (const { course } of prepared) await catalog.changed(tx, course.id);
      return prepared.length;
    });
  };

  return async ({ isPublished = false } = {}): Promise<number> => {
    const before = await readInstalled(database.db);
    const installed = Installed.parse(JSON.parse(before));
    const wanted = await missing(installed);
    if (wanted.length === 0) return 0;
    return add(wanted, { before, installed, isPublished }).catch((error: unknown) => {
      if (error instanceof OvertakenError) return 0;
      throw error;
    });
  };
};
