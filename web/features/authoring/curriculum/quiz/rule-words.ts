import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { countOf } from '#contract/format.ts';

/** no wait, 10 minutes, 1 hour, 2 days. */
export const waitWords = (minutes: number): string => {
  if (minutes === 0) return 'no wait';
  if (minutes % 1440 === 0) return countOf(minutes / 1440, 'day');
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hour') : countOf(minutes, 'minute');
};

/** The rules as learners read them before they begin. */
export const readingWords = (settings: QuizSettings): string => {
  const { mode, passPercent, maxAttempts, waitMinutes, scoring, timeLimitMinutes, penaltyPercent, mustPass } = settings;
  const tries = maxAttempts === null ? 'as often as you like' : maxAttempts === 1 ? 'once' : `${maxAttempts} times`;
  const wait = waitMinutes === 0 ? '' : `, ${waitWords(waitMinutes)} apart`;
  const isTimed = mode === 'test' && timeLimitMinutes !== null;
  return [
    mode === 'practice' ? 'You see the right answer after each one.' : 'You see the result after you submit.',
    ...(isTimed ? [`You have ${countOf(timeLimitMinutes, 'minute')}.`] : []),
    `You pass with ${passPercent}%.${mustPass ? ' The next lectures open then.' : ''}`,
    ...(penaltyPercent > 0 ? [`A wrong answer takes ${penaltyPercent}% of its points away.`] : []),
    `You may try ${tries}${maxAttempts === 1 ? '.' : `${wait}; the ${scoring} score counts.`}`,
  ].join(' ');
};
