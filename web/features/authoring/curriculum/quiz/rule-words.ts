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
