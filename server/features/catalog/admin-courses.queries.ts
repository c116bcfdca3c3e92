import { type RawBuilder, sql } from 'kysely';
import type { CourseSort, CourseState } from '#contract/catalog/authoring.ts';
import { escapeLike } from '#server/database/escape-like.ts';
import { fold } from '#server/search/fold.ts';
import type { Db } from '#server/database/database.ts';

const MAX_WORDS = 8;
const MAX_CATEGORIES = 200;

export interface CourseListFilter {
  search: string;
  state?: CourseState | undefined;
  category?: string | undefined;
  ids?: readonly string[];
}

interface Page {
  sort: CourseSort;
  limit: number;
  offset: number;
}

const [title, category, instructor, changed] = [
  sql`lower(title)`,
  sql`lower(category)`,
  sql`lower(created_by)`,
  sql`updated_at`,
];

const orders: Record<CourseSort, readonly [RawBuilder<unknown>, 'asc' | 'desc']> = {
  title: [title, 'asc'],
  '-title': [title, 'desc'],
  category: [category, 'asc'],
  '-category': [category, 'desc'],
  instructor: [instructor, 'asc'],
  '-instructor': [instructor, 'desc'],
  changed: [changed, 'asc'],
  '-changed': [changed, 'desc'],
};

const presentCourses = (db: Db) => db.selectFrom('courses').where('deleted_at', 'is', null);

const matching = (db: Db, filter: CourseListFilter) => {
  let query = presentCourses(db);
  if (filter.state === 'waiting') query = query.where('approval_requested_at', 'is not', null);
  else if (filter.state !== undefined)
    query = query.where('published_at', filter.state === 'draft' ? 'is' : 'is not', null);
  if (filter.category !== undefined) query = query.where('category', '=', filter.category);
  if (filter.ids !== undefined) query = query.where('id', 'in', filter.ids);
  const has = (text: string) => sql<boolean>`search_text LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`;
  for (const word of filter.search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS))
    query = query.where(({ or }) => or([has(word), ...(fold(word) === '' ? [] : [has(fold(word))])]));
  return query;
};

/** One page of the courses that are not deleted. */
export const pageOfCourses = (db: Db, filter: CourseListFilter, { sort, limit, offset }: Page) => {
  const [column, order] = orders[sort];
  return matching(db, filter)
    .select(['id', 'title', 'language', 'published_at', 'updated_at'])
    .orderBy(column, order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
};

export const countCourses = async (db: Db, filter: CourseListFilter): Promise<number> => {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** How many courses there are of each state, whatever is searched. */
export const countByState = async (db: Db): Promise<Record<CourseState, number>> => {
  const { all, published, waiting } = await presentCourses(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('published_at').as('published'),
      fn.count<number>('approval_requested_at').as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { published, draft: all - published, waiting };
};

/** Of the courses that are not deleted, drafts included. */
export const listCategories = async (db: Db): Promise<string[]> => {
  const rows = await presentCourses(db)
    .select('category')
    .distinct()
    .orderBy('category')
    .limit(MAX_CATEGORIES)
    .execute();
  return rows.map((row) => row.category);
};
