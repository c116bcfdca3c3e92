import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type QuizQuestion, StoredQuestion } from '#contract/classroom/quiz-questions.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { Db } from '#server/database/database.ts';
import { type QuestionTexts, readTexts } from './question-texts.ts';
import { findVersions } from './quizzes.queries.ts';

/** As they are stored; in memory they are about as large. */
const KNOWN_MAX_CHARACTERS = 30_000_000;

export const readQuestion = (content: string): QuizQuestion => StoredQuestion.parse(JSON.parse(content));

/** What earlier versions stored in the place of `shows`. */
const Earlier = z.looseObject({
  reveal: z.enum(['nothing', 'marks', 'answers_once_passed', 'answers']).optional(),
  shows: z.unknown().optional(),
});

const earlierShows = {
  nothing: { marks: 'never', answers: 'never', explanations: 'never' },
  marks: { answers: 'never', explanations: 'never' },
  answers_once_passed: {},
  answers: { answers: 'at_once', explanations: 'at_once' },
} as const;

export const StoredSettings = z.preprocess((settings) => {
  const { data } = Earlier.safeParse(settings);
  if (!data) return undefined;
  const { reveal, ...stored } = data;
  return { ...stored, shows: stored.shows ?? (reveal && earlierShows[reveal]) };
}, QuizSettings);

/** The defaults where nothing is stored. */
export const readSettings = (settings: string | null): QuizSettings =>
  StoredSettings.parse(JSON.parse(settings ?? '{}'));

interface Version {
  question: QuizQuestion;
  content: string;
  /** Undefined until they are shown. */
  texts?: QuestionTexts;
}

/** Versions never change: once read, they stay in memory. */
export const createVersions = () => {
  const known = new Map<string, Version>();
  let characters = 0;

  /** Throws for an id that is no version. */
  const find = async (db: Db, ids: Iterable<string>): Promise<(id: string) => Version> => {
    const wanted = [...new Set(ids)];
    const missing = wanted.filter((id) => !known.has(id));
    const found = missing.length === 0 ? [] : await findVersions(db, missing);
    const added = found.map(({ id, content }) => [id, { question: readQuestion(content), content }] as const);
    const versions = new Map<string, Version | undefined>([
      ...wanted.map((id) => [id, known.get(id)] as const),
      ...added,
    ]);
    characters += found.reduce((sum, { content }) => sum + content.length, 0);
    if (characters > KNOWN_MAX_CHARACTERS) {
      known.clear();
      characters = 0;
    }
    for (const [id, version] of added) known.set(id, version);
    return (id) => {
      const version = versions.get(id);
      if (!version) throw new Error(`The version ${id} of a question does not exist`);
      return version;
    };
  };

  return {
    read: async (db: Db, ids: Iterable<string>): Promise<(id: string) => QuizQuestion> => {
      const version = await find(db, ids);
      return (id) => version(id).question;
    },

    /** Their texts, one after another, so that others are served in between. Throws as `read`. */
    texts: async (db: Db, ids: readonly string[]): Promise<(id: string) => QuestionTexts> => {
      const version = await find(db, ids);
      for (const one of new Set(ids.map(version))) {
        if (one.texts) continue;
        one.texts = readTexts(one.content, one.question);
        await setImmediate();
      }
      return (id) => version(id).texts ?? { text: [], explanation: [] };
    },
  };
};

export type Versions = ReturnType<typeof createVersions>;
