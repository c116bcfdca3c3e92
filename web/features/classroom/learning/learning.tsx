import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { ResponseOf } from '#web/api/call.ts';
import { learningQuery } from '#web/api/course-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { countOf } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { CardSkeleton, LoadingNote, Skeleton } from '#web/ui/page/skeletons.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/paths.ts';
import { keepsLectures } from '#web/app/session/keeps-lectures.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { ContinueCard } from './continue-card.tsx';
import { Finished, NewRow, StartedCourse } from './course-parts.tsx';
import { Membership } from './membership.tsx';
import { sinceWhen } from './since.ts';

type Overview = ResponseOf<'GET /learning'>;

interface PartProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

function Part({ title, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-12 min-w-0 lg:mt-16">
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const NothingStarted = () => (
  <EmptyState
    action={
      <LinkButton to={pathTo('courses')} size="large">
        See all courses
      </LinkButton>
    }
  >
    Choose your first course
  </EmptyState>
);

function Learning({ overview, isOpen }: { overview: Overview; isOpen: boolean }) {
  const { continue: last, started, finished, news, lastVisitAt } = overview;
  const { timeZone } = useSite();
  const nowMs = useNow();
  const isNew = last === null && started.length === 0 && finished.length === 0;
  return (
    <>
      {isNew && <NothingStarted />}
      {last && <ContinueCard item={last} isOpen={isOpen} />}
      {started.length > 0 && (
        <Part title="Started">
          <div className="learning-grid">
            {started.map((course) => (
              <StartedCourse key={course._id} course={course} isOpen={isOpen} />
            ))}
          </div>
        </Part>
      )}
      <div className={news.length > 0 && finished.length > 0 ? 'gap-x-12 lg:grid lg:grid-cols-[3fr_2fr]' : undefined}>
        {news.length > 0 && lastVisitAt !== null && (
          <Part title={`New since ${sinceWhen(lastVisitAt, nowMs, timeZone)}`}>
            <ul className="learning-rows">
              {news.map((item) => (
                <NewRow key={item.course._id} item={item} isOpen={isOpen} />
              ))}
            </ul>
          </Part>
        )}
        {finished.length > 0 && (
          <Part
            title="Finished"
            aside={<span className="text-sm text-muted">{countOf(finished.length, 'course')}</span>}
          >
            <Finished courses={finished} isOpen={isOpen} />
          </Part>
        )}
      </div>
    </>
  );
}

const LearningSkeleton = () => (
  <>
    <LoadingNote />
    <div
      className="surface mt-8 overflow-hidden lg:grid lg:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]"
      aria-hidden="true"
    >
      <div className="cover" />
      <div className="space-y-4 p-8">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="mt-10 h-12 w-44" />
      </div>
    </div>
    <div className="learning-grid mt-16" aria-hidden="true">
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  </>
);

/** The home of somebody who learns here. When access has ended, what was learned stays. */
export function Component() {
  const query = useQuery(learningQuery());
  const isOpen = hasAccess(useSession());
  return (
    <div className="page py-8 lg:py-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <PageHeading>My learning</PageHeading>
        <Membership />
      </div>
      {keepsLectures() && (
        <Link to={pathTo('offline')} className="link mt-3 inline-flex min-h-11 items-center gap-2">
          <Download size={18} aria-hidden="true" />
          Kept lectures
        </Link>
      )}
      <QueryBoundary query={query} skeleton={<LearningSkeleton />} failure="Something went wrong" messageClass="mt-8">
        {(overview) => <Learning overview={overview} isOpen={isOpen} />}
      </QueryBoundary>
    </div>
  );
}
