import type { Db } from '#server/database/database.ts';
import { listOrder } from './catalog.queries.ts';

/** Which courses are shown, the newest first: small enough to cache, so that any page of any category is a slice. */
export interface CourseOrder {
  ids: string[];
  shown: Set<string>;
  idsByCategory: Map<string, string[]>;
  categories: string[];
}

const readOrder = async (db: Db): Promise<CourseOrder> => {
  const rows = await listOrder(db);
  const byCategory = Map.groupBy(rows, ({ category }) => category);
  const idsByCategory = new Map([...byCategory].map(([category, courses]) => [category, courses.map(({ id }) => id)]));
  const categories = [...idsByCategory.keys()].toSorted((a, b) => a.localeCompare(b, 'en'));
  const ids = rows.map(({ id }) => id);
  return { ids, shown: new Set(ids), idsByCategory, categories };
};

/** Reads the order once per version of the catalogue; with no version known, each time. */
export const createCourseOrder = (db: Db): ((version: string | undefined) => Promise<CourseOrder>) => {
  let cached: { version: string; order: Promise<CourseOrder> } | undefined;
  return (version) => {
    if (version === undefined) return readOrder(db);
    if (cached?.version !== version) {
      const fresh = { version, order: readOrder(db) };
      cached = fresh;
      fresh.order.catch(() => {
        if (cached === fresh) cached = undefined;
      });
    }
    return cached.order;
  };
};
