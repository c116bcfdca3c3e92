import { msg } from '@lingui/core/macro';
import type { Outline, Section } from '#contract/classroom/sections.ts';
import type { Language } from '#contract/languages/language.ts';

/** A section with its lectures. The part with the empty key is no section: it holds the lectures before the first one. */
export interface OutlinePart {
  key: string;
  /** Undefined until the section is saved. */
  id: string | undefined;
  title: string;
  lectureIds: readonly string[];
}

/** The outline as it is edited: the lectures before the first section, then every section. */
export type CourseOutline = readonly OutlinePart[];

/** A movable item: a lecture by its id, a section by its key. */
export interface OutlineItem {
  kind: 'lecture' | 'section';
  id: string;
}

/** Before the lecture that is now at `index` of a part. */
export interface LecturePlace {
  key: string;
  index: number;
}

interface SavedCourse {
  sections: readonly Section[];
  lectures: readonly { _id: string; sectionId: string | null }[];
}

export const FIRST_PART = '';

/** Where the server adds a lecture to a part: '' before the first section; undefined until the section is saved. */
export const placeForNew = ({ key, id }: OutlinePart): string | undefined => (key === FIRST_PART ? FIRST_PART : id);

export const outlineOf = ({ sections, lectures }: SavedCourse): CourseOutline =>
  [{ _id: undefined, title: '' }, ...sections].map(({ _id: id, title }) => ({
    key: id ?? FIRST_PART,
    id,
    title,
    lectureIds: lectures.filter(({ sectionId }) => (sectionId ?? undefined) === id).map(({ _id }) => _id),
  }));

/** An outline with the lectures that the course has now: without those that were deleted, with those that were added. */
export const withLecturesOf = (outline: CourseOutline, saved: SavedCourse): CourseOutline => {
  const known = new Set(saved.lectures.map(({ _id }) => _id));
  const placed = new Set(outline.flatMap(({ lectureIds }) => lectureIds));
  const added = saved.lectures.filter(({ _id }) => !placed.has(_id));
  const [first] = outline;
  const lastKey = outline.at(-1)?.key;
  const keyFor = (sectionId: string | null): string | undefined =>
    sectionId === null ? first?.key : (outline.find(({ id }) => id !== undefined && id === sectionId)?.key ?? lastKey);
  return outline.map((part) => ({
    ...part,
    lectureIds: [
      ...part.lectureIds.filter((id) => known.has(id)),
      ...added.filter(({ sectionId }) => keyFor(sectionId) === part.key).map(({ _id }) => _id),
    ],
  }));
};

/** As the server takes it; a section that it does not have any more is added again. */
export const requestOf = (outline: CourseOutline, { sections }: SavedCourse): Outline => {
  const known = new Set(sections.map(({ _id }) => _id));
  const [first, ...rest] = outline;
  return {
    lectureIds: [...(first?.lectureIds ?? [])],
    sections: rest.map(({ id, title, lectureIds }) => ({
      ...(id !== undefined && known.has(id) ? { _id: id } : {}),
      title,
      lectureIds: [...lectureIds],
    })),
  };
};

const inserted = <T>(items: readonly T[], index: number, item: T): T[] => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
];

const placeOf = (outline: CourseOutline, lectureId: string): { part: OutlinePart; index: number } | undefined => {
  const part = outline.find(({ lectureIds }) => lectureIds.includes(lectureId));
  return part && { part, index: part.lectureIds.indexOf(lectureId) };
};

export const withLectureAt = (outline: CourseOutline, lectureId: string, { key, index }: LecturePlace) => {
  const from = placeOf(outline, lectureId);
  const isAfterItself = from?.part.key === key && from.index < index;
  return outline.map((part) => {
    const rest = part.lectureIds.filter((id) => id !== lectureId);
    return {
      ...part,
      lectureIds: part.key === key ? inserted(rest, index - (isAfterItself ? 1 : 0), lectureId) : rest,
    };
  });
};

/** A section before the one that is now at `index`, counted without the first part. */
export const withSectionAt = (outline: CourseOutline, key: string, index: number): CourseOutline => {
  const [first, ...sections] = outline;
  const from = sections.findIndex((section) => section.key === key);
  const section = sections[from];
  if (!first || !section) return outline;
  const rest = sections.filter((other) => other.key !== key);
  return [first, ...inserted(rest, Math.max(0, index - (from < index ? 1 : 0)), section)];
};

/** One place up or down; a lecture at the edge of its section goes to the next one. */
export const stepped = (outline: CourseOutline, { kind, id }: OutlineItem, step: 1 | -1): CourseOutline => {
  if (kind === 'section') {
    const at = outline.findIndex(({ key }) => key === id) - 1;
    return withSectionAt(outline, id, step === 1 ? Math.min(at + 2, outline.length - 1) : Math.max(0, at - 1));
  }
  const from = placeOf(outline, id);
  if (!from) return outline;
  const { part, index } = from;
  const isInside = step === 1 ? index < part.lectureIds.length - 1 : index > 0;
  if (isInside) return withLectureAt(outline, id, { key: part.key, index: step === 1 ? index + 2 : index - 1 });
  const neighbour = outline[outline.indexOf(part) + step];
  if (!neighbour) return outline;
  return withLectureAt(outline, id, { key: neighbour.key, index: step === 1 ? 0 : neighbour.lectureIds.length });
};

/** Where an item is, as a screen reader says it. */
export const positionOf = (outline: CourseOutline, { kind, id }: OutlineItem, { _ }: Language): string => {
  if (kind === 'section') return _(msg`section ${outline.findIndex(({ key }) => key === id)} of ${outline.length - 1}`);
  const place = placeOf(outline, id);
  if (!place) return '';
  const { part, index } = place;
  return part.title
    ? _(msg`${index + 1} of ${part.lectureIds.length} in ${part.title}`)
    : _(msg`${index + 1} of ${part.lectureIds.length}`);
};

export const withSection = (outline: CourseOutline, section: OutlinePart): CourseOutline => [...outline, section];

export const withTitle = (outline: CourseOutline, key: string, title: string): CourseOutline =>
  outline.map((part) => (part.key === key ? { ...part, title } : part));

/** Without a section; its lectures follow those of the part before it. */
export const withoutSection = (outline: CourseOutline, key: string): CourseOutline => {
  const at = outline.findIndex((part) => part.key === key);
  const removed = outline[at];
  if (!removed || at === 0) return outline;
  return outline
    .map((part, index) =>
      index === at - 1 ? { ...part, lectureIds: [...part.lectureIds, ...removed.lectureIds] } : part,
    )
    .filter((part) => part !== removed);
};

/** Whether two outlines look the same. */
export const isSame = (one: CourseOutline, other: CourseOutline): boolean =>
  JSON.stringify(one.map(({ key, title, lectureIds }) => [key, title, lectureIds])) ===
  JSON.stringify(other.map(({ key, title, lectureIds }) => [key, title, lectureIds]));
