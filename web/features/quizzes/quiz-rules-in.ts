import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { MINUTE_MS } from '#contract/durations.ts';
import { formatCount, formatLength, listOf } from '#contract/format.ts';
import type { Quiz } from '#contract/classroom/quiz-fields.ts';
import type { QuizSettings, ResultVisibility } from '#contract/classroom/quiz-settings.ts';
import { pointsToPass } from '#contract/classroom/quiz-words.ts';
import type { Language } from '#contract/languages/language.ts';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';
import { pointsIn } from './quiz-words-in.ts';

/** What of a quiz its rules depend on. */
type Ruled = Pick<Quiz, 'settings' | 'availability' | 'points' | 'attemptsLeft'> & { attempts: { length: number } };

type Part = keyof QuizSettings['shows'];

const PARTS = ['score', 'marks', 'answers', 'explanations'] as const;

const partNames: Record<Part, MessageDescriptor> = {
  score: msg`your score`,
  marks: msg`which answers are right`,
  answers: msg`the right answers`,
  explanations: msg`explanations`,
};

/** When a quiz opens and closes; '' for always. */
const windowOf = ({ settings: { opensAt, closesAt }, availability }: Ruled, { _, locale }: Language): string => {
  const at = (instant: string): string => formatOwnMoment(instant, locale);
  if (availability === 'closed') return closesAt === null ? '' : _(msg`It closed on ${{ moment: at(closesAt) }}.`);
  const opens = availability === 'not_yet' && opensAt !== null ? at(opensAt) : undefined;
  if (opens === undefined)
    return closesAt === null
      ? ''
      : _(msg`It closes on ${{ moment: at(closesAt) }}. An attempt that is open then ends.`);
  return closesAt === null
    ? _(msg`It opens on ${{ moment: opens }}.`)
    : _(
        msg`It opens on ${{ moment: opens }} and closes on ${{ end: at(closesAt) }}. An attempt that is open then ends.`,
      );
};

/** What learners see of the result of a test, and when; what says no more than what is shown with it is left out. */
const shown = ({ settings: { shows } }: Ruled, { _, locale }: Language): string => {
  const namesAt = (when: ResultVisibility): string => {
    const all = PARTS.filter((part) => shows[part] === when);
    const worthSaying = all.filter((part) => {
      if (part === 'score') return when !== 'at_once' || all.length === 1;
      return part === 'answers' || !all.includes('answers');
    });
    return listOf(
      worthSaying.map((part) => _(partNames[part])),
      locale,
    );
  };
  const [atOnce, passed, closed] = [namesAt('at_once'), namesAt('once_passed'), namesAt('after_window')];
  return [
    atOnce && _(msg`After you submit, you see ${{ parts: atOnce }}.`),
    passed && _(msg`You see ${{ parts: passed }} once you pass, or have no attempts left.`),
    closed && _(msg`You see ${{ parts: closed }} once the quiz has closed.`),
    shows.score === 'never' && _(msg`Your score is not shown.`),
  ]
    .filter(Boolean)
    .join(' ');
};

const pass = ({ settings: { passPercent, draw, drawsByTag, mustPass }, points }: Ruled, language: Language): string => {
  const { _ } = language;
  // How many points are drawn is known only in the attempt.
  const isDrawn = draw !== null || drawsByTag.length > 0;
  const needed = formatCount(pointsToPass(points, passPercent));
  const mark = isDrawn
    ? msg`You pass with ${passPercent}%.`
    : msg`You pass with ${passPercent}%, that is ${needed} of ${{ points: pointsIn(points, language) }}.`;
  return [
    _(passPercent === 0 ? msg`You pass when you submit it.` : mark),
    ...(mustPass ? [_(msg`The next lectures open once you pass.`)] : []),
  ].join(' ');
};

const ORDINALS = [msg`first`, msg`second`, msg`third`, msg`fourth`, msg`fifth`];

const tries = ({ settings: { maxAttempts }, attempts, attemptsLeft }: Ruled, { _ }: Language): string => {
  if (maxAttempts === null || attemptsLeft === null) return _(msg`You may try as often as you like.`);
  if (attemptsLeft === 0)
    return _(
      msg({
        message: plural(maxAttempts, {
          one: 'You could try once, and have no attempts left.',
          other: 'You could try # times, and have no attempts left.',
        }),
      }),
    );
  if (maxAttempts === 1 || attempts.length === 0)
    return _(msg({ message: plural(maxAttempts, { one: 'You may try once.', other: 'You may try # times.' }) }));
  const number = attempts.length + 1;
  const ordinal = _(ORDINALS[number - 1] ?? msg`number ${number}`);
  return _(msg`You may try ${maxAttempts} times; the next is your ${ordinal} attempt.`);
};

const scoring: Record<QuizSettings['scoring'], MessageDescriptor> = {
  best: msg`Your best score counts.`,
  last: msg`Your last score counts.`,
  first: msg`Your first score counts.`,
  average: msg`The average of your scores counts.`,
};

/** The rules of a quiz, as sentences. */
export const rulesIn = (quiz: Ruled, language: Language): string[] => {
  const { _, locale } = language;
  const { mode, penaltyPercent, timeLimitMinutes, isOnePage, canGoBack, maxAttempts, waitMinutes } = quiz.settings;
  const lengthOf = (minutes: number): string => formatLength(minutes * MINUTE_MS, locale);
  const limit = mode === 'test' ? timeLimitMinutes : null;
  return [
    windowOf(quiz, language),
    mode === 'practice' ? _(msg`You see the right answer after each question.`) : shown(quiz, language),
    pass(quiz, language),
    penaltyPercent > 0 && _(msg`A wrong answer takes ${penaltyPercent}% of its points away; no answer takes nothing.`),
    mode === 'test' && !isOnePage && !canGoBack && _(msg`You see one question at a time, and cannot go back.`),
    [
      tries(quiz, language),
      ...(maxAttempts === 1 ? [] : [_(scoring[quiz.settings.scoring])]),
      ...(waitMinutes > 0 ? [_(msg`Wait ${{ length: lengthOf(waitMinutes) }} between attempts.`)] : []),
    ].join(' '),
    limit === null
      ? _(msg`There is no time limit. Your answers are kept, on every device.`)
      : _(
          msg`You have ${{ length: lengthOf(limit) }}. The clock keeps running if you leave. When it ends, your answers are submitted.`,
        ),
  ].flatMap((sentence) => sentence || []);
};
