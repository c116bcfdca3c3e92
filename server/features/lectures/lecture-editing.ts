import type { LectureChanges } from '#contract/authoring.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { listOrder, updateLecture, writeOrder } from './lecture-editing.queries.ts';
import { holdCourse } from './lectures.queries.ts';

/** What authors change of lectures that are there, drafts or not. Each throws `course_not_found`. */
export interface LectureEditing {
  /** Throws `lecture_not_found`. */
  update(courseId: string, lectureId: string, changes: LectureChanges): Promise<void>;
  /** Names all lectures of the course in their new order; throws `order_outdated` when it does not. */
  order(courseId: string, lectureIds: readonly string[]): Promise<void>;
}

export interface LectureEditingNeeds {
  database: Database;
  clock: Clock;
  catalogTopic: string;
}

const namesAll = (current: readonly string[], named: readonly string[]): boolean => {
  const names = new Set(named);
  return named.length === current.length && names.size === named.length && current.every((id) => names.has(id));
};

export const createLectureEditing = ({ database, clock, catalogTopic }: LectureEditingNeeds): LectureEditing => ({
  update: (courseId, lectureId, { isDraft, isFreePreview, title, description, chapters }) =>
    database.transaction(async (tx) => {
      const now = clock.now();
      if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
      const set = {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(chapters === undefined ? {} : { chapters }),
        ...(isFreePreview === undefined ? {} : { is_free_preview: isFreePreview ? 1 : 0 }),
      };
      if (!(await updateLecture(tx, { courseId, lectureId, set, isDraft, now }))) throw fail('lecture_not_found');
      await database.topics.raise(tx, catalogTopic);
    }),

  order: (courseId, lectureIds) =>
    database.transaction(async (tx) => {
      if (!(await holdCourse(tx, courseId, clock.now()))) throw fail('course_not_found');
      const current = (await listOrder(tx, courseId)).map(({ id }) => id);
      if (!namesAll(current, lectureIds)) throw fail('order_outdated');
      if (current.every((id, index) => id === lectureIds[index])) return;
      await writeOrder(tx, courseId, lectureIds);
      await database.topics.raise(tx, catalogTopic);
    }),
});
