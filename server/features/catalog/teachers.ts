import type { z } from 'zod';
import type { CourseTeacher } from '#contract/catalog.ts';
import type { ManagedTeacher, TeacherFields } from '#contract/teachers.ts';
import type { TeacherRow } from '#server/database/classroom-tables.ts';
import type { Tx } from '#server/database/database.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { withPictures } from './course-pictures.ts';
import { readMarkdown } from '#server/rich-text.ts';
import { countCourses, findTeacher, putTeacher } from './teachers.queries.ts';

/** A teacher is a name in courses; all courses of a name share its text and picture. */
export interface Teachers {
  /** For the page of a course. */
  describe(name: string, origin: string): Promise<Omit<CourseTeacher, 'numberOfCourses'>>;
  describeForAdmins(name: string, origin: string): Promise<ManagedTeacher>;
  /** Without a picture the old one stays. Throws `not_an_image`. */
  save(changes: TeacherChanges, origin: string): Promise<ManagedTeacher>;
}

export interface TeacherChanges {
  fields: z.output<typeof TeacherFields>;
  picture: ReceivedFile | undefined;
  removesPicture: boolean;
}

const linkTo = (row: TeacherRow | undefined, origin: string) => {
  const key = row?.picture_key ?? null;
  return { secure_url: key === null ? null : fileUrl(origin, key) };
};

export const createTeachers = (
  platform: Platform,
  { invalidate }: { invalidate: (tx: Tx) => Promise<void> },
): Teachers => {
  const { database, clock, files, images } = platform;
  const { db } = database;

  const describeForAdmins: Teachers['describeForAdmins'] = async (name, origin) => {
    const row = await findTeacher(db, name);
    const numberOfCourses = await countCourses(db, name);
    const { headline, about } = row ?? { headline: '', about: '' };
    return { name, headline, about, picture: linkTo(row, origin), numberOfCourses };
  };

  return {
    describe: async (name, origin) => {
      const row = await findTeacher(db, name);
      const { headline, about } = row ?? { headline: '', about: '' };
      return { headline, about: about === '' ? [] : await readMarkdown(about), picture: linkTo(row, origin) };
    },

    describeForAdmins,

    save: async ({ fields, picture, removesPicture }, origin) => {
      const bytes = picture && (await images.toAvatar(picture));
      const key = `thumbnails/${newId()}.webp`;
      await files.keepWith(bytes ? [{ key, from: bytes }] : [], async (tx) => {
        const without = removesPicture ? null : undefined;
        const pictureKey = bytes ? key : without;
        const before = await putTeacher(tx, { ...fields, updated_at: clock.now() }, pictureKey);
        if (pictureKey !== undefined) await files.removeLater(tx, withPictures(before));
        await invalidate(tx);
      });
      return describeForAdmins(fields.name, origin);
    },
  };
};
