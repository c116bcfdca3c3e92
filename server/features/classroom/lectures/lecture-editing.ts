import { isDeepStrictEqual } from 'node:util';
import type { LectureChanges } from '#contract/catalog/authoring.ts';
import type { Outline, OutlineChange } from '#contract/classroom/sections.ts';
import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import { rowBefore } from '#server/audit/row-before.ts';
import { deleteTranslations } from '#server/database/translations.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { CourseCatalog } from './course-catalog.ts';
import {
  isPublishedEmpty,
  listOrder,
  type Placed,
  publishLectures,
  publishPlayable,
  updateLecture,
  writeOrder,
} from './lecture-editing.queries.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { findPlacedLecture } from './lectures.queries.ts';
import { keepSectionsTogether, type ListedSection, listSections, writeSections } from './outline.queries.ts';

const namesAll = (current: readonly string[], named: readonly string[]): boolean => {
  const names = new Set(named);
  return named.length === current.length && names.size === named.length && current.every((id) => names.has(id));
};

const idsOf = (lectures: readonly Placed[]): string[] => lectures.map(({ id }) => id);

const outlineOf = (sections: readonly ListedSection[], lectures: readonly Placed[]): Outline => ({
  lectureIds: idsOf(lectures.filter(({ section_position: position }) => position === null)),
  sections: sections.map(({ id: _id, title, position }) => ({
    _id,
    title,
    lectureIds: idsOf(lectures.filter((lecture) => lecture.section_position === position)),
  })),
});

const titlesIn = (ids: readonly string[], lectures: readonly Placed[]): string[] => {
  const titles = new Map(lectures.map(({ id, title }) => [id, title]));
  return ids.map((id) => titles.get(id) ?? '');
};

/** As an author sees it: a section, then its lectures. */
const titlesInOutline = (
  {
    lectureIds,
    sections,
  }: { lectureIds: readonly string[]; sections: readonly { title: string; lectureIds: readonly string[] }[] },
  lectures: readonly Placed[],
): string[] => [
  ...titlesIn(lectureIds, lectures),
  ...sections.flatMap((section) => [`${section.title}:`, ...titlesIn(section.lectureIds, lectures)]),
];

/** Only the part of the outline that changed. */
const noteOrder = (before: readonly string[], after: readonly string[]): void => {
  const isSame = (index: number): boolean => before.at(index) === after.at(index);
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSame(start)) start += 1;
  let end = 0;
  while (end < most - start && isSame(-1 - end)) end += 1;
  const part = (titles: readonly string[]) => ({ order: titles.slice(start, titles.length - end) });
  recordChange({ before: part(before), after: part(after) });
};

/** Changes of lectures by authors, drafts included. Each throws `course_not_found`. */
export const createLectureEditing = (
  { database, clock }: Platform,
  { catalog, kinds }: { catalog: CourseCatalog; kinds: Kinds },
) => ({
  /** Throws `lecture_not_found`, and `validation_failed` where a published text would be empty. */
  update: (
    courseId: string,
    lectureId: string,
    { isDraft, isFreePreview, title, description, chapters, ...ofKind }: LectureChanges,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      if (!(await lockCourse(tx, courseId, now))) throw fail('course_not_found');
      const lecture = await findPlacedLecture(tx, { courseId, lectureId });
      if (!lecture) throw fail('lecture_not_found');
      const row = await rowBefore(tx, 'lectures', lectureId);
      const classBefore = await kinds.classes.before(tx, lectureId);
      const { before: content, durationMs } = await kinds.change(tx, lecture, ofKind);
      const texts = {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(chapters === undefined ? {} : { chapters }),
        ...(isFreePreview === undefined ? {} : { is_free_preview: isFreePreview ? 1 : 0 }),
      };
      const set = { ...texts, ...(durationMs === undefined ? {} : { duration_ms: durationMs }) };
      recordChange({
        name: String(row?.['title']),
        before: { ...row, ...content, isDraft: row?.['published_at'] === null },
        after: {
          ...texts,
          ...ofKind,
          ...(ofKind.startsAt !== undefined && { startsAt: Date.parse(ofKind.startsAt) }),
          ...(isDraft !== undefined && { isDraft }),
        },
      });
      await updateLecture(tx, { courseId, lectureId, set, isDraft, now });
      if (await isPublishedEmpty(tx, lectureId)) throw invalidField('text', messages.lectureKinds.textMissing);
      await kinds.classes.changed(tx, classBefore);
      await catalog.noteNews(tx, courseId, now);
      await catalog.changed(tx, courseId);
    }),

  /**
   * Names all lectures of the course in their new order; throws `order_outdated` when it does not. Each stays in its
   * section.
   */
  order: (courseId: string, lectureIds: readonly string[]): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
      const lectures = await listOrder(tx, courseId);
      const current = idsOf(lectures);
      if (!namesAll(current, lectureIds)) throw fail('order_outdated');
      if (current.every((id, index) => id === lectureIds[index])) return;
      noteOrder(titlesIn(current, lectures), titlesIn(lectureIds, lectures));
      await writeOrder(tx, courseId, lectureIds);
      await keepSectionsTogether(tx, courseId);
      await catalog.changed(tx, courseId);
    }),

  /**
   * Makes these the sections of the course. Throws `order_outdated` unless it names all lectures once, and of sections only
   * those that are there, and unless the course still has the outline that was changed.
   */
  setOutline: (courseId: string, { lectureIds, sections, before }: OutlineChange): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
      const current = await listOrder(tx, courseId);
      const present = await listSections(tx, courseId);
      const named = [...lectureIds, ...sections.flatMap((section) => section.lectureIds)];
      const known = new Set(present.map(({ id }) => id));
      const kept = sections.flatMap(({ _id }) => _id ?? []);
      if (
        !namesAll(idsOf(current), named) ||
        new Set(kept).size < kept.length ||
        !kept.every((id) => known.has(id)) ||
        (before && !isDeepStrictEqual(before, outlineOf(present, current)))
      )
        throw fail('order_outdated');
      noteOrder(
        titlesInOutline(outlineOf(present, current), current),
        titlesInOutline({ lectureIds, sections }, current),
      );
      const placed = sections.map(({ _id: id = newId(), ...section }) => ({ id, ...section }));
      await writeSections(tx, courseId, placed);
      await deleteTranslations(
        tx,
        [...known].filter((id) => !kept.includes(id)),
      );
      await writeOrder(tx, courseId, named);
      await catalog.changed(tx, courseId);
    }),

  /** With its draft lectures that play; returns whether it waits for approval instead. */
  publishCourse: (actor: Actor, courseId: string): Promise<boolean> =>
    database.transaction(async (tx) => {
      const isWaiting = await catalog.requestApproval(tx, actor, courseId);
      if (!isWaiting) {
        await catalog.publish(tx, courseId);
        const now = clock.now();
        recordChange({ after: { published: await publishPlayable(tx, courseId, now) } });
        await catalog.noteNews(tx, courseId, now);
      }
      await catalog.changed(tx, courseId);
      return isWaiting;
    }),

  /** Lectures that the course does not have are left out. */
  publish: (courseId: string, lectureIds: readonly string[]): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      if (!(await lockCourse(tx, courseId, now))) throw fail('course_not_found');
      recordChange({ after: { published: await publishLectures(tx, { courseId, lectureIds, now }) } });
      await catalog.noteNews(tx, courseId, now);
      await catalog.changed(tx, courseId);
    }),
});
