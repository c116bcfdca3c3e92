import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QuizQuestion, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';
import type { Language } from '#contract/languages/language.ts';
import { pointsIn } from '#web/features/quizzes/quiz-words-in.ts';

export const typeNames: Record<QuizQuestionType, MessageDescriptor> = {
  single: msg`One choice`,
  multiple: msg`Several choices`,
  true_false: msg`True or false`,
  short: msg`Short text`,
  number: msg({ context: 'question', message: 'Number' }),
  order: msg({ context: 'question', message: 'Order' }),
  match: msg`Match`,
  blanks: msg`Blanks`,
  long: msg`Long text`,
  file: msg`File`,
};

/** Below a question in a list: Number, ± 5 %, 2 points. */
export const aboutQuestion = (question: QuizQuestion, language: Language): string => {
  const { type, points } = question;
  const tolerance = type === 'number' ? `, ± ${question.tolerance}${question.isPercent ? ' %' : ''}` : '';
  return `${language._(typeNames[type])}${tolerance} · ${pointsIn(points, language)}`;
};

const list = (words: readonly string[]): string => words.join(', ');

/** The key of a question in words. */
export const keyWords = (question: QuizQuestion, { _ }: Language): string => {
  switch (question.type) {
    case 'single':
    case 'multiple':
      return list(question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text));
    case 'true_false':
      return question.isTrue ? _(msg`True`) : _(msg`False`);
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
      return question.gaps.map((gap) => gap.reduce((before, word) => _(msg`${before} or ${word}`))).join('; ');
    default:
      return '';
  }
};
