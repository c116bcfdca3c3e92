import { msg, plural } from '@lingui/core/macro';
import { MINUTE_MS } from '#contract/durations.ts';
import { ENGLISH, formatLength, listOf } from '#contract/format.ts';
import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import { ruleSentences } from '#contract/classroom/quiz-rule-words.ts';
import type { Language } from '#web/ui/language/language.tsx';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';

const parts = {
  score: msg`your score`,
  marks: msg`which answers are right`,
  answers: msg`the right answers`,
  explanations: msg`explanations`,
} as const;

const windowOf = ({ settings: { opensAt, closesAt }, availability }: Quiz, { _, locale }: Language): string => {
  const at = (instant: string): string => formatOwnMoment(instant, locale);
  const closes =
    closesAt === null ? '' : _(msg`It closes on ${{ moment: at(closesAt) }}. An attempt that is open then ends.`);
  if (availability === 'closed') return closesAt === null ? '' : _(msg`It closed on ${{ moment: at(closesAt) }}.`);
  if (availability !== 'not_yet' || opensAt === null) return closes;
  return `${_(msg`It opens on ${{ moment: at(opensAt) }}.`)} ${closes}`;
};

const shown = ({ settings: { shows } }: Quiz, { _, locale }: Language): string => {
  const namesAt = (when: string): string => {
    const found = (['score', 'marks', 'answers', 'explanations'] as const).filter((part) => shows[part] === when);
    return listOf(
      found.map((part) => _(parts[part])),
      locale,
    );
  };
  const [atOnce, passed, closed] = ['at_once', 'once_passed', 'after_window'].map(namesAt);
  return [
    atOnce && _(msg`After you submit, you see ${{ parts: atOnce }}.`),
    passed && _(msg`You see ${{ parts: passed }} once you pass, or have no attempts left.`),
    closed && _(msg`You see ${{ parts: closed }} once the quiz has closed.`),
    shows.score === 'never' && _(msg`Your score is not shown.`),
  ]
    .filter(Boolean)
    .join(' ');
};

const scoring = {
  best: msg`Your best score counts.`,
  last: msg`Your last score counts.`,
  first: msg`Your first score counts.`,
  average: msg`The average of your scores counts.`,
} as const;

const tries = ({ settings, attemptsLeft }: Quiz, { _, locale }: Language): string => {
  const { maxAttempts, waitMinutes } = settings;
  const times =
    maxAttempts === null || attemptsLeft === null
      ? _(msg`You may try as often as you like.`)
      : _(msg({ message: plural(maxAttempts, { one: 'You may try once.', other: 'You may try # times.' }) }));
  return [
    times,
    attemptsLeft === 0 && _(msg`You have no attempts left.`),
    maxAttempts !== 1 && _(scoring[settings.scoring]),
    waitMinutes > 0 && _(msg`Wait ${{ length: formatLength(waitMinutes * MINUTE_MS, locale) }} between attempts.`),
  ]
    .filter(Boolean)
    .join(' ');
};

/** The rules of a quiz, as sentences in the language of the page: English as the contract has them. */
export const rulesIn = (quiz: Quiz, language: Language): string[] => {
  const { _, locale } = language;
  if (locale === ENGLISH) return ruleSentences(quiz, (instant) => formatOwnMoment(instant));
  const { mode, passPercent, mustPass, penaltyPercent, timeLimitMinutes, isOnePage, canGoBack } = quiz.settings;
  const limit = mode === 'test' ? timeLimitMinutes : null;
  return [
    windowOf(quiz, language),
    mode === 'practice' ? _(msg`You see the right answer after each question.`) : shown(quiz, language),
    _(passPercent === 0 ? msg`You pass when you submit it.` : msg`You pass with ${passPercent}%.`),
    mustPass ? _(msg`The next lectures open once you pass.`) : '',
    penaltyPercent === 0
      ? ''
      : _(msg`A wrong answer takes ${penaltyPercent}% of its points away; no answer takes nothing.`),
    mode === 'test' && !isOnePage && !canGoBack ? _(msg`You see one question at a time, and cannot go back.`) : '',
    tries(quiz, language),
    limit === null
      ? _(msg`There is no time limit. Your answers are kept, on every device.`)
      : _(
          msg`You have ${{ length: formatLength(limit * MINUTE_MS, locale) }}. The clock keeps running if you leave. When it ends, your answers are submitted.`,
        ),
  ].filter((sentence) => sentence !== '');
};
