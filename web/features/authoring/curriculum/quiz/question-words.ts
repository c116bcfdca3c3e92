import type { QuizQuestion, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import { countOf } from '#contract/format.ts';

export const typeNames: Record<QuizQuestionType, string> = {
  single: 'One choice',
  multiple: 'Several choices',
  true_false: 'True or false',
  short: 'Short text',
  number: 'Number',
  order: 'Order',
  match: 'Match',
  blanks: 'Blanks',
  long: 'Long text',
  file: 'File',
};

/** Below a question in a list: Number, ± 5 %, 2 points. */
export const aboutQuestion = (question: QuizQuestion): string => {
  const { type, points } = question;
  const tolerance = type === 'number' ? `, ± ${question.tolerance}${question.isPercent ? ' %' : ''}` : '';
  return `${typeNames[type]}${tolerance} · ${countOf(points, 'point')}`;
};

const list = (words: readonly string[]): string => words.join(', ');

/** The key of a question in words. */
export const keyWords = (question: QuizQuestion): string => {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return list(question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text));
    case 'true_false':
      return question.isTrue ? 'True' : 'False';
    case 'short':
      return list(question.accepted);
    case 'number': {
      const { value, tolerance, isPercent } = question;
      return tolerance === 0 ? String(value) : `${value} ± ${tolerance}${isPercent ? ' %' : ''}`;
    }
    case 'order':
      return question.items.map(({ text }) => text).join(' → ');
    case 'match':
      return list(question.pairs.map(({ left, right }) => `${left} = ${right}`));
    case 'blanks':
      return question.gaps.map((gap) => gap.join(' or ')).join('; ');
    default:
      return '';
  }
};
