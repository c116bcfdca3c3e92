import type { Db } from '#server/database/database.ts';
import type { SectionRow } from '#server/database/tables/catalog.ts';
import { listOrder, type Placed, writeOrder } from './lecture-editing.queries.ts';

export type ListedSection = Pick<SectionRow, 'id' | 'title' | 'position'>;

/** The sections of a course in their order, empty ones too. */
export const listSections = (db: Db, courseId: string): Promise<ListedSection[]> =>
  db
    .selectFrom('sections')
    .select(['id', 'title', 'position'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute();

/** The section for a new lecture: the requested one, or the last; null when there is none. */
export const findSection = async (tx: Db, courseId: string, wanted: string | undefined): Promise<string | null> => {
  if (wanted === '') return null;
  const ids = (await listSections(tx, courseId)).map(({ id }) => id);
  return ids.find((id) => id === wanted) ?? ids.at(-1) ?? null;
};

interface LectureBefore {
  id: string;
  nextId: string;
}

const withLectureBefore = (placed: readonly Placed[], { id, nextId }: LectureBefore): Placed[] => {
  const rest = placed.filter((lecture) => lecture.id !== id);
  const index = rest.findIndex((lecture) => lecture.id === nextId);
  return index === -1 ? [...placed] : rest.toSpliced(index, 0, ...placed.filter((lecture) => lecture.id === id));
};

/**
 * Lets the lectures of each section follow each other, in the order of the sections; `moved` puts one before another of its
 * section. Only while the course is locked.
 */
export const keepSectionsTogether = async (tx: Db, courseId: string, moved?: LectureBefore): Promise<void> => {
  const placed = await listOrder(tx, courseId);
  const together = (moved ? withLectureBefore(placed, moved) : placed).toSorted(
    (a, b) => (a.section_position ?? 0) - (b.section_position ?? 0),
  );
  if (placed.some(({ id }, index) => id !== together[index]?.id))
    await writeOrder(
      tx,
      courseId,
      together.map(({ id }) => id),
    );
};

interface PlacedSection extends Omit<ListedSection, 'position'> {
  lectureIds: readonly string[];
}

/** Makes these the sections of a course, and puts its lectures in them. Only while the course is locked. */
export const writeSections = async (tx: Db, courseId: string, sections: readonly PlacedSection[]): Promise<void> => {
  // A deleted lecture keeps its section: it may be restored into it.
  await tx
    .updateTable('lectures')
    .set({ section_id: null })
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute();
  await tx.deleteFrom('sections').where('course_id', '=', courseId).execute();
  for (const [index, { id, title, lectureIds }] of sections.entries()) {
    await tx
      .insertInto('sections')
      .values({ id, course_id: courseId, title, position: index + 1 })
      .execute();
    if (lectureIds.length > 0)
      await tx.updateTable('lectures').set({ section_id: id }).where('id', 'in', lectureIds).execute();
  }
};
