import { sql } from 'kysely';
import type { SectionRow } from './tables/catalog.ts';

/** The columns of the joined section in a query of lectures. */
export const inSection = ['sections.id as section_id', 'sections.title as section_title'] as const;

export interface InSection {
  section_id: SectionRow['id'] | null;
  section_title: SectionRow['title'] | null;
}

/** The sections of lectures, which are in the order of their course. */
export const sectionsOf = (lectures: readonly InSection[]): { _id: string; title: string }[] => {
  const titles = new Map<string, string>();
  for (const { section_id: id, section_title: title } of lectures)
    if (id !== null && title !== null) titles.set(id, title);
  return [...titles].map(([_id, title]) => ({ _id, title }));
};

/** The number of a lecture in its course, from 1, in a query that names the lectures `l`. */
export const numberInCourse = sql<number>`(SELECT COUNT(*) FROM lectures earlier
  WHERE earlier.course_id = l.course_id AND earlier.position <= l.position AND earlier.deleted_at IS NULL)`.as(
  'number',
);
