import type { z } from 'zod';
import {
  type CourseTranslations,
  translatedTexts,
  type TranslatedKind,
  type TranslationState,
} from '#contract/catalog/translations.ts';
import { TEXTS_AT_ONCE } from '#contract/catalog/translation-messages.ts';
import { gapsOf } from '#contract/classroom/quiz-questions.ts';
import { messages } from '#contract/messages.ts';
import { hasSameValues } from '#contract/text-values.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import type { TranslationRow } from '#server/database/tables/translations.ts';
import { blockIdOf, digestOf } from '#server/database/translations.ts';
import { fail, type FieldProblem } from '#server/errors.ts';
import { deleteTranslation, storeTranslation } from './translations.queries.ts';

export interface Original {
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
  home: (_hero, field) => `home.hero.${field}`,
  block: (thingId, field) => `blocks.${blockIdOf(thingId)}.${field}`,
  page: (slug, field) => `pages.${slug}.${field}`,
  plan: (id, field) => `plans.${id}.${field}`,
  announcement: (id, field) => `announcements.${id}.${field}`,
};

export type Texts = Readonly<Record<string, string | null>>;

export const originalsOf = (kind: TranslatedKind, thingId: string, texts: Texts): Original[] =>
  Object.entries(texts).flatMap(([field, text]) =>
    text === null || text.trim() === '' ? [] : [{ key: keyOf[kind](thingId, field), kind, thingId, field, text }],
  );

const nameOf = (row: Pick<TranslationRow, 'thing_id' | 'field'>): string => `${row.thing_id} ${row.field}`;

export const stateOf = (
  row: Pick<TranslationRow, 'is_by_person' | 'original_digest'> | undefined,
  { text }: Original,
): TranslationState => {
  if (!row) return 'empty';
  if (row.is_by_person === 0) return 'draft';
  return row.original_digest === digestOf(text) ? 'reviewed' : 'outdated';
};

/** How many have which state. */
export const countStates = (
  originals: readonly Original[],
  rows: readonly (Pick<TranslationRow, 'thing_id' | 'field'> & Parameters<typeof stateOf>[0])[],
): Record<TranslationState, number> => {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const counts = { empty: 0, draft: 0, outdated: 0, reviewed: 0 };
  for (const original of originals)
    counts[stateOf(byName.get(nameOf({ thing_id: original.thingId, field: original.field })), original)] += 1;
  return counts;
};

/** By key, in the order of the originals. */
export const withStates = (
  originals: readonly Original[],
  rows: readonly TranslationRow[],
): CourseTranslations['texts'] => {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return Object.fromEntries(
    originals.map((original) => {
      const row = byName.get(nameOf({ thing_id: original.thingId, field: original.field }));
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
export const checked = (
  original: Original | undefined,
  key: string,
  text: string,
  unknown: string,
): string | FieldProblem => {
  const path = `texts.${key}`;
  const [field = ''] = original?.field.split('.', 1) ?? [];
  const rule =
    original && new Map<string, z.ZodType<string>>(Object.entries(translatedTexts[original.kind])).get(field);
  if (!rule) return { path, message: unknown };
  if (text.trim() === '') return '';
  const parsed = rule.safeParse(text);
  if (!parsed.success) return { path, message: parsed.error.issues[0]?.message ?? messages.fields.badCharacters };
  if (original.kind === 'question' && !hasSameGaps(original.text, parsed.data))
    return { path, message: messages.translations.gaps };
  // A price that is written out stays when the price changes.
  const isFilled = original.kind === 'page' || original.kind === 'announcement';
  return isFilled && !hasSameValues(original.text, parsed.data)
    ? { path, message: messages.translations.values }
    : parsed.data;
};

export interface Change {
  language: string;
  texts: Readonly<Record<string, string>>;
  /** The digests of the originals that were translated. */
  seen?: Readonly<Record<string, string>> | undefined;
  /** Those that nobody has read. */
  drafts?: ReadonlySet<string>;
}

/** The rows to store, without a text where one is to be removed. Throws `validation_failed` that names each wrong text. */
const changesIn = (
  originals: readonly Original[],
  texts: Change['texts'],
  unknown: string,
): { original: Original; text: string }[] => {
  const byKey = new Map(originals.map((original) => [original.key, original]));
  const details: FieldProblem[] = [];
  const changes = Object.entries(texts).flatMap(([key, written]) => {
    const original = byKey.get(key);
    const text = checked(original, key, written, unknown);
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

interface Origin {
  /** Null for what belongs to the school. */
  courseId: string | null;
  userId: string | null;
  now: number;
  /** Of a text that is not there. */
  unknown: string;
}

/** Throws `validation_failed` that names each wrong text. */
export const storeTexts = async (
  tx: Tx,
  originals: readonly Original[],
  change: Change,
  { courseId, userId, now, unknown }: Origin,
): Promise<void> => {
  const { language } = change;
  for (const { original, text } of changesIn(originals, change.texts, unknown)) {
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
};

/** For the audit. */
export const recordTexts = (
  change: Change,
  before: CourseTranslations['texts'],
  after: CourseTranslations['texts'],
): void => recordChange({ before: textsAt(before, change), after: textsAt(after, change) });
