import type { z } from 'zod';
import { type FileReport, reportOf } from '#contract/file-report.ts';
import { messageOf } from '#contract/known-messages.ts';
import { QuizImport } from '#contract/classroom/quiz-import.ts';
import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/classroom/quiz-settings.ts';
import { readText } from '#contract/text-file.ts';
import { fail } from '#server/errors.ts';
import type { ReadEntry, ReadFile } from './blocks.ts';
import { readAiken } from './aiken.ts';
import { readQuizCsv } from './quiz-csv.ts';
import { readGift } from './gift.ts';

export const QuizFormat = QuizImport.shape.format;
export type QuizFormat = z.output<typeof QuizFormat>;

export type ReadQuestion = { line: number } & ({ question: QuizQuestion } | { fault: string });

const readers: Record<QuizFormat, (text: string) => ReadFile> = {
  gift: readGift,
  aiken: readAiken,
  csv: readQuizCsv,
};

const checked = (entry: ReadEntry): ReadQuestion => {
  if ('fault' in entry) return entry;
  const parsed = QuizQuestion.safeParse(entry.question);
  if (parsed.success) return { line: entry.line, question: parsed.data };
  const said = parsed.error.issues.map(messageOf).find((message) => message !== undefined);
  return { line: entry.line, fault: said ?? quizMessages.faults.invalid };
};

/** Faulty ones too. */
const ENTRIES_MAX = 2 * QUIZ_QUESTIONS_MAX;

/**
 * Reads the questions of a file. A faulty one does not keep the others from being read. Throws `too_many_quiz_questions` for
 * more than a quiz could have.
 */
export const readQuiz = (format: QuizFormat, given: string): { entries: ReadQuestion[]; report: FileReport } => {
  const { text, repaired } = readText(given);
  const file = readers[format](text);
  if (file.entries.length > ENTRIES_MAX) throw fail('too_many_quiz_questions');
  const entries = file.entries.map(checked);
  const faulty = entries.flatMap((entry) => ('fault' in entry ? [{ line: entry.line, why: entry.fault }] : []));
  const report = reportOf({
    read: entries.length - faulty.length,
    repaired: [...repaired, ...file.repaired],
    leftOut: [...file.leftOut, ...faulty],
  });
  return { entries, report };
};
