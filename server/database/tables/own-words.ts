import { table, text, time, type RowOf } from '../table.ts';

/** A sentence of the interface that the owner changed, in one language. It stays when a version no longer has its original. */
export const ownWords = table('own_words', {
  key: ['language', 'id'],
  columns: {
    language: text,
    /** As the build gives it to the original with its context. */
    id: text,
    /** Tells apart what is one text in English. */
    context: text,
    /** English. */
    original: text,
    text,
    updated_by: text.orNull(),
    updated_at: time,
  },
  person: null,
  archive: { file: 'school/own-words.csv', title: 'Sentences of the interface that the owner changed, by language.' },
});
export type OwnWordsRow = RowOf<typeof ownWords>;
