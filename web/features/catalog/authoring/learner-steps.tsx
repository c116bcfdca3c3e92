import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay } from '#contract/format.ts';
import { courseLearnerQuery } from '#web/api/teaching-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Steps = ResponseOf<'GET /courses/:courseId/learners/:userId'>;

interface LearnerStepsProps {
  courseId: string;
  userId: string;
  name: string;
}

/** Where a learner is in a course, lecture by lecture; closed at first. */
export function LearnerSteps({ courseId, userId, name }: LearnerStepsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1 text-sm font-normal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-9 cursor-pointer items-center" aria-label={`Lectures of ${name}`}>
        Lectures
      </summary>
      {isOpen && <Opened courseId={courseId} userId={userId} />}
    </details>
  );
}

function Opened({ courseId, userId }: Omit<LearnerStepsProps, 'name'>) {
  const query = useQuery(courseLearnerQuery(courseId, userId));
  return (
    <QueryBoundary
      query={query}
      skeleton={<Skeleton className="h-16 w-64" />}
      failure="This could not be loaded"
      isInPanel
    >
      {(steps) => <Lectures steps={steps} />}
    </QueryBoundary>
  );
}

const Lectures = ({ steps: { lectures, attempts } }: { steps: Steps }) => {
  const { timeZone } = useSite();
  const day = (at: string): string => formatShortDay(at, timeZone);
  return (
    <>
      <ol className="mt-1 max-h-72 list-decimal overflow-y-auto ps-6">
        {lectures.map(({ _id, title, isDone, seenAt }) => (
          <li key={_id} className="py-0.5">
            <span className="wrap-anywhere">{title}</span>{' '}
            <span className="meta">
              {isDone ? 'Done' : seenAt === null ? 'Not begun' : 'Begun'}
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
                {title}, attempt {number}
              </span>{' '}
              <span className="meta">
                {percent === null ? 'Open' : `${percent}%, ${isPassed ? 'passed' : 'not passed'}`}, {day(startedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
