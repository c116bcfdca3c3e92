import { hash } from 'node:crypto';
import { compileMessage, type Text } from '#contract/languages/compile-message.ts';
import type { Language, Words } from '#contract/languages/language.ts';
import { cachedByTopic } from './database/cached-by-topic.ts';
import type { Database, Db, Tx } from './database/database.ts';
import { isAvailable, languageOf, languageWith, textsIn } from './languages.ts';

const TOPIC = 'own_words';

/** What a school says in its own words in one language. */
export interface OwnLanguage {
  language: Language;
  /** By what pages look for. */
  words: Words;
  /** Differs with the words. */
  version: string;
}

/** As of one moment. */
export interface SchoolLanguages {
  /** What writes a language as the school says it. */
  languageOf(code: string): Language;
  /** Undefined where the school changed nothing. */
  ownOf(code: string): OwnLanguage | undefined;
  /** Differs with the words of any language; '' without any. */
  version: string;
}

export interface OwnWords {
  read(db?: Db): Promise<SchoolLanguages>;
  /** Every process reads the words again after the commit. */
  raise(tx: Tx): Promise<void>;
}

/** A place outside the pages finds a text by itself, and a page by its id. */
const isSaid = (place: string): boolean => !place.startsWith('web/');

const compiled = (text: string): Text => {
  const parts = compileMessage(text);
  const [first] = parts;
  return parts.length === 1 && typeof first === 'string' ? first : parts;
};

type Row = { language: string; id: string; text: string };

/** What this version no longer says is left out. */
const ownLanguage = (code: string, rows: readonly Row[]): OwnLanguage => {
  const texts = textsIn(code);
  const words = Object.fromEntries(
    rows.flatMap(({ id, text }) => {
      const known = texts.get(id);
      if (!known) return [];
      const keys = [
        ...(known.places.every(isSaid) ? [] : [id]),
        ...(known.places.some(isSaid) ? [known.original] : []),
      ];
      return keys.map((key) => [key, compiled(text)] as const);
    }),
  );
  const version = hash('sha256', JSON.stringify(words), 'base64url').slice(0, 16);
  return { language: languageWith(code, words), words, version };
};

const load = async (db: Db): Promise<SchoolLanguages> => {
  const rows = await db.selectFrom('own_words').select(['language', 'id', 'text']).orderBy('id').execute();
  const byLanguage = Map.groupBy(rows, ({ language }) => language);
  const own = new Map(
    [...byLanguage].filter(([code]) => isAvailable(code)).map(([code, found]) => [code, ownLanguage(code, found)]),
  );
  return {
    languageOf: (code) => own.get(code)?.language ?? languageOf(code),
    ownOf: (code) => own.get(code),
    version: [...own.values()].map(({ version }) => version).join(' '),
  };
};

export const createOwnWords = (database: Pick<Database, 'db' | 'topics'>): OwnWords => ({
  read: cachedByTopic(database, TOPIC, load),
  raise: (tx) => database.topics.raise(tx, TOPIC),
});
