import { z } from 'zod';
import { type QuizQuestion, StoredQuestion } from '#contract/quiz-questions.ts';
import { QuizSettings } from '#contract/quiz-settings.ts';
import type { Db } from '#server/database/database.ts';
import { findVersions } from './quizzes.queries.ts';

const KNOWN_MAX = 5000;

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

/** The defaults where nothing is stored. */
export const readSettings = (settings: string | null): QuizSettings => {
  if (settings === null) return QuizSettings.parse({});
  const { reveal, ...stored } = Earlier.parse(JSON.parse(settings));
  return QuizSettings.parse({ ...stored, shows: stored.shows ?? (reveal && earlierShows[reveal]) });
};

/** Versions never change: once read, they stay in memory. */
export const createVersions = () => {
  const known = new Map<string, QuizQuestion>();

  /** Throws for an id that is no version. */
  const read = async (db: Db, ids: Iterable<string>): Promise<(id: string) => QuizQuestion> => {
    const wanted = [...new Set(ids)];
    const missing = wanted.filter((id) => !known.has(id));
    const found = missing.length === 0 ? [] : await findVersions(db, missing);
    const added = found.map(({ id, content }) => [id, readQuestion(content)] as const);
    const questions = new Map([...wanted.map((id) => [id, known.get(id)] as const), ...added]);
    if (known.size + added.length > KNOWN_MAX) known.clear();
    for (const [id, question] of added) known.set(id, question);
    return (id) => {
      const question = questions.get(id);
      if (!question) throw new Error(`The version ${id} of a question does not exist`);
      return question;
    };
  };

  return { read };
};

export type Versions = ReturnType<typeof createVersions>;
