import type { Db } from '#server/database/database.ts';
import { listAllClasses, type PlacedClass } from './classes.queries.ts';
import { endOf } from './live.ts';

/** Other classes, drafts too, that use the link of this one at a time that overlaps. */
export const listConflicts = async (db: Db, lectureId: string): Promise<PlacedClass[]> => {
  const all = await listAllClasses(db);
  const own = all.find((one) => one.lectureId === lectureId);
  if (!own) return [];
  return all.filter(
    ({ lectureId: other, live }) =>
      other !== lectureId &&
      live.url === own.live.url &&
      live.startsAt < endOf(own.live) &&
      own.live.startsAt < endOf(live),
  );
};
