import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#contract/durations.ts';
import { dateFormat, ENGLISH, formatDay } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { LearnedCourse } from '#contract/classroom/learning.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { learningQuery } from '#web/api/lecture-queries.ts';
import { CardSkeleton, LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useHasPaused } from '#web/features/billing/parts/parts-queries.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ContinueCard, Finished, NewRow, NothingStarted, StartedCourse } from './course-parts.tsx';
import { EndedCourses } from './ended-courses.tsx';
import { Membership } from './membership.tsx';
import { Certificates } from './certificates.tsx';
import { ClassCalendar } from './class-calendar.tsx';
import { Part } from './part.tsx';
import { Podcasts } from './podcasts.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

/** Most learners have not turned them off. */
const RecallOff = lazyPart(async () => ({ default: (await import('#web/features/quizzes/recall.tsx')).RecallOff }));

/** Most schools have none. */
const OwnBatches = lazyPart(() => import('#web/features/batches/own-batches.tsx'));

/** Most learners pay online. */
const OwnRequests = lazyPart(() => import('#web/features/billing/ways/own-requests.tsx'));

/** Few buyers pay in parts. */
const OwnParts = lazyPart<{ isShort: boolean; className: string }>(
  () => import('#web/features/billing/parts/own-parts.tsx'),
);

const WEEKDAY_MAX_MS = 6 * DAY_MS;

/** "Tuesday" for a moment of the last six days, otherwise the date. */
export const sinceWhen = (instant: string, nowMs: number, timeZone: string, locale = ENGLISH): string =>
  nowMs - Date.parse(instant) <= WEEKDAY_MAX_MS
    ? dateFormat(locale, { weekday: 'long', timeZone }).format(new Date(instant))
    : formatDay(instant, timeZone, locale);

/** On phones rows, with a line between them. */
const GRID = 'grid grid-cols-1 max-sm:border-b max-sm:border-line sm:grid-cols-2 sm:gap-6 lg:grid-cols-3';

type Overview = ResponseOf<'GET /learning'>;

const Courses = ({ title, courses }: { title: string; courses: readonly LearnedCourse[] }) =>
  courses.length > 0 && (
    <Part title={title}>
      <div className={GRID}>
        {courses.map((course) => (
          <StartedCourse key={course._id} course={course} />
        ))}
      </div>
    </Part>
  );

/** What is new since the last visit, beside what is finished. */
function NewAndFinished({ news, finished, lastVisitAt }: Pick<Overview, 'news' | 'finished' | 'lastVisitAt'>) {
  const { timeZone } = useSite();
  const nowMs = useNow();
  const { t } = useLingui();
  const locale = useLocale();
  const day = lastVisitAt && sinceWhen(lastVisitAt, nowMs, timeZone, locale);
  return (
    <div className={news.length > 0 && finished.length > 0 ? 'gap-x-12 lg:grid lg:grid-cols-[3fr_2fr]' : undefined}>
      {news.length > 0 && day !== null && (
        <Part title={t`New since ${day}`}>
          <ul className="surface divide-y divide-line max-sm:rounded-none max-sm:border-x-0 max-sm:bg-transparent">
            {news.map((item) => (
              <NewRow key={item.course._id} item={item} />
            ))}
          </ul>
        </Part>
      )}
      {finished.length > 0 && (
        <Part
          title={t`Finished`}
          aside={
            <span className="text-sm text-muted">
              <Plural value={finished.length} one="# course" other="# courses" />
            </span>
          }
        >
          <Finished courses={finished} />
        </Part>
      )}
    </div>
  );
}

function Learning({ overview }: { overview: Overview }) {
  const { continue: last, started, notStarted, finished, ended } = overview;
  const { community } = useSite();
  const { t } = useLingui();
  const isPaused = useHasPaused();
  const courses = [...(last ? [last.course] : []), ...started, ...notStarted, ...finished];
  const isNew = last === null && finished.length === 0 && ended.length === 0;
  return (
    <>
      <Suspense fallback={null}>
        <OwnRequests className="mt-8" />
        <OwnParts isShort className="mt-8" />
        <OwnBatches>{(list) => <Part title={t`Your batches`}>{list}</Part>}</OwnBatches>
      </Suspense>
      {isNew && <NothingStarted />}
      {last && <ContinueCard item={last} />}
      <Courses title={t`Started`} courses={started} />
      <Courses title={t`Not started`} courses={notStarted} />
      <NewAndFinished {...overview} />
      <Certificates />
      {courses.length > 0 && <ClassCalendar />}
      {community.podcasts && courses.length > 0 && (
        <Part title={t`Listen in a podcast app`}>
          <Podcasts courses={courses} />
        </Part>
      )}
      {ended.length > 0 && (
        <Part title={isPaused ? t`Paused and ended` : t`Ended`}>
          <EndedCourses courses={ended} />
        </Part>
      )}
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
    <div className={`${GRID} mt-16`} aria-hidden="true">
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  </>
);

/** The home of a learner. Progress stays after access has ended. */
export function Component() {
  const query = useQuery(learningQuery());
  const { t } = useLingui();
  return (
    <div className="page py-8 lg:py-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <PageHeading>{t`My learning`}</PageHeading>
        <Membership />
      </div>
      {hasDownloads() && (
        <Link to={pathTo('offline')} className="link mt-3 inline-flex min-h-11 items-center gap-2">
          <Download size={18} aria-hidden="true" />
          <Trans>Offline lectures</Trans>
        </Link>
      )}
      <QueryBoundary
        query={query}
        skeleton={<LearningSkeleton />}
        failure={t`Something went wrong`}
        messageClass="mt-8"
      >
        {(overview) => <Learning overview={overview} />}
      </QueryBoundary>
      <Suspense>
        <RecallOff />
      </Suspense>
    </div>
  );
}
