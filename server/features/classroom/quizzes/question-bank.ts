import { randomInt } from 'node:crypto';
import { lookOf } from '#contract/classroom/quiz-words.ts';
import type { AskedQuestion, QuizAnswer, QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { newId } from '#server/ids.ts';

export const shuffled = <T>(values: readonly T[]): T[] => {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const [a, b] = [result[last], result[other]];
    if (a === undefined || b === undefined) continue;
    result[last] = b;
    result[other] = a;
  }
  return result;
};

const named = <T extends { id: string }>(options: readonly T[]): T[] => {
  const seen = new Set(['']);
  return options.map((option) => {
    const id = seen.has(option.id) ? newId() : option.id;
    seen.add(id);
    return { ...option, id };
  });
};

/** Names the options that are new. Names are random, or those of an order would give it away. */
export const withIds = (question: QuizQuestion): QuizQuestion => {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return { ...question, options: named(question.options) };
    case 'order':
      return { ...question, items: named(question.items) };
    case 'match': {
      const rights = named(question.pairs.map(({ rightId }) => ({ id: rightId })));
      const pairs = named(question.pairs);
      return { ...question, pairs: pairs.map((pair, index) => ({ ...pair, rightId: rights[index]?.id ?? newId() })) };
    }
    default:
      return question;
  }
};

/** In another order than the right one, unless all are alike. */
const disordered = <T extends { text: string }>(items: readonly T[]): T[] => {
  const mixed = shuffled(items);
  const isRight = mixed.every(({ text }, index) => text === items[index]?.text);
  return isRight ? [...mixed.slice(1), ...mixed.slice(0, 1)] : mixed;
};

/** The ids of what is chosen from, in the order of one attempt. */
export const orderFor = (question: QuizQuestion, areOptionsShuffled: boolean): string[] => {
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const { options } = question;
      if (!areOptionsShuffled) return options.map(({ id }) => id);
      const moving = shuffled(options.filter(({ isPinned }) => !isPinned));
      return options.flatMap((option) => (option.isPinned ? option.id : (moving.shift()?.id ?? [])));
    }
    case 'order':
      return disordered(question.items).map(({ id }) => id);
    case 'match':
      return shuffled(question.pairs).map(({ rightId }) => rightId);
    default:
      return [];
  }
};

type Choice = Pick<AskedQuestion['options'][number], 'text' | 'media'>;

const choicesById = (question: QuizQuestion): Map<string, Choice> => {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return new Map(question.options.map(({ id, text, media }) => [id, { text, media }]));
    case 'order':
      return new Map(question.items.map(({ id, text, media }) => [id, { text, media }]));
    case 'match':
      return new Map(
        question.pairs.map(({ rightId, right, rightMedia }) => [rightId, { text: right, media: rightMedia }]),
      );
    default:
      return new Map<string, Choice>();
  }
};

/** What learners see before it is graded: each field is named here, and none tells right from wrong. */
export const askedOf = (question: QuizQuestion, order: readonly string[]): AskedQuestion => {
  const choices = choicesById(question);
  return {
    type: question.type,
    text: question.text,
    points: question.points,
    options: order.map((id) => ({ id, ...(choices.get(id) ?? { text: '', media: null }) })),
    lefts: question.type === 'match' ? question.pairs.map(({ left }) => left) : [],
    leftMedia: question.type === 'match' ? question.pairs.map(({ leftMedia }) => leftMedia) : [],
    gaps: question.type === 'blanks' ? question.gaps.length : 0,
  };
};

/** The right answer: ids of options, and texts. */
export const keyOf = (question: QuizQuestion): { choices: string[]; texts: string[] } => {
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const looks = new Set(question.options.filter(({ isCorrect }) => isCorrect).map(lookOf));
      const right = question.options.filter((option) => looks.has(lookOf(option)));
      return { choices: right.map(({ id }) => id), texts: right.map(({ text }) => text) };
    }
    case 'true_false':
      return { choices: [String(question.isTrue)], texts: [question.isTrue ? 'True' : 'False'] };
    case 'short':
      return { choices: [], texts: question.accepted.slice(0, 1) };
    case 'number':
      return { choices: [], texts: [numberText(question)] };
    case 'order':
      return { choices: question.items.map(({ id }) => id), texts: question.items.map(({ text }) => text) };
    case 'match':
      return { choices: [], texts: question.pairs.map(({ left, right }) => `${left} → ${right}`) };
    case 'blanks':
      return { choices: [], texts: question.gaps.map(([first = '']) => first) };
    default:
      return { choices: [], texts: [] };
  }
};

const numberText = ({
  value,
  tolerance,
  isPercent,
}: {
  value: number;
  tolerance: number;
  isPercent: boolean;
}): string => (tolerance === 0 ? String(value) : `${value} ± ${tolerance}${isPercent ? '%' : ''}`);

/** What its editors wrote about the chosen options. */
export const remarksOn = (question: QuizQuestion, { choices }: QuizAnswer): string[] => {
  if (question.type !== 'single' && question.type !== 'multiple') return [];
  return question.options.flatMap(({ id, feedback }) => (choices.includes(id) && feedback !== '' ? [feedback] : []));
};
