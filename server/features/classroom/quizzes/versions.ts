import { QuizQuestion } from '#contract/quiz-questions.ts';
import { QuizSettings } from '#contract/quiz-fields.ts';
import type { Db } from '#server/database/database.ts';
import { findVersions } from './quizzes.queries.ts';

const KNOWN_MAX = 5000;

export const readQuestion = (content: string): QuizQuestion => QuizQuestion.parse(JSON.parse(content));

/** The defaults where nothing is stored. */
export const readSettings = (settings: string | null): QuizSettings =>
  QuizSettings.parse(settings === null ? {} : JSON.parse(settings));

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
