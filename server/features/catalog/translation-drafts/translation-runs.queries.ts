import type { Db } from '#server/database/database.ts';
import type { TranslationRunRow } from '#server/database/tables/translations.ts';

export const findRun = (
  db: Db,
  { courseId, language }: { courseId: string; language: string },
): Promise<TranslationRunRow | undefined> =>
  db
    .selectFrom('translation_runs')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('language', '=', language)
    .executeTakeFirst();

/** In the place of the run before. */
export const storeRun = async (tx: Db, row: TranslationRunRow): Promise<void> => {
  const { course_id: _course, language: _language, ...changed } = row;
  await tx
    .insertInto('translation_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['course_id', 'language']).doUpdateSet(changed))
    .execute();
};

export const addWritten = (db: Db, runId: string, count: number) =>
  db
    .updateTable('translation_runs')
    .set(({ eb }) => ({ written: eb('written', '+', count) }))
    .where('run_id', '=', runId)
    .execute();

export const endRun = (db: Db, runId: string, { problem, now }: { problem: string | null; now: number }) =>
  db.updateTable('translation_runs').set({ problem, ended_at: now }).where('run_id', '=', runId).execute();
