import type { Db } from '#server/database/database.ts';

const MAX_LENGTH = 60;

/** A title as the name of a folder, in its own script. */
const folderName = (title: string): string => {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return (
    Array.from(words)
      .slice(0, MAX_LENGTH)
      .join('')
      .replace(/^-+|-+$/g, '') || 'untitled'
  );
};

/** Names that are used once; a second one gets a number before its ending. */
export const createNames = () => {
  const used = new Set<string>();
  return (path: string, ending = ''): string => {
    for (let number = 1; ; number += 1) {
      const name = `${path}${number === 1 ? '' : `-${number}`}${ending}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
};

/** The folders of courses and lectures, by their ids. */
export interface Folders {
  courses: ReadonlyMap<string, string>;
  lectures: ReadonlyMap<string, string>;
}

const inOrder = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** The same names for the same rows, on either engine. */
export const nameFolders = async (db: Db): Promise<Folders> => {
  const nameOf = createNames();
  const courses = new Map<string, string>();
  const lectures = new Map<string, string>();
  const titles = await db.selectFrom('courses').select(['id', 'title']).execute();
  for (const { id, title } of titles.toSorted(inOrder)) courses.set(id, nameOf(`courses/${folderName(title)}`));
  const all = await db.selectFrom('lectures').select(['id', 'title', 'course_id', 'position']).execute();
  for (const { id, title, course_id: courseId, position } of all.toSorted(inOrder)) {
    const number = String(position).padStart(3, '0');
    lectures.set(id, nameOf(`${courses.get(courseId) ?? 'courses/untitled'}/${number}-${folderName(title)}`));
  }
  return { courses, lectures };
};
