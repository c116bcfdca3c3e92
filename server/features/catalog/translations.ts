import { z } from 'zod';
import type { CourseTranslations } from '#contract/catalog/translations.ts';
import { mapTexts, StoredQuestion } from '#contract/classroom/quiz-questions.ts';
import { messages } from '#contract/messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { hasLanguage } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import {
  type Change,
  checked,
  type Original,
  originalsOf,
  recordTexts,
  storeTexts,
  type Texts,
  withStates,
} from './translated-texts.ts';
import { findLanguage, listOriginals, listTranslations } from './translations.queries.ts';

const { unknown } = messages.translations;

const TextContent = z.object({ markdown: z.string() });

const bodyOf = (content: string | null): string =>
  content === null ? '' : TextContent.parse(JSON.parse(content)).markdown;

const textsOfQuestion = (content: string): Texts => {
  const texts: Record<string, string> = {};
  mapTexts(StoredQuestion.parse(JSON.parse(content)), (name, text) => (texts[name] = text));
  return texts;
};

/** The texts of a course. Throws `course_not_found`. */
export const readOriginals = async (db: Db, courseId: string): Promise<Original[]> => {
  const { courses, sections, lectures, questions } = await listOriginals(db, courseId);
  if (courses.length === 0) throw fail('course_not_found');
  const questionsOf = Map.groupBy(questions, (row) => row.lecture_id);
  return [
    ...courses.flatMap(({ id, ...texts }) => originalsOf('course', id, texts)),
    ...sections.flatMap(({ id, ...texts }) => originalsOf('section', id, texts)),
    ...lectures.flatMap(({ id, content, ...texts }) => [
      ...originalsOf('lecture', id, { ...texts, text: bodyOf(content) }),
      ...(questionsOf.get(id) ?? []).flatMap((row) => originalsOf('question', row.id, textsOfQuestion(row.content))),
    ]),
  ];
};

const read = async (
  db: Db,
  originals: readonly Original[],
  { courseId, language }: { courseId: string; language: string },
): Promise<CourseTranslations['texts']> => withStates(originals, await listTranslations(db, courseId, language));

interface CourseChange extends Change {
  courseId: string;
}

/** What is changed, by what is there; and by whether a text can be stored, otherwise why not. */
type Choose<C extends CourseChange> = (
  texts: CourseTranslations['texts'],
  problemOf: (key: string, text: string) => string | undefined,
) => C;

/** The texts of courses in further languages, as their authors write them. Each throws `course_not_found`. */
export const createTranslations = (
  { database, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
  courseChanged: (tx: Tx, courseId: string) => Promise<void>,
) => {
  /** Returns that of the originals. Throws `validation_failed` for that one, and for a language that the school does not have. */
  const assertFurther = async (courseId: string, language: string): Promise<string> => {
    const original = await findLanguage(database.db, courseId);
    if (original === undefined) throw fail('course_not_found');
    if (language === original || !hasLanguage(await settings.languages(), language))
      throw invalidField('language', messages.settings.badLanguage);
    return original;
  };

  const write = async <C extends CourseChange>(
    userId: string | null,
    { courseId, language }: Pick<CourseChange, 'courseId' | 'language'>,
    choose: Choose<C>,
  ): Promise<{ written: CourseTranslations; change: C }> => {
    const originalLanguage = await assertFurther(courseId, language);
    return database.transaction(async (tx) => {
      const now = clock.now();
      if (!(await lockCourse(tx, courseId, now))) throw fail('course_not_found');
      const originals = await readOriginals(tx, courseId);
      const before = await read(tx, originals, { courseId, language });
      const byKey = new Map(originals.map((original) => [original.key, original]));
      const change = choose(before, (key, text) => {
        const found = checked(byKey.get(key), key, text, unknown);
        return typeof found === 'string' ? undefined : found.message;
      });
      await storeTexts(tx, originals, change, { courseId, userId, now, unknown });
      const after = await read(tx, originals, { courseId, language });
      recordTexts(change, before, after);
      // Nobody sees a draft.
      if (Object.keys(change.texts).some((key) => change.drafts?.has(key) !== true)) await courseChanged(tx, courseId);
      return { written: { language, originalLanguage, texts: after }, change };
    });
  };

  return {
    list: async (courseId: string, language: string): Promise<CourseTranslations> => ({
      language,
      originalLanguage: await assertFurther(courseId, language),
      texts: await read(database.db, await readOriginals(database.db, courseId), { courseId, language }),
    }),

    write,

    /** Throws `validation_failed` for a text that the course does not have, and changes nothing then. */
    save: async ({ id }: Actor, change: CourseChange): Promise<CourseTranslations> =>
      (await write(id, change, () => change)).written,
  };
};

export type Translations = ReturnType<typeof createTranslations>;
