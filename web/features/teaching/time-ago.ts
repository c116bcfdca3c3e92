import { msg, plural } from '@lingui/core/macro';
import { HOUR_MS } from '#contract/durations.ts';
import type { Language } from '#contract/languages/language.ts';

/** "today", or "9 days ago". */
export const formatAgo = (instant: string, nowMs: number, { _ }: Language): string => {
  const hours = Math.floor((nowMs - Date.parse(instant)) / HOUR_MS);
  if (hours < 1) return _(msg`just now`);
  return hours < 24
    ? _(msg({ message: plural(hours, { one: '# hour ago', other: '# hours ago' }) }))
    : _(msg({ message: plural(Math.floor(hours / 24), { one: '# day ago', other: '# days ago' }) }));
};
