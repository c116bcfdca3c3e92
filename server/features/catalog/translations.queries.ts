import type { Db } from '#server/database/database.ts';
import type { TranslationRow } from '#server/database/tables/translations.ts';

/** That of the originals of a course. */
export const findLanguage = async (db: Db, courseId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('courses')
      .select('language')
      .where('id', '=', courseId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.language;

/** Things with texts, in the order of the course; drafts are translated too. */
export const listOriginals = async (db: Db, courseId: string) => ({
  courses: await db
    .selectFrom('courses')
    .select(['id', 'title', 'description', 'outcomes'])
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute(),
  sections: await db
    .selectFrom('sections')
    .select(['id', 'title'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute(),
  lectures: await db
    .selectFrom('lectures')
    .leftJoin('lecture_contents', (join) =>
      join.onRef('lecture_contents.lecture_id', '=', 'lectures.id').on('lectures.kind', '=', 'text'),
    )
    .select(['id', 'title', 'description', 'content'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute(),
  questions: await db
    .selectFrom('quiz_questions as questions')
    .innerJoin('quiz_question_versions as versions', 'versions.id', 'questions.version_id')
    .innerJoin('lectures', 'lectures.id', 'questions.lecture_id')
    .select(['questions.id', 'questions.lecture_id', 'versions.content'])
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .where('questions.retired_at', 'is', null)
    .orderBy('questions.at_ms')
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute(),
});

export const listTranslations = (db: Db, courseId: string, language: string): Promise<TranslationRow[]> =>
  db
    .selectFrom('translations')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('language', '=', language)
    .execute();

/** In all languages. */
export const listDigests = async (db: Db, courseIds: readonly string[]) =>
  courseIds.length === 0
    ? []
    : db
        .selectFrom('translations')
        .select(['course_id', 'language', 'thing_id', 'field', 'is_by_person', 'original_digest'])
        .where('course_id', 'in', courseIds)
        .execute();

export const storeTranslation = async (tx: Db, row: TranslationRow): Promise<void> => {
  const { thing_id: _thing, field: _field, language: _language, ...changed } = row;
  await tx
    .insertInto('translations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['thing_id', 'field', 'language']).doUpdateSet(changed))
    .execute();
};

export const deleteTranslation = (
  tx: Db,
  { thing_id: thingId, field, language }: Pick<TranslationRow, 'thing_id' | 'field' | 'language'>,
) =>
  tx
    .deleteFrom('translations')
    .where('thing_id', '=', thingId)
    .where('field', '=', field)
    .where('language', '=', language)
    .execute();
