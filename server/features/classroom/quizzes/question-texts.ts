import { z } from 'zod';
import { mediaKindOf } from '#contract/classroom/lecture-media.ts';
import type { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { RichText } from '#contract/rich-text.ts';
import { READER, readMarkdown } from '#server/rich-text/rich-text.ts';

/** The Markdown of a question as it is shown. */
export interface QuestionTexts {
  text: RichText;
  explanation: RichText;
}

type Written = Pick<QuizQuestion, 'text' | 'explanation'>;

const Stored = z.object({ texts: z.object({ reader: z.literal(READER), text: RichText, explanation: RichText }) });

const textsOf = ({ text, explanation }: Written): QuestionTexts => ({
  text: readMarkdown(text, mediaKindOf),
  explanation: readMarkdown(explanation, mediaKindOf),
});

/** A question as it is stored: its texts are read when they are written, not each time they are shown. */
export const toContent = (question: QuizQuestion): string =>
  JSON.stringify({ ...question, texts: { reader: READER, ...textsOf(question) } });

/** The texts of stored content; of an earlier version of the reader, or without any, from the Markdown. */
export const readTexts = (content: string, question: Written): QuestionTexts =>
  Stored.safeParse(JSON.parse(content)).data?.texts ?? textsOf(question);
