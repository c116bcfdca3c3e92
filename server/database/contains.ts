import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely';
import { escapeLike } from './escape-like.ts';
import type { Db } from './tables.ts';

/** Accents, vowel points of Hebrew and Arabic, nuktas and joiners. For JavaScript and PostgreSQL alike. */
const MARKS = String.raw`[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0655\u0670\u093c\u09bc\u0a3c\u200b-\u200f]`;
const ALL_MARKS = new RegExp(MARKS, 'g');
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' } as const;

/** A text without case and accents. Faster than `foldText`, because a search runs it on each row that has other than ASCII. */
export const withoutAccents = (text: string): string => {
  let plain = text.toLowerCase().normalize('NFKD').replace(ALL_MARKS, '');
  for (const [letter, others] of Object.entries(LETTERS)) plain = plain.replaceAll(letter, others);
  return plain;
};

const onPostgres = (text: Expression<string>): Expression<string> => {
  let plain = sql<string>`regexp_replace(normalize(lower(${text}), NFKD), ${MARKS}, '', 'g')`;
  for (const [letter, others] of Object.entries(LETTERS)) plain = sql`replace(${plain}, ${letter}, ${others})`;
  return plain;
};

/** Whether a text has a search in it, whatever their case and accents: `jose` finds José, and `JOSÉ` finds Jose. */
export const contains = (db: Db, text: Expression<string>, search: string): Expression<SqlBool> => {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const plain = isPostgres ? onPostgres(text) : sql<string>`without_accents(${text})`;
  return sql<SqlBool>`CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text}) ELSE ${plain} END
    LIKE ${`%${escapeLike(withoutAccents(search))}%`} ESCAPE '\\'`;
};
