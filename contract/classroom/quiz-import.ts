import { z } from 'zod';
import { success } from '../endpoint.ts';
import { MIB } from '../fields.ts';
import { FileReport } from '../file-report.ts';
import { messages } from '../messages.ts';
import { QUIZ_QUESTION_TYPES } from './quiz-questions.ts';

/** Questions as the text of a file. */
export const QuizImport = z.object({
  format: z.enum(['gift', 'aiken', 'csv']),
  text: z
    .string()
    .max(MIB, messages.fields.tooLong)
    .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters),
  isDryRun: z.boolean().default(false),
});

export const importedQuestions = success({
  added: z.int(),
  report: FileReport,
  lines: z.array(
    z.object({
      line: z.int(),
      /** Null for a faulty one. */
      question: z.object({ type: z.enum(QUIZ_QUESTION_TYPES), text: z.string(), points: z.int() }).nullable(),
      fault: z.string().nullable(),
    }),
  ),
});
