import type { Db } from '#server/database/database.ts';
import type { SitePageRow, SitePageVersionRow } from '#server/database/tables/school.ts';

/** The oldest first. */
export const listDrafts = (db: Db): Promise<SitePageRow[]> =>
  db.selectFrom('site_pages').selectAll().orderBy('created_at').orderBy('slug').execute();

export const findDraft = (db: Db, slug: string): Promise<SitePageRow | undefined> =>
  db.selectFrom('site_pages').selectAll().where('slug', '=', slug).executeTakeFirst();

export const storeDraft = async (db: Db, draft: SitePageRow): Promise<void> => {
  const { title, body, updated_at } = draft;
  await db
    .insertInto('site_pages')
    .values(draft)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ title, body, updated_at }))
    .execute();
};

export const hasTranslation = async (db: Db, slug: string, language: string): Promise<boolean> => {
  const row = await db
    .selectFrom('translations')
    .select('thing_id')
    .where('thing_id', '=', slug)
    .where('kind', '=', 'page')
    .where('language', '=', language)
    .executeTakeFirst();
  return row !== undefined;
};

export const deletePage = async (tx: Db, slug: string): Promise<void> => {
  await tx.deleteFrom('consents').where('slug', '=', slug).execute();
  await tx.deleteFrom('site_page_versions').where('slug', '=', slug).execute();
  await tx.deleteFrom('site_pages').where('slug', '=', slug).execute();
};

/** The published version of every page. */
export const listPublished = (db: Db): Promise<SitePageVersionRow[]> =>
  db
    .selectFrom('site_page_versions as v')
    .selectAll()
    .where(({ eb, selectFrom }) =>
      eb(
        'number',
        '=',
        selectFrom('site_page_versions as newer')
          .select(({ fn }) => fn.max('newer.number').as('newest'))
          .whereRef('newer.slug', '=', 'v.slug'),
      ),
    )
    .execute();

/** Of each page the newest version that people are asked to accept. */
export const askedVersions = (db: Db) =>
  db
    .selectFrom('site_page_versions')
    .select(({ fn }) => ['slug', fn.max('number').as('number')])
    .where('asks_again', '=', 1)
    .groupBy('slug')
    .execute();

/** How many people accepted each version of a page. */
export const countConsents = (db: Db, slug: string) =>
  db
    .selectFrom('consents')
    .select(({ fn }) => ['version', fn.countAll<number>().as('people')])
    .where('slug', '=', slug)
    .groupBy('version')
    .execute();

const MAX_VERSIONS = 100;

/** The newest first. */
export const versionsOf = (db: Db, slug: string): Promise<SitePageVersionRow[]> =>
  db
    .selectFrom('site_page_versions')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('number', 'desc')
    .limit(MAX_VERSIONS)
    .execute();

export const insertVersion = (tx: Db, version: SitePageVersionRow) =>
  tx.insertInto('site_page_versions').values(version).execute();

/** The titles of courses, by their ids. */
export const findTitles = async (db: Db, courseIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (courseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('id', 'in', [...new Set(courseIds)])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
};
