import { z } from 'zod';
import {
  type CourseTranslations,
  translatedTexts,
  type TranslatedKind,
  type TranslationState,
} from '#contract/catalog/translations.ts';
import { TEXTS_AT_ONCE } from '#contract/catalog/translation-messages.ts';
import { gapsOf, mapTexts, StoredQuestion } from '#contract/classroom/quiz-questions.ts';
import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import type { TranslationRow } from '#server/database/tables/translations.ts';
import { digestOf } from '#server/database/translations.ts';
import { fail, type FieldProblem, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { hasLanguage } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import {
  deleteTranslation,
  findLanguage,
  listOriginals,
  listTranslations,
  storeTranslation,
} from './translations.queries.ts';

interface Original {
  /** In the API. */
  key: string;
  kind: TranslatedKind;
  thingId: string;
  field: string;
  text: string;
}

const keyOf: Record<TranslatedKind, (thingId: string, field: string) => string> = {
  course: (_courseId, field) => field,
  section: (id, field) => `sections.${id}.${field}`,
  lecture: (id, field) => `lectures.${id}.${field}`,
  question: (id, field) => `questions.${id}.${field}`,
};

type Texts = Readonly<Record<string, string | null>>;

const originalsOf = (kind: TranslatedKind, thingId: string, texts: Texts): Original[] =>
  Object.entries(texts).flatMap(([field, text]) =>
    text === null || text.trim() === '' ? [] : [{ key: keyOf[kind](thingId, field), kind, thingId, field, text }],
  );

const TextContent = z.object({ markdown: z.string() });

const bodyOf = (content: string | null): string =>
  content === null ? '' : TextContent.parse(JSON.parse(content)).markdown;

const textsOfQuestion = (content: string): Texts => {
  const texts: Record<string, string> = {};
  mapTexts(StoredQuestion.parse(JSON.parse(content)), (name, text) => (texts[name] = text));
  return texts;
};

export const nameOf = (row: Pick<TranslationRow, 'thing_id' | 'field'>): string => `${row.thing_id} ${row.field}`;

export const stateOf = (
  row: Pick<TranslationRow, 'is_by_person' | 'original_digest'> | undefined,
  { text }: Original,
): TranslationState => {
  if (!row) return 'empty';
  if (row.is_by_person === 0) return 'draft';
  return row.original_digest === digestOf(text) ? 'reviewed' : 'outdated';
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
): Promise<CourseTranslations['texts']> => {
  const rows = new Map((await listTranslations(db, courseId, language)).map((row) => [nameOf(row), row]));
  return Object.fromEntries(
    originals.map((original) => {
      const row = rows.get(nameOf({ thing_id: original.thingId, field: original.field }));
      const { key, text } = original;
      const state = stateOf(row, original);
      return [key, { original: text, digest: digestOf(text), translation: row?.text ?? '', state }];
    }),
  );
};

const hasSameGaps = (original: string, translation: string): boolean => {
  const [one, other] = [gapsOf(original), gapsOf(translation)];
  return one.length === other.length && new Set(one).symmetricDifference(new Set(other)).size === 0;
};

/** The text as it is stored, by the rules of its original; '' where it is to be removed. */
const checked = (original: Original | undefined, key: string, text: string): string | FieldProblem => {
  const path = `texts.${key}`;
  const [field = ''] = original?.field.split('.', 1) ?? [];
  const rule =
    original && new Map<string, z.ZodType<string>>(Object.entries(translatedTexts[original.kind])).get(field);
  if (!rule) return { path, message: messages.translations.unknown };
  if (text.trim() === '') return '';
  const parsed = rule.safeParse(text);
  if (!parsed.success) return { path, message: parsed.error.issues[0]?.message ?? messages.fields.badCharacters };
  const isAsked = original.kind !== 'question' || hasSameGaps(original.text, parsed.data);
  return isAsked ? parsed.data : { path, message: messages.translations.gaps };
};

interface Change {
  courseId: string;
  language: string;
  texts: Readonly<Record<string, string>>;
  /** The digests of the originals that were translated. */
  seen?: Readonly<Record<string, string>> | undefined;
  /** Those that nobody has read. */
  drafts?: ReadonlySet<string>;
}

/** What is changed, by what is there; and by whether a text can be stored, otherwise why not. */
type Choose<C extends Change> = (
  texts: CourseTranslations['texts'],
  problemOf: (key: string, text: string) => string | undefined,
) => C;

/** The rows to store, without a text where one is to be removed. Throws `validation_failed` that names each wrong text. */
const changesIn = (originals: readonly Original[], texts: Change['texts']): { original: Original; text: string }[] => {
  const byKey = new Map(originals.map((original) => [original.key, original]));
  const details: FieldProblem[] = [];
  const changes = Object.entries(texts).flatMap(([key, written]) => {
    const original = byKey.get(key);
    const text = checked(original, key, written);
    if (original && typeof text === 'string') return [{ original, text }];
    if (typeof text !== 'string') details.push(text);
    return [];
  });
  const [first] = details;
  if (first) throw fail('validation_failed', { message: first.message, details });
  return changes;
};

/** As the audit shows the first of them. */
const textsAt = (texts: CourseTranslations['texts'], { language, texts: changed }: Change) =>
  Object.fromEntries(
    Object.keys(changed)
      .slice(0, TEXTS_AT_ONCE)
      .map((key) => [`${language}: ${key}`, texts[key]?.translation]),
  );

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

  const write = async <C extends Change>(
    userId: string | null,
    { courseId, language }: Pick<Change, 'courseId' | 'language'>,
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
        const found = checked(byKey.get(key), key, text);
        return typeof found === 'string' ? undefined : found.message;
      });
      for (const { original, text } of changesIn(originals, change.texts)) {
        const { key, kind, thingId: thing_id, field } = original;
        if (text === '') await deleteTranslation(tx, { thing_id, field, language });
        else
          await storeTranslation(tx, {
            thing_id,
            field,
            language,
            kind,
            text,
            course_id: courseId,
            is_by_person: change.drafts?.has(key) === true ? 0 : 1,
            original_digest: change.seen?.[key] ?? digestOf(original.text),
            updated_by: userId,
            updated_at: now,
          });
      }
      const after = await read(tx, originals, { courseId, language });
      recordChange({ before: textsAt(before, change), after: textsAt(after, change) });
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
    save: async ({ id }: Actor, change: Change): Promise<CourseTranslations> =>
      (await write(id, change, () => change)).written,
  };
};

export type Translations = ReturnType<typeof createTranslations>;
