import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { Language } from '#contract/languages/language.ts';

/** no wait, 10 minutes, 1 hour, 2 days. */
export const waitWords = (minutes: number, { _ }: Language): string => {
  if (minutes === 0) return _(msg`no wait`);
  if (minutes % 1440 === 0) return _(msg({ message: plural(minutes / 1440, { one: '# day', other: '# days' }) }));
  return minutes % 60 === 0
    ? _(msg({ message: plural(minutes / 60, { one: '# hour', other: '# hours' }) }))
    : _(msg({ message: plural(minutes, { one: '# minute', other: '# minutes' }) }));
};

/** Of a score: which one counts. */
export const scoringWords: Record<QuizSettings['scoring'], MessageDescriptor> = {
  best: msg({ context: 'score', message: 'best' }),
  last: msg({ context: 'score', message: 'last' }),
  first: msg({ context: 'score', message: 'first' }),
  average: msg({ context: 'score', message: 'average' }),
};

const triesWords = ({ maxAttempts, waitMinutes, scoring }: QuizSettings, language: Language): string => {
  const { _ } = language;
  const score = _(scoringWords[scoring]);
  const wait = waitWords(waitMinutes, language);
  if (maxAttempts === 1) return _(msg`You may try once.`);
  if (maxAttempts === null)
    return waitMinutes === 0
      ? _(msg`You may try as often as you like; the ${score} score counts.`)
      : _(msg`You may try as often as you like, ${wait} apart; the ${score} score counts.`);
  return waitMinutes === 0
    ? _(msg`You may try ${maxAttempts} times; the ${score} score counts.`)
    : _(msg`You may try ${maxAttempts} times, ${wait} apart; the ${score} score counts.`);
};

/** The rules as learners read them before they begin. */
export const readingWords = (settings: QuizSettings, language: Language): string => {
  const { _ } = language;
  const { mode, passPercent, timeLimitMinutes, penaltyPercent, mustPass } = settings;
  const isTimed = mode === 'test' && timeLimitMinutes !== null;
  return [
    mode === 'practice'
      ? _(msg`You see the right answer after each one.`)
      : _(msg`You see the result after you submit.`),
    ...(isTimed
      ? [_(msg({ message: plural(timeLimitMinutes, { one: 'You have # minute.', other: 'You have # minutes.' }) }))]
      : []),
    _(msg`You pass with ${passPercent}%.`),
    ...(mustPass ? [_(msg`The next lectures open then.`)] : []),
    ...(penaltyPercent > 0 ? [_(msg`A wrong answer takes ${penaltyPercent}% of its points away.`)] : []),
    triesWords(settings, language),
  ].join(' ');
};
