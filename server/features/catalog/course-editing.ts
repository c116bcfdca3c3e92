import type { z } from 'zod';
import type { ManagedCourse } from '#contract/authoring.ts';
import type { CourseFields } from '#contract/catalog.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { findPresent, hideCourse, publishCourse, updateCourse } from './catalog.queries.ts';
import { withPictures } from './course-pictures.ts';
import { presentCourse, toColumns } from './course-columns.ts';
import { followName } from './teachers.queries.ts';

/** Changes of courses by authors, drafts included. Each throws `course_not_found`. */
export interface CourseEditing {
  describe(courseId: string, origin: string): Promise<ManagedCourse>;
  /** Without a thumbnail the old one stays. Throws `not_an_image`. */
  update(courseId: string, changes: CourseChanges, origin: string): Promise<ManagedCourse>;
  /** Its caller calls `changed` in the same transaction. */
  publish(tx: Tx, courseId: string): Promise<void>;
  setDraft(courseId: string, isDraft: boolean, origin: string): Promise<ManagedCourse>;
}

export interface CourseChanges {
  fields: z.output<typeof CourseFields>;
  thumbnail: ReceivedFile | undefined;
}

export const createCourseEditing = (
  platform: Platform,
  { catalogChanged }: { catalogChanged: (tx: Tx, courseId: string) => Promise<void> },
): CourseEditing => {
  const { database, clock, files, images } = platform;
  const { db } = database;

  const describe = async (courseId: string, origin: string): Promise<ManagedCourse> => {
    const [row] = await findPresent(db, [courseId]);
    if (!row) throw fail('course_not_found');
    return { ...presentCourse(row, origin), isDraft: row.published_at === null };
  };

  const publish = async (tx: Tx, courseId: string): Promise<void> => {
    if (!(await publishCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
  };

  const hide = async (tx: Tx, courseId: string): Promise<void> => {
    if (!(await hideCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
  };

  return {
    describe,
    publish,

    update: async (courseId, { fields, thumbnail }, origin) => {
      await describe(courseId, origin);
      const bytes = thumbnail && (await images.toThumbnail(thumbnail));
      const thumbnailKey = bytes && `thumbnails/${newId()}.webp`;
      const newFiles = bytes && thumbnailKey !== undefined ? [{ key: thumbnailKey, from: bytes }] : [];
      await files.keepWith(newFiles, async (tx) => {
        const change = { ...toColumns(fields), id: courseId, thumbnailKey, now: clock.now() };
        const updated = await updateCourse(tx, change);
        if (!updated) throw fail('course_not_found');
        if (thumbnailKey !== undefined) await files.removeLater(tx, withPictures(updated.oldThumbnailKey));
        if (updated.oldTeacher !== fields.createdBy)
          await followName(tx, { from: updated.oldTeacher, to: fields.createdBy });
        await catalogChanged(tx, courseId);
      });
      return describe(courseId, origin);
    },

    setDraft: async (courseId, isDraft, origin) => {
      await database.transaction(async (tx) => {
        await (isDraft ? hide : publish)(tx, courseId);
        await catalogChanged(tx, courseId);
      });
      return describe(courseId, origin);
    },
  };
};
