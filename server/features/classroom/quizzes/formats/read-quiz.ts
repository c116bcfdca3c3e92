import { isKnownMessage } from '#contract/known-messages.ts';
import { quizMessages } from '#contract/quiz-messages.ts';
import { QuizQuestion } from '#contract/quiz-questions.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/quiz-settings.ts';
import { fail } from '#server/errors.ts';
import type { ReadEntry } from './blocks.ts';
import { readAiken } from './aiken.ts';
import { readQuizCsv } from './quiz-csv.ts';
import { readGift } from './gift.ts';

export type QuizFormat = 'gift' | 'aiken' | 'csv';

export type ReadQuestion = { line: number } & ({ question: QuizQuestion } | { fault: string });

const readers: Record<QuizFormat, (text: string) => ReadEntry[]> = {
  gift: readGift,
  aiken: readAiken,
  csv: readQuizCsv,
};

const checked = (entry: ReadEntry): ReadQuestion => {
  if ('fault' in entry) return entry;
  const parsed = QuizQuestion.safeParse(entry.question);
  if (parsed.success) return { line: entry.line, question: parsed.data };
  const said = parsed.error.issues.map(({ message }) => message).find(isKnownMessage);
  return { line: entry.line, fault: said ?? quizMessages.faults.invalid };
};

/** Faulty ones too. */
const ENTRIES_MAX = 2 * QUIZ_QUESTIONS_MAX;

/**
 * Reads the questions of a file. A faulty one does not keep the others from being read. Throws `too_many_quiz_questions` for
 * more than a quiz could have.
 */
export const readQuiz = (format: QuizFormat, text: string): ReadQuestion[] => {
  const entries = readers[format](text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
  if (entries.length > ENTRIES_MAX) throw fail('too_many_quiz_questions');
  return entries.map(checked);
};
