import type { BlockPictureRow, PageBlocksRow } from '#server/database/tables/catalog.ts';
import type { Db } from '#server/database/database.ts';
import { shownCourses } from './shown-courses.queries.ts';

export const findBlocks = (db: Db, page: string): Promise<PageBlocksRow | undefined> =>
  db.selectFrom('page_blocks').selectAll().where('page', '=', page).executeTakeFirst();

/** The pages that have blocks. */
export const listPages = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('page_blocks').select('page').where('blocks', '!=', '[]').execute();
  return rows.map(({ page }) => page);
};

export const storeBlocks = async (tx: Db, row: PageBlocksRow): Promise<void> => {
  const { page: _, ...changed } = row;
  await tx
    .insertInto('page_blocks')
    .values(row)
    .onConflict((conflict) => conflict.column('page').doUpdateSet(changed))
    .execute();
};

export const insertPicture = (tx: Db, row: BlockPictureRow) => tx.insertInto('block_pictures').values(row).execute();

/** The keys of the pictures that were uploaded for a page. */
export const picturesOf = (db: Db, page: string): Promise<BlockPictureRow[]> =>
  db.selectFrom('block_pictures').selectAll().where('page', '=', page).execute();

export const deletePictures = async (tx: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await tx.deleteFrom('block_pictures').where('picture_key', 'in', keys).execute();
};

export const deleteBlocks = (tx: Db, page: string) => tx.deleteFrom('page_blocks').where('page', '=', page).execute();

/** As many as an owner can choose from. */
const CHOICES_MAX = 500;

const freeLectures = (db: Db) =>
  shownCourses(db)
    .innerJoin('lectures', 'lectures.course_id', 'courses.id')
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('lectures.is_free_preview', '=', 1)
    .select([
      'lectures.id',
      'lectures.title',
      'lectures.duration_ms',
      'lectures.course_id',
      'courses.title as course_title',
      'courses.thumbnail_key',
    ]);

/** The lectures that anyone may watch, by course. */
export const listFreeLectures = (db: Db) =>
  freeLectures(db)
    .orderBy('courses.published_at', 'desc')
    .orderBy('courses.id')
    .orderBy('lectures.position')
    .limit(CHOICES_MAX)
    .execute();

export const findFreeLecture = (db: Db, id: string) =>
  freeLectures(db).where('lectures.id', '=', id).executeTakeFirst();

export const listCourseTitles = (db: Db) =>
  shownCourses(db)
    .select(['courses.id', 'courses.title'])
    .orderBy('courses.published_at', 'desc')
    .orderBy('courses.id')
    .limit(CHOICES_MAX)
    .execute();
