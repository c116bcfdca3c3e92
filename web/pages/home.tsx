import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { courseListQuery } from '#web/api/queries.ts';
import { Amount } from '#web/components/amount.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { CourseCard } from '#web/components/course-card.tsx';
import { Book } from '#web/components/cover.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Price } from '#web/components/price.tsx';
import { useSite } from '#web/components/site.tsx';
import { CardSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { TermsLink } from '#web/components/terms-link.tsx';
import { mayWatch, useSession } from '#web/session/use-session.ts';

const SHOWN_COURSES = 3;

/** Only for those who may watch: a visitor's first page does not pay for it. */
const ContinueWatching = lazy(() => import('#web/pages/continue-watching.tsx'));

/** Places on the ledge: how large each book is, and what stands there while the shelf has fewer courses. */
const places = [
  { className: 'h-[46%] w-[19%] text-[0.8rem] max-sm:hidden', decoration: 'The Courtyard House: Climate and Plan' },
  {
    className: 'h-[68%] w-[25%] text-[0.8rem] max-sm:h-[66%] max-sm:w-[30%] sm:text-lg',
    decoration: 'Indian Miniature Painting',
  },
  {
    className: 'h-[86%] w-[29%] text-[0.8rem] max-sm:h-[90%] max-sm:w-[34%] sm:text-xl',
    decoration: 'Read a Balance Sheet in an Afternoon',
  },
  {
    className: 'h-[56%] w-[21%] text-[0.75rem] max-sm:h-[60%] max-sm:w-[28%] sm:text-[0.9rem]',
    decoration: 'Statistics You Can Trust',
  },
] as const;

function Shelf({ courses }: { courses: readonly Course[] | undefined }) {
  return (
    <div className="flex h-60 items-end gap-2 sm:h-80 sm:gap-3 lg:h-[26.5rem] lg:flex-1" aria-hidden="true">
      {courses &&
        places.map(({ className, decoration }, index) => {
          const title = courses[index]?.title;
          return <Book key={decoration} title={title ?? decoration} hidesTitle={!title} className={className} />;
        })}
    </div>
  );
}

function Hero({ courses }: { courses: readonly Course[] | undefined }) {
  return (
    <section>
      <div className="page flex flex-col gap-8 pt-8 lg:flex-row lg:items-end lg:gap-8 lg:pt-6 xl:gap-12">
        <div className="lg:w-[28rem] xl:w-[33rem] lg:shrink-0 lg:self-center lg:pb-16">
          <PageHeading className="text-hero">Find out best Online Courses</PageHeading>
          <p className="text-muted mt-4 max-w-96 text-lg lg:mt-6">
            Taught by people who do the work. One yearly bundle opens every lecture.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton to="/courses" size="large">
              Explore Courses
              <ArrowRight size={16} aria-hidden="true" />
            </LinkButton>
            <LinkButton to="/contact" size="large" tone="quiet">
              Contact Us
            </LinkButton>
          </div>
        </div>
        <Shelf courses={courses} />
      </div>
      <div className="ledge rounded-none" />
    </section>
  );
}

function Promises() {
  const { priceInPaise, renews } = useSite();
  const promises = [
    [
      <Amount key="price" paise={priceInPaise} />,
      renews ? 'a year for the whole bundle' : 'for the whole bundle, once',
    ],
    ['1 year', 'of every lecture in every course'],
    ['7 days', 'to cancel with a 100% refund'],
  ] as const;
  return (
    <section aria-label="The bundle in short" className="border-line bg-base-100 border-b">
      <ul className="page grid sm:grid-cols-3">
        {promises.map(([fact, meaning]) => (
          <li
            key={meaning}
            className="border-line flex items-baseline gap-3 py-3.5 not-first:border-t sm:block sm:py-7 sm:not-first:border-s sm:not-first:border-t-0 sm:not-first:ps-8"
          >
            <p className="font-display text-2xl font-medium sm:text-3xl">{fact}</p>
            <p className="text-muted text-sm">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewCourses() {
  const query = useQuery(courseListQuery({ limit: places.length }));
  const courses = query.data?.courses.slice(0, SHOWN_COURSES);
  return (
    <section className="page py-14 lg:py-20" aria-labelledby="new-courses">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="new-courses" className="text-section">
          New on the shelf
        </h2>
        <Link to="/courses" className="btn btn-ghost -me-[1.125rem]">
          All courses
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      {query.isError && (
        <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {sentenceOf(query.error, messages.courses.broken)}
        </ErrorState>
      )}
      {courses?.length === 0 && (
        <EmptyState action={<LinkButton to="/contact">Contact Us</LinkButton>}>
          The first course is being written. Tell us what you would like to learn.
        </EmptyState>
      )}
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3" aria-busy={query.isPending || undefined}>
        {query.isPending && Array.from({ length: SHOWN_COURSES }, (_, index) => <CardSkeleton key={index} />)}
        {courses?.map((course) => (
          <CourseCard key={course._id} course={course} />
        ))}
      </div>
    </section>
  );
}

/** The only coral of the page: the way to buying. Whoever may watch already does not need it. */
function BundleBand() {
  const session = useSession();
  if (mayWatch(session)) return null;
  return (
    <section className="page pb-14 lg:pb-20" aria-labelledby="bundle">
      <div className="rounded-box bg-neutral text-neutral-content flex flex-col gap-6 p-6 sm:p-10 lg:flex-row lg:items-center lg:justify-between lg:p-14">
        <div className="max-w-[38rem]">
          <h2 id="bundle" className="text-section">
            One bundle, the whole library
          </h2>
          <p className="text-neutral-muted mt-3">
            Buy it once and watch any lecture for a year. If it is not for you, cancel within 7 days of purchase and get
            a 100% refund. <TermsLink>Terms applied.</TermsLink>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-6">
          <Price className="text-6xl" />
          <LinkButton to="/checkout" tone="buy" size="large">
            Subscribe
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

export function Component() {
  const isWatching = mayWatch(useSession());
  const { data, isError } = useQuery(courseListQuery({ limit: places.length }));
  return (
    <>
      <Hero courses={isError ? [] : data?.courses} />
      <Promises />
      {isWatching && (
        <Suspense>
          <ContinueWatching />
        </Suspense>
      )}
      <NewCourses />
      <BundleBand />
    </>
  );
}
