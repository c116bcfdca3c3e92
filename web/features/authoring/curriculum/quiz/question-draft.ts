import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { type NewQuizQuestion, QuizQuestion, type QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { numberOf } from '#web/ui/forms/typed-number.ts';

interface OptionDraft {
  id: string;
  text: string;
  isCorrect: boolean;
  feedback: string;
  isPinned: boolean;
  media: string | null;
}

/** A question as its form has it: the fields of every type, named as in the contract, so that its errors find them. */
export interface QuestionDraft {
  type: QuizQuestionType;
  text: string;
  /** Where it appears in a video or a sound, as 4:12; '' in a quiz. */
  at: string;
  points: string;
  /** Separated by commas. */
  tags: string;
  explanation: string;
  /** Times as 4:12; without a lecture there is none. */
  explainedAt: { lectureId: string; fromMs: string; toMs: string };
  options: OptionDraft[];
  isPartial: boolean;
  isTrue: 'true' | 'false';
  /** One in each line. */
  accepted: string;
  value: string;
  tolerance: string;
  isPercent: boolean;
  items: { id: string; text: string; media: string | null }[];
  pairs: {
    id: string;
    left: string;
    leftMedia: string | null;
    rightId: string;
    right: string;
    rightMedia: string | null;
  }[];
  /** The accepted answers of each gap, one in each line. */
  gaps: string[];
  guidance: string;
}

export const emptyOption = (): OptionDraft => ({
  id: '',
  text: '',
  isCorrect: false,
  feedback: '',
  isPinned: false,
  media: null,
});
export const emptyItem = (): QuestionDraft['items'][number] => ({ id: '', text: '', media: null });
export const emptyPair = (): QuestionDraft['pairs'][number] => ({
  id: '',
  left: '',
  leftMedia: null,
  rightId: '',
  right: '',
  rightMedia: null,
});

const two = <T>(make: () => T): T[] => [make(), make()];

export const emptyDraft = (type: QuizQuestionType): QuestionDraft => ({
  type,
  text: '',
  at: '',
  points: '1',
  tags: '',
  explanation: '',
  explainedAt: { lectureId: '', fromMs: '', toMs: '' },
  options: two(emptyOption),
  isPartial: false,
  isTrue: 'true',
  accepted: '',
  value: '',
  tolerance: '',
  isPercent: false,
  items: two(emptyItem),
  pairs: two(emptyPair),
  gaps: [],
  guidance: '',
});

const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/** 4:12 or 1:02:30 in milliseconds; NaN for anything else. */
export const msOf = (time: string): number => {
  const [, hours = '0', minutes, seconds] = TIME.exec(time.trim()) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
};

const padded = (count: number): string => String(count).padStart(2, '0');

export const timeOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = padded(seconds % 60);
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Each once. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** How many gaps a text has: the highest number in it, such as 2 in `{{1}} and {{2}}`. */
export const gapsIn = (text: string): number =>
  Math.min(100, Math.max(0, ...[...text.matchAll(/\{\{(\d{1,3})\}\}/g)].map(([, number]) => Number(number))));

const isEmptyPair = ({ left, leftMedia, right, rightMedia }: QuestionDraft['pairs'][number]): boolean =>
  left.trim() === '' && right.trim() === '' && leftMedia === null && rightMedia === null;

/** What belongs to the type of the draft. Empty rows are left out. */
const ofType = (draft: QuestionDraft) => {
  const { type, options, isPartial, isTrue, accepted, value, tolerance, isPercent, items, pairs, gaps, text } = draft;
  const written = options.filter(
    ({ text: words, isCorrect, media }) => words.trim() !== '' || isCorrect || media !== null,
  );
  switch (type) {
    case 'single':
      return { type, options: written };
    case 'multiple':
      return { type, options: written, isPartial };
    case 'true_false':
      return { type, isTrue: isTrue === 'true' };
    case 'short':
      return { type, accepted: linesOf(accepted) };
    case 'number':
      return { type, value: numberOf(value), tolerance: tolerance.trim() === '' ? 0 : numberOf(tolerance), isPercent };
    case 'order':
      return { type, items: items.filter((item) => item.text.trim() !== '' || item.media !== null) };
    case 'match':
      return { type, pairs: pairs.filter((pair) => !isEmptyPair(pair)) };
    case 'blanks':
      return { type, gaps: Array.from({ length: gapsIn(text) }, (_, index) => linesOf(gaps[index] ?? '')) };
    default:
      return { type, guidance: draft.guidance };
  }
};

const inputOf = (draft: QuestionDraft, context: z.RefinementCtx): NewQuizQuestion => {
  const { text, points, tags, explanation, explainedAt } = draft;
  const { lectureId, fromMs, toMs } = explainedAt;
  if (draft.at !== '' && Number.isNaN(msOf(draft.at)))
    context.addIssue({ code: 'custom', message: messages.quizzes.badTime, path: ['at'] });
  if (lectureId !== '') {
    for (const [name, time] of Object.entries({ fromMs, toMs })) {
      if (Number.isNaN(msOf(time)))
        context.addIssue({ code: 'custom', message: messages.quizzes.badTime, path: ['explainedAt', name] });
    }
  }
  return {
    text,
    points: numberOf(points),
    tags: tagsOf(tags),
    explanation,
    explainedAt: lectureId === '' ? null : { lectureId, fromMs: msOf(fromMs), toMs: msOf(toMs) },
    ...ofType(draft),
  };
};

/** Checks a draft as the server does. */
export const DraftSchema: z.ZodType<QuizQuestion, QuestionDraft> = z
  .custom<QuestionDraft>()
  .transform(inputOf)
  .pipe(QuizQuestion);

/** A stored question in its form. */
export const draftOf = (question: QuizQuestion): QuestionDraft => {
  const { type, text, points, tags, explanation, explainedAt } = question;
  const common = {
    ...emptyDraft(type),
    text,
    points: String(points),
    tags: tags.join(', '),
    explanation,
    ...(explainedAt && {
      explainedAt: {
        lectureId: explainedAt.lectureId,
        fromMs: timeOf(explainedAt.fromMs),
        toMs: timeOf(explainedAt.toMs),
      },
    }),
  };
  switch (question.type) {
    case 'single':
      return { ...common, options: question.options };
    case 'multiple':
      return { ...common, options: question.options, isPartial: question.isPartial };
    case 'true_false':
      return { ...common, isTrue: question.isTrue ? 'true' : 'false' };
    case 'short':
      return { ...common, accepted: question.accepted.join('\n') };
    case 'number': {
      const { value, tolerance, isPercent } = question;
      return { ...common, value: String(value), tolerance: tolerance === 0 ? '' : String(tolerance), isPercent };
    }
    case 'order':
      return { ...common, items: question.items };
    case 'match':
      return { ...common, pairs: question.pairs };
    case 'blanks':
      return { ...common, gaps: question.gaps.map((gap) => gap.join('\n')) };
    default:
      return { ...common, guidance: question.guidance };
  }
};
