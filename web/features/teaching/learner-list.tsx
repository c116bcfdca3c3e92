import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#web/api/call.ts';
import { formatAgo } from './time-ago.ts';
import type { Language } from '#contract/languages/language.ts';

export type Learner = ResponseOf<'GET /teach/courses/:courseId/learners'>['learners'][number];

/** How far a learner is. */
export const LearnerProgress = ({ doneLectures, lectures, percent }: Learner) => (
  <span className="block w-32 text-sm">
    <span className="num flex justify-between gap-3">
      <span className="meta">
        <Trans>
          {doneLectures} of {lectures}
        </Trans>
      </span>
      {percent}%
    </span>
    <progress className="progress mt-1 h-1.5 w-full text-primary" value={percent} max={100} aria-hidden="true" />
  </span>
);

/** Where a learner is, and since when. */
export const whereabouts = (
  { percent, lastLecture, watchedAt }: Learner,
  nowMs: number,
  language: Language,
): string => {
  const { _ } = language;
  const ago = formatAgo(watchedAt, nowMs, language);
  return percent === 100 || lastLecture === '' ? _(msg`Watched ${ago}`) : _(msg`At “${lastLecture}”, ${ago}`);
};
