import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#web/api/call.ts';
import { continueWatchingQuery } from '#web/api/lecture-queries.ts';
import { accessSentenceOf } from '#web/features/billing/right-words.ts';
import { useIsOpen, useRights } from '#web/features/billing/rights.ts';
import { leftInLecture } from '#web/features/classroom/lecture-list/time-left.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

/** The next lecture for users with access, once the course is begun, or a note that there is none yet. */
export const useNextLecture = ({ _id: courseId, lectures }: AboutCourse): string | undefined => {
  const isOpen = useIsOpen(courseId);
  const language = useLanguage();
  const { _ } = language;
  const { data } = useQuery({ ...continueWatchingQuery(), enabled: isOpen });
  if (isOpen && lectures.length === 0)
    return _(msg`No lectures yet. You can watch them as soon as they are published.`);
  const begun = data?.items.find((item) => item.course._id === courseId);
  if (!begun) return undefined;
  const { title, durationMs } = begun.lecture;
  const left = leftInLecture({ durationMs, progress: begun.progress }, language);
  return [_(msg`Next: ${title}`), left].filter(Boolean).join(' · ');
};

/** Until when and through what the course is open. */
export function CoverNote({ courseId }: { courseId: string }) {
  const { timeZone } = useSite();
  const language = useLanguage();
  const right = useRights().rightTo(courseId);
  return (
    <p className="text-muted mt-3.5 text-sm wrap-anywhere">
      {right ? (
        accessSentenceOf(right, timeZone, language)
      ) : (
        <Trans>You have access to every lecture in this course.</Trans>
      )}
    </p>
  );
}
