import { z } from 'zod';
import { Id, text } from '../fields.ts';
import { mediaKindOf } from './lecture-media.ts';
import { messages } from '../messages.ts';
import { VideoMs } from './progress.ts';
import { QuizTag } from './quiz-settings.ts';

const words = messages.quizzes;

const QUESTION_MAX_LENGTH = 10_000;
const OPTION_MAX_LENGTH = 2000;
const ANSWER_MAX_LENGTH = 500;
const OPTIONS_MAX = 100;
const LONG_ANSWER_MAX_LENGTH = 20_000;
const POINTS_MAX = 100;

const bounded = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters)
    .default('');

/** The server names new options: an empty id is one. */
const OptionId = z.literal('').or(Id).default('');

const optionText = text(OPTION_MAX_LENGTH, words.optionMissing);

/** The name of a picture or a sound of the lecture; the text beside it says the same. */
const Media = z
  .string()
  .refine((name) => mediaKindOf(name) !== undefined)
  .nullable()
  .default(null);

const Option = z.object({
  id: OptionId,
  text: optionText,
  isCorrect: z.boolean().default(false),
  /** Shown to those who chose it. */
  feedback: bounded(OPTION_MAX_LENGTH),
  /** Stays in its place when options are shuffled. */
  isPinned: z.boolean().default(false),
  media: Media,
});

const accepted = z.array(text(ANSWER_MAX_LENGTH, words.acceptedMissing)).min(1, words.acceptedMissing).max(OPTIONS_MAX);

const options = z.array(Option).min(2, words.tooFewOptions).max(OPTIONS_MAX);

const ExplainedAt = z
  .object({ lectureId: Id, fromMs: VideoMs, toMs: VideoMs })
  .refine(({ fromMs, toMs }) => fromMs < toMs, { error: words.momentOrder, path: ['toMs'] });

const common = {
  /** Markdown. */
  text: text(QUESTION_MAX_LENGTH, words.questionMissing),
  points: z.int(words.badPoints).min(1, words.badPoints).max(POINTS_MAX, words.badPoints).default(1),
  tags: z.array(QuizTag).max(10).default([]),
  /** Shown after the answer. */
  explanation: bounded(QUESTION_MAX_LENGTH),
  /** The minute of a lecture that explains it. */
  explainedAt: ExplainedAt.nullable().default(null),
};

const Single = z.object({ ...common, type: z.literal('single'), options });
const Multiple = z.object({
  ...common,
  type: z.literal('multiple'),
  options,
  /** Each right choice counts its part, each wrong one takes a part away. */
  isPartial: z.boolean().default(false),
});
const TrueFalse = z.object({ ...common, type: z.literal('true_false'), isTrue: z.boolean() });
const Short = z.object({ ...common, type: z.literal('short'), accepted });
const NumberQuestion = z.object({
  ...common,
  type: z.literal('number'),
  value: z.number({ error: words.badNumber }),
  tolerance: z.number({ error: words.badNumber }).min(0).default(0),
  /** The tolerance is a percentage of the value. */
  isPercent: z.boolean().default(false),
});
const Order = z.object({
  ...common,
  type: z.literal('order'),
  /** In the right order. */
  items: z
    .array(z.object({ id: OptionId, text: optionText, media: Media }))
    .min(2, words.tooFewOptions)
    .max(OPTIONS_MAX),
});
const Match = z.object({
  ...common,
  type: z.literal('match'),
  pairs: z
    .array(
      z.object({
        id: OptionId,
        left: optionText,
        leftMedia: Media,
        rightId: OptionId,
        right: optionText,
        rightMedia: Media,
      }),
    )
    .min(2, words.tooFewOptions)
    .max(OPTIONS_MAX),
});
const Blanks = z.object({
  ...common,
  type: z.literal('blanks'),
  /** The accepted answers of the gaps `{{1}}`, `{{2}}` of the text. */
  gaps: z.array(accepted).min(1, words.gapMissing).max(OPTIONS_MAX),
});
const Long = z.object({
  ...common,
  type: z.literal('long'),
  /** For the person who grades. */
  guidance: bounded(QUESTION_MAX_LENGTH),
});

const FileQuestion = z.object({
  ...common,
  type: z.literal('file'),
  /** For the person who grades. */
  guidance: bounded(QUESTION_MAX_LENGTH),
});

/** The texts of a question that are translated, by what they belong to, with their rules. */
export const questionTexts = {
  text: common.text,
  explanation: bounded(QUESTION_MAX_LENGTH),
  options: optionText,
  feedback: bounded(OPTION_MAX_LENGTH),
  items: optionText,
  lefts: optionText,
  rights: optionText,
} as const;

/** A question with other texts. Each has a name: `text`, `explanation`, and with the id of its option `options.<id>` and so on. */
export const mapTexts = (question: QuizQuestion, map: (name: string, text: string) => string): QuizQuestion => {
  const common = { text: map('text', question.text), explanation: map('explanation', question.explanation) };
  switch (question.type) {
    case 'single':
    case 'multiple':
      return {
        ...question,
        ...common,
        options: question.options.map((option) => ({
          ...option,
          text: map(`options.${option.id}`, option.text),
          feedback: map(`feedback.${option.id}`, option.feedback),
        })),
      };
    case 'order':
      return {
        ...question,
        ...common,
        items: question.items.map((item) => ({ ...item, text: map(`items.${item.id}`, item.text) })),
      };
    case 'match':
      return {
        ...question,
        ...common,
        pairs: question.pairs.map((pair) => ({
          ...pair,
          left: map(`lefts.${pair.id}`, pair.left),
          right: map(`rights.${pair.rightId}`, pair.right),
        })),
      };
    default:
      return { ...question, ...common };
  }
};

/** The gaps of a text: 2 and 1 in `{{2}} before {{1}}`. */
export const gapsOf = (value: string): number[] =>
  [...value.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number));

/** A question as it is stored; earlier versions may lack what new ones must have. */
export const StoredQuestion = z.discriminatedUnion('type', [
  Single,
  Multiple,
  TrueFalse,
  Short,
  NumberQuestion,
  Order,
  Match,
  Blanks,
  Long,
  FileQuestion,
]);

/** A question with its key, as its editors see it. */
export const QuizQuestion = StoredQuestion.superRefine((question, context) => {
  const fault = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
  if (question.type === 'single' && question.options.filter(({ isCorrect }) => isCorrect).length !== 1)
    fault(words.oneRight, 'options');
  if (question.type === 'multiple' && !question.options.some(({ isCorrect }) => isCorrect))
    fault(words.someRight, 'options');
  if (question.type !== 'blanks') return;
  const gaps = gapsOf(question.text);
  if (question.gaps.some((_, index) => !gaps.includes(index + 1))) fault(words.gapMissing, 'text');
  else if (gaps.length !== question.gaps.length) fault(words.gapNumbers, 'text');
});
export type QuizQuestion = z.output<typeof QuizQuestion>;
export type NewQuizQuestion = z.input<typeof QuizQuestion>;
export type QuizQuestionType = QuizQuestion['type'];
export const QUIZ_QUESTION_TYPES = [
  'single',
  'multiple',
  'true_false',
  'short',
  'number',
  'order',
  'match',
  'blanks',
  'long',
  'file',
] as const satisfies readonly QuizQuestionType[];

const answerText = z
  .string()
  .max(LONG_ANSWER_MAX_LENGTH)
  .refine((value) => !value.includes('\u0000'), messages.fields.badCharacters);
const ids = z.array(Id).max(OPTIONS_MAX);

/** A file that answers a question. */
export const AnswerFile = z.object({ _id: Id, name: z.string(), sizeBytes: z.int() });
export type AnswerFile = z.output<typeof AnswerFile>;

/** What a learner writes: each type reads its own field. Empty where nothing is answered. */
export const SubmittedAnswer = z.object({
  /** Single and multiple choice, `true` or `false`, and the order. */
  choices: ids.default([]),
  /** Short text, number and long text. */
  text: answerText.default(''),
  /** The texts of the gaps, or the chosen right sides of the pairs, in their order. */
  parts: z.array(z.string().max(ANSWER_MAX_LENGTH)).max(OPTIONS_MAX).default([]),
});
export type SubmittedAnswer = z.output<typeof SubmittedAnswer>;

/** An answer as it is stored. A file arrives by itself, never with the other fields. */
export const QuizAnswer = SubmittedAnswer.extend({ file: AnswerFile.nullable().default(null) });
export type QuizAnswer = z.output<typeof QuizAnswer>;

const Choice = z.object({
  id: z.string(),
  text: z.string(),
  /** The address of its picture or sound. */
  media: z.string().nullable(),
});

/** A question as learners see it before it is graded: nothing in it tells right from wrong. */
export const AskedQuestion = z.object({
  type: z.enum(QUIZ_QUESTION_TYPES),
  text: z.string(),
  points: z.int(),
  /** The options, in the order of this attempt; of pairs, the right sides. */
  options: z.array(Choice),
  /** The left sides of pairs. */
  lefts: z.array(z.string()),
  /** The addresses of their pictures or sounds, in the same order. */
  leftMedia: z.array(z.string().nullable()),
  gaps: z.int(),
});
export type AskedQuestion = z.output<typeof AskedQuestion>;
