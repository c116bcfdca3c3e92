import type { z } from 'zod';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { CourseFields, NewCourseFields } from '#contract/catalog/catalog.ts';
import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import { rowBefore } from '#server/audit/row-before.ts';
import type { Tx } from '#server/database/database.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import { hasLanguage } from '#server/languages.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { createApprovals } from './approvals.ts';
import { findPresent, hideCourse, publishCourse, updateCourse } from './catalog.queries.ts';
import { withPictures } from './course-pictures.ts';
import { presentManaged, toColumns } from './course-columns.ts';
import type { NoteNews } from './news.ts';
import { followName } from './teachers.queries.ts';

/** Changes of courses by authors, drafts included. Each throws `course_not_found`. */
export type CourseEditing = ReturnType<typeof createCourseEditing>;

export interface NewCourse {
  fields: z.output<typeof NewCourseFields>;
  thumbnail: ReceivedFile;
  joined?: (tx: Tx, courseId: string) => Promise<void>;
}

export interface CourseChanges {
  courseId: string;
  fields: z.output<typeof CourseFields>;
  thumbnail: ReceivedFile | undefined;
}

/** What the catalogue needs of other features. */
export interface CatalogNeeds {
  publishesAlone: CoursePolicy['publishesAlone'];
  notices: NoticePort;
  noteNews: NoteNews;
  /** Those of some users who have not confirmed their address. */
  waitingAmong: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const createCourseEditing = (
  platform: Platform,
  {
    catalogChanged,
    publishesAlone,
    notices,
    noteNews,
  }: CatalogNeeds & { catalogChanged: (tx: Tx, courseId: string) => Promise<void> },
) => {
  const { database, clock, files, images, settings } = platform;
  const { db } = database;

  const describe = async (courseId: string, origin: string): Promise<ManagedCourse> => {
    const [row] = await findPresent(db, [courseId]);
    if (!row) throw fail('course_not_found');
    return presentManaged(row, origin);
  };

  /** Throws `validation_failed` for a language that is neither the school's nor that of the course. */
  const assertWritten = async (language: string | undefined, before?: string): Promise<void> => {
    const isKnown = language === undefined || language === before || hasLanguage(await settings.languages(), language);
    if (!isKnown) throw invalidField('language', messages.settings.badLanguage);
  };

  const approvals = createApprovals(platform, notices);

  const publish = async (tx: Tx, courseId: string): Promise<void> => {
    await approvals.approve(tx, courseId);
    const now = clock.now();
    if (!(await publishCourse(tx, courseId, now))) throw fail('course_not_found');
    await noteNews(tx, courseId, now);
  };

  const hide = async (tx: Tx, courseId: string): Promise<void> => {
    if (!(await hideCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
  };

  const askForApproval = async (tx: Tx, actor: Actor, courseId: string): Promise<boolean> =>
    !(await publishesAlone(actor)) && (await approvals.request(tx, courseId));

  return {
    describe,
    assertWritten,
    /** Its caller calls `changed` in the same transaction. */
    publish,
    /** Makes a draft wait for approval where its author needs one; returns whether it waits. As `publish`. */
    requestApproval: askForApproval,

    /** Without a thumbnail the old one stays. Throws `not_an_image`, and `forbidden` if a teacher changes whose course it is. */
    update: async (
      { role }: Actor,
      { courseId, fields, thumbnail }: CourseChanges,
      origin: string,
    ): Promise<ManagedCourse> => {
      const before = await describe(courseId, origin);
      const { createdBy } = before;
      await assertWritten(fields.language, before.language);
      recordChange({ before, after: fields });
      if (role !== 'ADMIN' && fields.createdBy !== createdBy)
        throw fail('forbidden', { message: messages.authoring.teacherFixed });
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

    /** Emails the reason to the teachers. Throws `approval_outdated` unless the course waits. */
    decline: async (
      { courseId, reason }: { courseId: string; reason: string },
      origin: string,
    ): Promise<ManagedCourse> => {
      await describe(courseId, origin);
      await database.transaction(async (tx) => {
        await approvals.decline(tx, courseId, reason);
        await catalogChanged(tx, courseId);
      });
      return describe(courseId, origin);
    },

    /** What an author publishes may wait for approval. */
    setDraft: async (
      actor: Actor,
      { courseId, isDraft }: { courseId: string; isDraft: boolean },
      origin: string,
    ): Promise<ManagedCourse> => {
      await database.transaction(async (tx) => {
        const before = await rowBefore(tx, 'courses', courseId);
        recordChange({ before: { isDraft: before?.['published_at'] === null }, after: { isDraft } });
        if (isDraft) await hide(tx, courseId);
        else if (!(await askForApproval(tx, actor, courseId))) await publish(tx, courseId);
        await catalogChanged(tx, courseId);
      });
      return describe(courseId, origin);
    },
  };
};
