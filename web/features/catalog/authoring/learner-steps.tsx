import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay } from '#contract/format.ts';
import { courseLearnerQuery } from '#web/api/teaching-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

type Steps = ResponseOf<'GET /courses/:courseId/learners/:userId'>;

interface LearnerStepsProps {
  courseId: string;
  userId: string;
  name: string;
}

/** Where a learner is in a course, lecture by lecture; closed at first. */
export function LearnerSteps({ courseId, userId, name }: LearnerStepsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1 text-sm font-normal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-9 cursor-pointer items-center" aria-label={t`Lectures of ${name}`}>
        <Trans>Lectures</Trans>
      </summary>
      {isOpen && <Opened courseId={courseId} userId={userId} />}
    </details>
  );
}

function Opened({ courseId, userId }: Omit<LearnerStepsProps, 'name'>) {
  const { t } = useLingui();
  const query = useQuery(courseLearnerQuery(courseId, userId));
  return (
    <QueryBoundary
      query={query}
      skeleton={<Skeleton className="h-16 w-64" />}
      failure={t`This could not be loaded`}
      isInPanel
    >
      {(steps) => <Lectures steps={steps} />}
    </QueryBoundary>
  );
}

const Lectures = ({ steps: { lectures, attempts } }: { steps: Steps }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const day = (at: string): string => formatShortDay(at, timeZone, locale);
  return (
    <>
      <ol className="mt-1 max-h-72 list-decimal overflow-y-auto ps-6">
        {lectures.map(({ _id, title, isDone, seenAt }) => (
          <li key={_id} className="py-0.5">
            <span className="wrap-anywhere">{title}</span>{' '}
            <span className="meta">
              {isDone ? t`Done` : seenAt === null ? t`Not begun` : t`Begun`}
              {seenAt !== null && `, ${day(seenAt)}`}
            </span>
          </li>
        ))}
      </ol>
      {attempts.length > 0 && (
        <ul className="mt-2">
          {attempts.map(({ title, number, percent, isPassed, startedAt }) => (
            <li key={`${title} ${number}`} className="py-0.5">
              <span className="wrap-anywhere">
                <Trans>
                  {title}, attempt {number}
                </Trans>
              </span>{' '}
              <span className="meta">
                {percent === null
                  ? t({ message: 'Open', context: 'attempt' })
                  : `${percent}%, ${isPassed ? t`passed` : t`not passed`}`}
                , {day(startedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
