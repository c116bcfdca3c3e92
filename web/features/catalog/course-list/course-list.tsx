import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, type Location, useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { CourseCard } from '#web/features/catalog/course-card.tsx';
import { CardSkeleton, EmptyState, LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useInBrowser } from '#web/ui/use-in-browser.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { CategoryChips, FilterBar } from './filter-bar.tsx';
import { CourseSearch } from './course-search.tsx';
import { PageLinks } from './page-links.tsx';
import {
  type CourseFilter,
  COURSES_PER_PAGE,
  NO_FILTER,
  pageInstead,
  requestOf,
  useCourseFilter,
  useReplacement,
  withFilter,
} from './use-course-filter.ts';

/** For learners who search. */
const SaidInLectures = lazyPart(() => import('#web/features/classroom/search/said-in-lectures.tsx'));

type CourseList = ResponseOf<'GET /courses'>;

const EVERYTHING = withFilter(NO_FILTER, {});

function NothingFound({ filter, didYouMean }: { filter: CourseFilter; didYouMean: string | null }) {
  return (
    <EmptyState
      action={
        <LinkButton to={EVERYTHING}>
          <Trans>Show all courses</Trans>
        </LinkButton>
      }
    >
      {filter.search ? <Trans>No results for “{{ search: filter.search }}”.</Trans> : <Trans>No courses here.</Trans>}
      {didYouMean !== null && (
        <>
          {' '}
          <Trans>
            Did you mean{' '}
            <Link to={withFilter(filter, { search: didYouMean })} className="link font-semibold">
              “{didYouMean}”
            </Link>
            ?
          </Trans>
        </>
      )}
    </EmptyState>
  );
}

/** Above results for similar words. */
function Corrected({ filter, didYouMean }: { filter: CourseFilter; didYouMean: string }) {
  const { search } = filter;
  return (
    <p className="mt-6">
      <Trans>
        Showing results for <strong>“{didYouMean}”</strong>. Search instead for{' '}
        <Link to={withFilter(filter, { exact: 'true' })} className="link font-semibold">
          “{search}”
        </Link>
        .
      </Trans>
    </p>
  );
}

/** Nothing found, or a school without courses. */
function NothingHere({ filter, list }: { filter: CourseFilter; list: CourseList }): ReactNode {
  const session = useSession();
  if (withFilter(filter, { page: filter.page }) !== EVERYTHING)
    return <NothingFound filter={filter} didYouMean={list.didYouMean} />;
  return session?.role === 'ADMIN' ? (
    <EmptyState
      action={
        <LinkButton to={pathTo('createCourse')}>
          <Trans>Create new course</Trans>
        </LinkButton>
      }
    >
      <Trans>No course is published yet.</Trans>
    </EmptyState>
  ) : (
    <EmptyState
      action={
        <LinkButton to={pathTo('contact')}>
          <Trans>Contact Us</Trans>
        </LinkButton>
      }
    >
      <Trans>Courses coming soon. Tell us what you would like to learn.</Trans>
    </EmptyState>
  );
}

/** A new page begins at its first course, also for those who read with a screen reader. */
const useStartOfPage = (page: number) => {
  const start = useRef<HTMLOutputElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    start.current?.focus({ preventScroll: true });
    start.current?.scrollIntoView({ block: 'start' });
  }, [page]);
  return start;
};

interface ResultsProps {
  list: CourseList;
  filter: CourseFilter;
  isOld: boolean;
  onChange: (part: Partial<CourseFilter>) => void;
}

function Results({ list, filter, isOld, onChange }: ResultsProps) {
  const { courses, total, totalLectures, teachers, teacherSlug, didYouMean } = list;
  const hasSession = useSession() !== undefined;
  const start = useStartOfPage(filter.page);
  const instead = isOld ? undefined : pageInstead(filter, list);
  useReplacement(instead);
  if (instead !== undefined) return null;
  return (
    <>
      {didYouMean !== null && total > 0 && <Corrected filter={filter} didYouMean={didYouMean} />}
      <div className="mt-4 mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <output ref={start} tabIndex={-1} className="meta scroll-mt-6 outline-none">
          <Plural value={total} one="# course" other="# courses" />
          {total > 0 && ', '}
          {total > 0 && <Plural value={totalLectures} one="# lecture" other="# lectures" />}
          {teacherSlug !== null && (
            <Link to={pathTo('teacher', { slug: teacherSlug })} className="link ms-4 font-semibold">
              <Trans>About {{ teacher: filter.teacher }}</Trans>
            </Link>
          )}
        </output>
        <FilterBar filter={filter} teachers={teachers} total={total} onChange={onChange} />
      </div>
      {courses.length === 0 ? (
        <NothingHere filter={filter} list={list} />
      ) : (
        <div className={isOld ? 'opacity-60' : undefined} aria-busy={isOld || undefined}>
          <h2 className="sr-only">
            <Trans>Courses</Trans>
          </h2>
          <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {courses.map((course, index) => (
              <CourseCard key={course._id} course={course} isEager={index === 0} />
            ))}
          </div>
        </div>
      )}
      {courses.length > 0 && <PageLinks filter={filter} total={total} />}
      {filter.search && hasSession && (
        <Suspense>
          <SaidInLectures search={filter.search} />
        </Suspense>
      )}
    </>
  );
}

const ListSkeleton = () => (
  <>
    <LoadingNote>{messages.courses.loading}</LoadingNote>
    <div className="mt-4 mb-3 flex min-h-11 items-center">
      <Skeleton className="h-5 w-40" />
    </div>
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: COURSES_PER_PAGE }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  </>
);

export function Component() {
  const { t } = useLingui();
  const { filter, change } = useCourseFilter();
  const query = useQuery(courseListQuery(requestOf(filter)));
  useLoadToasts(query, messages.courses);

  return (
    <div className="page py-10 lg:py-14">
      <PageHeading>{t`All courses`}</PageHeading>
      <CreatedCourse />
      <div className="mt-6 flex flex-col gap-4 lg:flex-row lg:items-center lg:gap-6">
        <CourseSearch filter={filter} />
        <CategoryChips filter={filter} categories={query.data?.categories ?? []} />
      </div>
      <QueryBoundary query={query} skeleton={<ListSkeleton />} failure={messages.courses.broken} messageClass="mt-8">
        {(list) => <Results list={list} filter={filter} isOld={query.isPlaceholderData} onChange={change} />}
      </QueryBoundary>
    </div>
  );
}

interface Created {
  courseId: string;
  title: string;
  cover?: unknown;
}

const isCreated = (value: unknown): value is Created =>
  typeof value === 'object' &&
  value !== null &&
  'courseId' in value &&
  typeof value.courseId === 'string' &&
  'title' in value &&
  typeof value.title === 'string';

/** After a course was created: the way to its curriculum. It stays with this entry of the history, which the server does not know. */
function CreatedCourse() {
  const { t } = useLingui();
  const isInBrowser = useInBrowser();
  const { state }: Location<unknown> = useLocation();
  if (!isInBrowser) return null;
  const created = typeof state === 'object' && state !== null && 'created' in state ? state.created : undefined;
  if (!isCreated(created)) return null;
  return (
    <section
      aria-label={t`Your new course`}
      className="surface mt-6 grid items-center overflow-hidden border-primary sm:grid-cols-[21rem_1fr]"
    >
      <Cover title={created.title} src={typeof created.cover === 'string' ? created.cover : null} />
      <div className="min-w-0 p-5 sm:p-6">
        <p className="meta">
          <Trans>Draft. Only admins see it.</Trans>
        </p>
        <h2 className="text-title wrap-anywhere">{created.title}</h2>
        <p className="mt-1 mb-4 text-muted">
          <Trans>Add lectures, then publish it.</Trans>
        </p>
        <LinkButton size="large" to={pathTo('editCourse', { course: created.courseId })}>
          <Trans>Build the curriculum</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
