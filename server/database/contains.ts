import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely';
import { escapeLike } from './escape-like.ts';
import type { Db } from './tables.ts';

/** Accents, vowel points of Hebrew and Arabic, nuktas and joiners. For JavaScript and PostgreSQL alike. */
const MARKS = String.raw`[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0655\u0670\u093c\u09bc\u0a3c\u200b-\u200f]`;
const ALL_MARKS = new RegExp(MARKS, 'g');
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' } as const;

/** Where Devanagari, Gujarati, Telugu and Kannada begin. Their letters stand in the same order. */
const INDIC_BLOCKS = [0x900, 0xa80, 0xc00, 0xc80];
const inBlocks = (...offsets: number[]): string =>
  INDIC_BLOCKS.map((block) => String.fromCharCode(...offsets.map((offset) => block + offset))).join('');
const DOT = '\u0902';

/** Numbers from the first to the last. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
/** Quotes, dashes, the dots of nasals in Indian scripts and digits, each with the sign that stands for it. */
const SIGNS = new Map([
  ...Array.from('´‘’‚‛′ʹʻʼ׳', (sign) => [sign, "'"] as const),
  ...Array.from('“”„‟″«»״', (sign) => [sign, '"'] as const),
  ...Array.from('־‐‑‒–—―−', (sign) => [sign, '-'] as const),
  ...Array.from(inBlocks(0x01, 0x02).replace(DOT, ''), (sign) => [sign, DOT] as const),
  ...Array.from('٠۰०০੦૦୦௦౦೦൦').flatMap((zero) =>
    range(0, 9).map((digit) => [String.fromCharCode(zero.charCodeAt(0) + digit), String(digit)] as const),
  ),
]);
const [WRITTEN, MEANT] = [[...SIGNS.keys()].join(''), [...SIGNS.values()].join('')];
const ALL_WRITTEN = new RegExp(`[${WRITTEN}]`, 'g');

/** A nasal of Devanagari, Gujarati, Telugu or Kannada before another consonant is written as a dot, too. */
const HALF_NASAL = `[${inBlocks(0x19, 0x1e, 0x23, 0x28, 0x2e)}][${inBlocks(0x4d)}]`;
const HALF_NASALS = `${HALF_NASAL}(?=[${inBlocks(...range(0x15, 0x2d))}])`;
const ALL_HALF_NASALS = new RegExp(HALF_NASALS, 'g');
/** The end of a search that is still typed may become one. */
const LAST_NASAL = new RegExp(`${HALF_NASAL}?$`);

/**
 * A text without case, accents and differences of signs. Faster than `foldText`, because a search runs it on each row that has
 * other than ASCII.
 */
export const withoutAccents = (text: string): string => {
  let plain = text
    .toLowerCase()
    .replace(ALL_WRITTEN, (sign) => SIGNS.get(sign) ?? sign)
    .normalize('NFKD')
    .replace(ALL_MARKS, '')
    .replace(ALL_HALF_NASALS, DOT);
  for (const [letter, others] of Object.entries(LETTERS)) plain = plain.replaceAll(letter, others);
  return plain;
};

const onPostgres = (text: Expression<string>): Expression<string> => {
  // To look whether there is one takes less time than to look at each of many signs.
  const meant = sql`CASE WHEN ${text} ~ ${`[${WRITTEN}]`} THEN translate(${text}, ${WRITTEN}, ${MEANT}) ELSE ${text} END`;
  const unmarked = sql`regexp_replace(normalize(lower(${meant}), NFKD), ${MARKS}, '', 'g')`;
  let plain = sql<string>`regexp_replace(${unmarked}, ${HALF_NASALS}, ${DOT}, 'g')`;
  for (const [letter, others] of Object.entries(LETTERS)) plain = sql`replace(${plain}, ${letter}, ${others})`;
  return plain;
};

/** Whether a text has a search in it, whatever their case, accents and signs: `jose` finds José, and `JOSÉ` finds Jose. */
export const contains = (db: Db, text: Expression<string>, search: string): Expression<SqlBool> => {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const plain = isPostgres ? onPostgres(text) : sql<string>`without_accents(${text})`;
  const wanted = withoutAccents(search);
  const has = [...new Set([wanted, wanted.replace(LAST_NASAL, DOT)])].map(
    (part) => sql<SqlBool>`CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text}) ELSE ${plain} END
      LIKE ${`%${escapeLike(part)}%`} ESCAPE '\\'`,
  );
  return sql<SqlBool>`(${sql.join(has, sql` OR `)})`;
};
