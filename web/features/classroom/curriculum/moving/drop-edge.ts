import {
  type CourseOutline,
  type OutlineItem,
  withLectureAt,
  withSectionAt,
} from '#web/features/classroom/curriculum/outline.ts';

/** A row of the tree: a section's head, a lecture, or the end of a section. */
export type RowName = `${'section' | 'lecture' | 'end'}:${string}`;

export const isRowName = (name: string): name is RowName => /^(?:section|lecture|end):/.test(name);

/** The edge of a row. */
export interface DropEdge {
  row: RowName;
  edge: 'top' | 'bottom';
}

/** The key of the part that a row is in. */
export const keyOf = (outline: CourseOutline, row: RowName): string => {
  const id = row.slice(row.indexOf(':') + 1);
  if (!row.startsWith('lecture:')) return id;
  return outline.find(({ lectureIds }) => lectureIds.includes(id))?.key ?? '';
};

/** Where an item lands that is dropped at an edge: a lecture never before a section's head, a section never inside another. */
export const landingOf = (
  outline: CourseOutline,
  { kind }: OutlineItem,
  { row, edge }: DropEdge,
  isClosed: (key: string) => boolean,
): DropEdge => {
  const key = keyOf(outline, row);
  if (kind === 'lecture') {
    if (row.startsWith('section:')) return { row, edge: 'bottom' };
    return row.startsWith('end:') ? { row, edge: 'top' } : { row, edge };
  }
  if (row.startsWith('section:') && edge === 'top') return { row, edge };
  return isClosed(key) ? { row: `section:${key}`, edge: 'bottom' } : { row: `end:${key}`, edge: 'bottom' };
};

/** The outline with an item at its landing. */
export const withDropped = (
  outline: CourseOutline,
  item: OutlineItem,
  { row, edge }: DropEdge,
  isClosed: (key: string) => boolean,
): CourseOutline => {
  const key = keyOf(outline, row);
  const position = outline.findIndex((part) => part.key === key);
  if (item.kind === 'section') return withSectionAt(outline, item.id, edge === 'top' ? position - 1 : position);
  const lectureIds = outline[position]?.lectureIds ?? [];
  if (!row.startsWith('lecture:')) {
    const isAtStart = row.startsWith('section:') && !isClosed(key);
    return withLectureAt(outline, item.id, { key, index: isAtStart ? 0 : lectureIds.length });
  }
  const at = lectureIds.indexOf(row.slice('lecture:'.length));
  return withLectureAt(outline, item.id, { key, index: edge === 'top' ? at : at + 1 });
};
