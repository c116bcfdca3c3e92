import { z } from 'zod';
import { del, get, put, saying, success } from '../endpoint.ts';
import { Id, Instant, searchTerm, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { LanguageCode } from './languages.ts';

const said = messages.ownWords;

/** The sentences that a school may change, in all languages. */
export const OWN_SENTENCES_MAX = 1000;
/** The longest default has about 360 characters. */
const OWN_SENTENCE_LENGTH = 1000;

/** Where a sentence is shown: around every page, on pages about something, in answers of the server, or in what it writes. */
export const SentencePlace = z.enum([
  'frame',
  'accounts',
  'announcements',
  'authoring',
  'batches',
  'billing',
  'catalog',
  'certificates',
  'classroom',
  'notices',
  'people',
  'questions',
  'quizzes',
  'reviews',
  'school',
  'teaching',
  'answers',
  'written',
]);
export type SentencePlace = z.output<typeof SentencePlace>;

/** A sentence of the interface in one language. Values are written as `{name}`, and elements as `<0>…</0>`. */
export const OwnSentence = z.object({
  id: z.string(),
  /** English. */
  original: z.string(),
  /** Tells apart what is one text in English; '' for most. */
  context: z.string(),
  /** Without a change: the translation, or English where there is none. */
  standard: z.string(),
  own: z.string().nullable(),
  updatedAt: Instant.nullable(),
  places: z.array(SentencePlace),
  /** What values stand for, such as `{0}: name`. */
  hints: z.array(z.string()),
  /** False for one that this version no longer has. */
  isShown: z.boolean(),
});
export type OwnSentence = z.output<typeof OwnSentence>;

const ofLanguage = { params: z.object({ language: LanguageCode }), access: 'admin' } as const;
const ofSentence = {
  params: ofLanguage.params.extend({ id: Id }),
  notFound: 'sentence_not_found',
  access: 'admin',
  audit: 'itself',
} as const;

export const ownWords = {
  list: get('/admin/words/:language', {
    ...ofLanguage,
    summary: 'Search the sentences of the interface in a language, with what the school says instead',
    query: z.object({
      /** In the original, the default or the school’s own sentence. */
      search: searchTerm.default(''),
      isChanged: z.literal('true').optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
    }),
    errors: ['validation_failed'],
    response: success({
      sentences: z.array(OwnSentence),
      nextCursor: z.string().nullable(),
      /** How many the school has changed in this language. */
      changed: z.int(),
    }),
  }),
  save: put('/admin/words/:language/:id', {
    ...ofSentence,
    summary: 'Say a sentence of the interface in other words, with the same values and elements; the default resets it',
    body: z.object({ text: text(OWN_SENTENCE_LENGTH, said.incomplete) }),
    incomplete: said.incomplete,
    response: saying(said.saved, { sentence: OwnSentence }),
  }),
  reset: del('/admin/words/:language/:id', {
    ...ofSentence,
    summary: 'Say a sentence of the interface as by default, or remove one that this version no longer has',
    errors: ['validation_failed'],
    response: saying(said.reset, {}),
  }),
};
