import { join } from 'node:path';
import { z } from 'zod';
import { FileReport } from '#contract/file-report.ts';
import { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { createTextReading } from '#server/processes/text-reading.ts';
import { QuizFormat, readQuiz } from './read-quiz.ts';

const ReadQuiz = z.object({
  entries: z.array(
    z.union([z.object({ line: z.int(), question: QuizQuestion }), z.object({ line: z.int(), fault: z.string() })]),
  ),
  report: FileReport,
});

export const readQuizFile = (bytes: Uint8Array, format: string): z.output<typeof ReadQuiz> =>
  readQuiz(QuizFormat.parse(format), Buffer.from(bytes).toString());

/** Throws `too_many_quiz_questions`, `validation_failed` and `busy`. */
export const createQuizReading = () =>
  createTextReading({
    program: join(import.meta.dirname, 'read-questions.ts'),
    read: readQuizFile,
    schema: ReadQuiz,
    unreadable: 'validation_failed',
  });
