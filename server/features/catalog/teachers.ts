import type { z } from 'zod';
import type { CourseTeacher } from '#contract/catalog/catalog.ts';
import type { ManagedTeacher, OwnTeacher, TeacherFields } from '#contract/catalog/teachers.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { wordsOf } from '#server/search/words.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { withPictures } from './course-pictures.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import {
  countCourses,
  coursesTaughtBy,
  findAccount,
  findNameOf,
  findNamesOf,
  findTeacher,
  type FoundTeacher,
  insertTeacher,
  putTeacher,
  setAccount,
  setFreeAccount,
} from './teachers.queries.ts';

type DescribedTeacher = Omit<CourseTeacher, 'numberOfCourses' | 'slug'>;

/** A teacher is a name in courses; all courses of a name share its text and picture. */
export interface Teachers {
  /** For the page of a course. */
  describe(name: string, origin: string): Promise<DescribedTeacher>;
  /** The courses that the account of a teacher teaches. */
  coursesOf(name: string): Promise<string[]>;
  describeForAdmins(name: string, origin: string): Promise<ManagedTeacher>;
  /** The teacher that an account is linked to. */
  describeOwn(userId: string, origin: string): Promise<OwnTeacher | undefined>;
  /** Throws `not_an_image`, and `teacher_not_found` when the account is linked to none. */
  saveOwn(userId: string, change: OwnChanges, origin: string): Promise<OwnTeacher>;
  /**
   * Links the account of a new teacher of a course to the name that the course is by, if it is theirs: every word of the
   * account's name is in it, and no other account has it.
   */
  link(tx: Tx, added: { userId: string; courseId: string }): Promise<void>;
  /** Without a picture the old one stays. Throws `not_an_image`, `person_not_found` and `email_not_confirmed`. */
  save(changes: TeacherChanges, origin: string): Promise<ManagedTeacher>;
}

export interface TeacherChanges {
  fields: z.output<typeof TeacherFields>;
  /** Of their account; '' for none. */
  accountEmail: string | undefined;
  picture: ReceivedFile | undefined;
  removesPicture: boolean;
}

export interface OwnChanges extends Pick<TeacherChanges, 'picture' | 'removesPicture'> {
  fields: Omit<TeacherChanges['fields'], 'name'>;
}

/** Their picture, or that of their account. */
const linkTo = (row: FoundTeacher, origin: string) => {
  const key = row?.picture_key ?? row?.avatar_key ?? null;
  return { secure_url: key === null ? null : fileUrl(origin, key) };
};

interface TeachersNeeds {
  invalidate: (tx: Tx) => Promise<void>;
  slugs: () => Promise<ReadonlyMap<string, string>>;
  /** Those of some users who have not confirmed their address. */
  waitingAmong: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const createTeachers = (platform: Platform, { invalidate, slugs, waitingAmong }: TeachersNeeds): Teachers => {
  const { database, clock, files, images } = platform;
  const { db } = database;

  const describeForAdmins: Teachers['describeForAdmins'] = async (name, origin) => {
    const row = await findTeacher(db, name);
    const numberOfCourses = await countCourses(db, name);
    const { headline, about } = row ?? { headline: '', about: '' };
    const { user_id: id = null, full_name: fullName = null, email = null } = row ?? {};
    const account = id === null || fullName === null || email === null ? null : { _id: id, fullName, email };
    return { name, headline, about, account, picture: linkTo(row, origin), numberOfCourses };
  };

  /** The account that edits the page: with an address that is not confirmed, it may be that of another person. */
  const accountAt = async (tx: Tx, email: string, before: string | null): Promise<string | null> => {
    const userId = email === '' ? null : await findAccount(tx, email);
    if (userId === undefined) throw fail('person_not_found');
    if (userId !== null && userId !== before && (await waitingAmong([userId])).has(userId))
      throw fail('email_not_confirmed');
    return userId;
  };

  const describeOwn: Teachers['describeOwn'] = async (userId, origin) => {
    const name = await findNameOf(db, userId);
    if (name === undefined) return undefined;
    const { headline, about, picture } = await describeForAdmins(name, origin);
    return { name, headline, about, picture, slug: (await slugs()).get(name) ?? null };
  };

  const save: Teachers['save'] = async ({ fields, accountEmail, picture, removesPicture }, origin) => {
    const bytes = picture && (await images.toAvatar(picture));
    const key = `thumbnails/${newId()}.webp`;
    await files.keepWith(bytes ? [{ key, from: bytes }] : [], async (tx) => {
      const without = removesPicture ? null : undefined;
      const pictureKey = bytes ? key : without;
      const known = await findTeacher(tx, fields.name);
      recordChange({
        name: fields.name,
        before: { ...known, account: known?.email ?? '', hasPicture: typeof known?.picture_key === 'string' },
        after: {
          headline: fields.headline,
          about: fields.about,
          ...(accountEmail !== undefined && { account: accountEmail }),
          ...(pictureKey !== undefined && { hasPicture: pictureKey !== null }),
        },
      });
      const before = await putTeacher(tx, { ...fields, updated_at: clock.now() }, pictureKey);
      if (pictureKey !== undefined) await files.removeLater(tx, withPictures(before));
      if (accountEmail !== undefined)
        await setAccount(tx, fields.name, await accountAt(tx, accountEmail, known?.user_id ?? null));
      await invalidate(tx);
    });
    return describeForAdmins(fields.name, origin);
  };

  return {
    describe: async (name, origin) => {
      const row = await findTeacher(db, name);
      const { headline, about } = row ?? { headline: '', about: '' };
      return { headline, about: about === '' ? [] : readMarkdown(about), picture: linkTo(row, origin) };
    },

    coursesOf: async (name) => {
      const userId = (await findTeacher(db, name))?.user_id;
      return userId === undefined || userId === null ? [] : coursesTaughtBy(db, userId);
    },

    describeForAdmins,

    describeOwn,

    link: async (tx, { userId, courseId }) => {
      const names = await findNamesOf(tx, { userId, courseId });
      const known = wordsOf(names?.createdBy ?? '');
      const words = wordsOf(names?.fullName ?? '');
      if (!names || words.length === 0 || !words.every((word) => known.includes(word))) return;
      if ((await findNameOf(tx, userId)) !== undefined) return;
      await insertTeacher(tx, { name: names.createdBy, headline: '', about: '', updated_at: clock.now() });
      await setFreeAccount(tx, names.createdBy, userId);
    },

    save,

    saveOwn: async (userId, { fields, ...change }, origin) => {
      const name = await findNameOf(db, userId);
      if (name === undefined) throw fail('teacher_not_found');
      await save({ ...change, fields: { ...fields, name }, accountEmail: undefined }, origin);
      const saved = await describeOwn(userId, origin);
      if (!saved) throw fail('teacher_not_found');
      return saved;
    },
  };
};
