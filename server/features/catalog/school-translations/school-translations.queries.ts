import { HOME } from '#contract/catalog/page-blocks.ts';
import type { Db } from '#server/database/database.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import type { TranslationRow } from '#server/database/tables/translations.ts';
import { findBlocks } from '../page-blocks.queries.ts';
import type { Original } from '../translated-texts.ts';

/** Those before are read as they were translated, and are listed no more. */
const ANNOUNCEMENTS_MAX = 50;

/** The pages that visitors read. One without a draft has the text that it begins with. */
const listPages = (db: Db) =>
  db
    .selectFrom('site_page_versions as v')
    .leftJoin('site_pages as p', 'p.slug', 'v.slug')
    .select(({ fn, val }) => [
      'v.slug as id',
      'v.title',
      'v.body',
      fn.coalesce('p.language', val(SOURCE_LANGUAGE)).as('language'),
    ])
    .where(({ eb, selectFrom }) =>
      eb(
        'v.number',
        '=',
        selectFrom('site_page_versions as newer')
          .select(({ fn }) => fn.max('newer.number').as('newest'))
          .whereRef('newer.slug', '=', 'v.slug'),
      ),
    )
    .orderBy('v.slug')
    .execute();

const listPlans = (db: Db) =>
  db
    .selectFrom('plans')
    .select(['id', 'name', 'language'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const listAnnouncements = (db: Db) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'body', 'language'])
    .where('state', '!=', 'cancelled')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ANNOUNCEMENTS_MAX)
    .execute();

/** Things with texts, each with the language in which it is written. */
export const listSchoolOriginals = async (db: Db) => ({
  blocks: (await findBlocks(db, HOME))?.blocks ?? '[]',
  pages: await listPages(db),
  plans: await listPlans(db),
  announcements: await listAnnouncements(db),
});

export const listSchoolTranslations = (db: Db): Promise<TranslationRow[]> =>
  db.selectFrom('translations').selectAll().where('course_id', 'is', null).execute();

/** A page that was published as it began has no draft yet. */
const storeDraft = (tx: Db, slug: string, now: number) =>
  tx
    .insertInto('site_pages')
    .columns(['slug', 'title', 'body', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('site_page_versions')
        .select(({ val }) => ['slug', 'title', 'body', val(now).as('created_at'), val(now).as('updated_at')])
        .where('slug', '=', slug)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** In which a thing is written. What it was in this language before is no translation of it. */
export const setLanguage = async (
  tx: Db,
  { kind, thingId }: Pick<Original, 'kind' | 'thingId'>,
  { language, now }: { language: string; now: number },
): Promise<void> => {
  if (kind === 'page') {
    await storeDraft(tx, thingId, now);
    await tx.updateTable('site_pages').set({ language }).where('slug', '=', thingId).execute();
  } else
    await tx
      .updateTable(kind === 'plan' ? 'plans' : 'announcements')
      .set({ language })
      .where('id', '=', thingId)
      .execute();
  await tx.deleteFrom('translations').where('thing_id', '=', thingId).where('language', '=', language).execute();
};

/** The texts of the home page are written in one language. */
export const deleteOfHome = (tx: Db, language: string) =>
  tx.deleteFrom('translations').where('kind', 'in', ['home', 'block']).where('language', '=', language).execute();
