import { foldText } from '#contract/fold-text.ts';
import type { Write } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import { OWN_SENTENCES_MAX, type OwnSentence } from '#contract/school/own-words.ts';
import { recordChange } from '#server/audit/context.ts';
import { toInstant } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { OwnWordsRow } from '#server/database/tables/own-words.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { assertAvailable, type CatalogueText, textsIn } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { problemOf } from './check-words.ts';
import { countOwnWords, deleteOwnWords, findOwnWords, listOwnWords, storeOwnWords } from './own-words.queries.ts';
import { placesOf, standardOf } from './sentences.ts';

export interface OwnWordsNeeds {
  recordSettings: (tx: Tx, change: { adminId: string; section: string; fields: string[] }) => Promise<void>;
}

export type OwnWordChanges = ReturnType<typeof createOwnWordChanges>;

interface Place {
  language: string;
  id: string;
}
interface Page {
  search: string;
  isChanged?: 'true' | undefined;
  limit: number;
  cursor?: string | undefined;
}

const sentenceOf = (text: CatalogueText, row: OwnWordsRow | undefined): OwnSentence => ({
  id: text.id,
  original: text.original,
  context: text.context,
  standard: standardOf(text),
  own: row?.text ?? null,
  updatedAt: row ? toInstant(row.updated_at) : null,
  places: placesOf(text),
  hints: text.comments,
  isShown: true,
});

/** Of an earlier version. */
const goneSentence = (row: OwnWordsRow): OwnSentence => ({
  ...sentenceOf({ ...row, translation: '', places: [], comments: [] }, row),
  isShown: false,
});

/** Folding takes longer than all the rest of a search. */
const folded = new WeakMap<CatalogueText, string[]>();
const foldedOf = (text: CatalogueText): string[] => {
  const known = folded.get(text) ?? [text.original, text.translation].map(foldText);
  folded.set(text, known);
  return known;
};

/** Those that say exactly what is sought are the first; else in the order of the catalogue, and then those of earlier versions. */
const findSentences = (rows: readonly OwnWordsRow[], language: string, { search, isChanged }: Page): OwnSentence[] => {
  const texts = textsIn(language);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sought = foldText(search);
  const shown = [...texts.values()]
    .filter(({ id }) => isChanged === undefined || byId.has(id))
    .map((text) => ({ sentence: sentenceOf(text, byId.get(text.id)), words: foldedOf(text) }));
  const gone = rows
    .filter(({ id }) => !texts.has(id))
    .map((row) => ({ sentence: goneSentence(row), words: [foldText(row.original)] }));
  const found = [...shown, ...gone]
    .map(({ sentence, words }) => ({ sentence, words: [...words, foldText(sentence.own ?? '')] }))
    .filter(({ words }) => words.some((one) => one.includes(sought)));
  const [exact = [], others = []] = [true, false].map((isExact) =>
    found.filter(({ words }) => words.includes(sought) === isExact),
  );
  return [...exact, ...others].map(({ sentence }) => sentence);
};

/** Throws `validation_failed` for a cursor that no page has. */
const cut = (sentences: readonly OwnSentence[], { limit, cursor }: Page) => {
  const start = cursor === undefined ? 0 : sentences.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw fail('validation_failed');
  const page = sentences.slice(start, start + limit);
  const isLast = start + limit >= sentences.length;
  return { sentences: page, nextCursor: isLast ? null : (page.at(-1)?.id ?? null) };
};

/** The sentences of the interface, as an owner says them. Each throws `validation_failed` for a language that is not there. */
export const createOwnWordChanges = (
  { database, clock, ownWords }: Pick<Platform, 'database' | 'clock' | 'ownWords'>,
  { recordSettings }: OwnWordsNeeds,
) => {
  const find = async (db: Db, { language, id }: Place) => {
    assertAvailable('language', [language]);
    const [text, row] = [textsIn(language).get(id), await findOwnWords(db, { language, id })];
    if (!text && !row) throw fail('sentence_not_found');
    return { text, row };
  };

  const record = async (tx: Tx, actor: Actor, change: { row: OwnWordsRow; before: string; after: string }) => {
    const { language, original } = change.row;
    recordChange({
      name: original,
      before: { [language]: change.before },
      after: { [language]: change.after },
    });
    await recordSettings(tx, { adminId: actor.id, section: 'languages', fields: [`sentence in ${language}`] });
    await ownWords.raise(tx);
  };

  const reset = (actor: Actor, place: Place): Promise<void> =>
    database.transaction(async (tx) => {
      const { text, row } = await find(tx, place);
      if (!row) return;
      await deleteOwnWords(tx, place);
      await record(tx, actor, { row, before: row.text, after: text ? standardOf(text) : '' });
    });

  const store = (actor: Actor, place: Place, own: string): Promise<OwnWordsRow> =>
    database.transaction(async (tx) => {
      const { text, row: before } = await find(tx, place);
      if (!text) throw fail('sentence_not_found');
      if (!before && (await countOwnWords(tx)) >= OWN_SENTENCES_MAX)
        throw invalidField('text', messages.ownWords.tooMany);
      const { context, original } = text;
      const row = { ...place, context, original, text: own, updated_by: actor.id, updated_at: clock.now() };
      await storeOwnWords(tx, row);
      await record(tx, actor, { row, before: before?.text ?? standardOf(text), after: own });
      return row;
    });

  return {
    list: async (language: string, page: Page) => {
      assertAvailable('language', [language]);
      const rows = await listOwnWords(database.db, language);
      return { ...cut(findSentences(rows, language, page), page), changed: rows.length };
    },

    /** Throws `sentence_not_found`, or `validation_failed` that names what is missing or unknown. */
    save: async (actor: Actor, place: Place, given: string, write: Write): Promise<OwnSentence> => {
      const { text } = await find(database.db, place);
      if (!text) throw fail('sentence_not_found');
      const standard = standardOf(text);
      const own = standard.includes('\n') ? given : given.replaceAll(/\s*\n\s*/g, ' ');
      const problem = problemOf(own, { code: place.language, original: text.original, standard });
      if (problem) throw invalidField('text', write(problem));
      if (own !== standard.trim()) return sentenceOf(text, await store(actor, place, own));
      await reset(actor, place);
      return sentenceOf(text, undefined);
    },

    /** Throws `sentence_not_found`. */
    reset,
  };
};
