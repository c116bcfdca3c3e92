import { useSay } from '#web/ui/language/language.tsx';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import { messages } from '#contract/messages.ts';
import type { PresentedBlock } from '#contract/catalog/page-blocks.ts';
import { courseListQuery, pageBlocksQuery } from '#web/api/course-queries.ts';
import { useTermWords } from '#web/ui/language/term-words.ts';
import { Amount, firstBundle } from '#web/features/billing/plan-terms.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { LaterBlocks } from '#web/features/catalog/page-blocks/later-blocks.tsx';
import { CourseCard } from '#web/features/catalog/course-card.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { CardSkeleton, EmptyState, LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { BundleBand } from './bundle-band.tsx';

const SHOWN_COURSES = 3;

/** Loaded only for users with courses, to keep the first page of visitors small. */
const Learning = lazy(() => import('#web/features/classroom/learning/home-of-learner.tsx'));

/** The size of each book, and its decoration while there are fewer courses. */
const bookSlots = [
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
    <div className="shelf flex h-60 items-end gap-2 sm:h-80 sm:gap-3 lg:h-[26.5rem] lg:flex-1" aria-hidden="true">
      {courses &&
        bookSlots.map(({ className, decoration }, index) => {
          const { title, thumbnail } = courses[index] ?? {};
          return (
            <Book
              key={decoration}
              title={title ?? decoration}
              src={thumbnail?.secure_url}
              hidesTitle={!title}
              className={className}
            />
          );
        })}
    </div>
  );
}

const HeroActions = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <div className="flex flex-wrap gap-3">
    <LinkButton to={pathTo('courses')} size="large" tone={isQuiet ? 'quiet' : 'primary'}>
      <Trans>Explore Courses</Trans>
      <ArrowRight size={16} aria-hidden="true" />
    </LinkButton>
    <LinkButton to={pathTo('contact')} size="large" tone="quiet">
      <Trans>Contact Us</Trans>
    </LinkButton>
  </div>
);

/** Learners come for their courses, which are above. */
function ShortHero() {
  const { tagline } = useSite();
  const say = useSay();
  return (
    <section className="page flex flex-wrap items-center justify-between gap-x-10 gap-y-5 pb-14 lg:pb-20">
      <PageHeading>{say(tagline)}</PageHeading>
      <HeroActions isQuiet />
    </section>
  );
}

function Hero({ courses }: { courses: readonly Course[] | undefined }) {
  const { tagline, heroText } = useSite();
  const say = useSay();
  return (
    <section className="opening">
      <div className="page flex flex-col gap-8 pt-8 lg:flex-row lg:items-end lg:gap-8 lg:pt-6 xl:gap-12">
        <div className="lg:w-[28rem] xl:w-[33rem] lg:shrink-0 lg:self-center lg:pb-16">
          <PageHeading className="text-hero">{say(tagline)}</PageHeading>
          <p className="text-muted mt-4 max-w-96 text-lg lg:mt-6">{say(heroText)}</p>
          <div className="mt-6">
            <HeroActions />
          </div>
        </div>
        <Shelf courses={courses} />
      </div>
      <div className="ledge rounded-none" />
    </section>
  );
}

function Promises() {
  const { plans } = useSite();
  const { t } = useLingui();
  const termWords = useTermWords();
  const plan = firstBundle(plans);
  if (!plan) return null;
  const { priceInPaise, term, isRenewing, refundDays } = plan;
  const promises = [
    [
      <Amount key="price" paise={priceInPaise} />,
      isRenewing ? t`${{ each: termWords.each(term) }}, all courses` : t`one payment, all courses`,
    ],
    [termWords.label(term), t`of access to every lecture`],
    ...(refundDays > 0
      ? [[termWords.length({ unit: 'day', count: refundDays }), t`to cancel with a 100% refund`] as const]
      : []),
  ] as const;
  return (
    <section aria-label={t`Bundle summary`} className="border-line bg-base-100 border-b">
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

const CardGrid = ({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) => (
  <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3" aria-busy={isBusy || undefined}>
    {children}
  </div>
);

const NONE: ReadonlySet<string> = new Set();

/** The newest; of a learner, those that are not begun. */
function NewCourses({ without = NONE }: { without?: ReadonlySet<string> }) {
  const query = useQuery(courseListQuery({ limit: bookSlots.length }));
  const isNew = ({ _id }: Pick<Course, '_id'>): boolean => !without.has(_id);
  if (without.size > 0 && query.data?.courses.some(isNew) === false) return null;
  return (
    <section className="page py-14 lg:py-20" aria-labelledby="new-courses">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="new-courses" className="text-section">
          <Trans>New courses</Trans>
        </h2>
        <Link to={pathTo('courses')} className="btn btn-ghost -me-[1.125rem]">
          <Trans>All courses</Trans>
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
      <QueryBoundary
        query={query}
        skeleton={
          <CardGrid isBusy>
            {Array.from({ length: SHOWN_COURSES }, (_, index) => (
              <CardSkeleton key={index} />
            ))}
          </CardGrid>
        }
        failure={messages.courses.broken}
      >
        {({ courses }) =>
          courses.length === 0 ? (
            <EmptyState
              action={
                <LinkButton to={pathTo('contact')}>
                  <Trans>Contact Us</Trans>
                </LinkButton>
              }
            >
              <Trans>Courses coming soon. Tell us what you would like to learn.</Trans>
            </EmptyState>
          ) : (
            <CardGrid>
              {courses
                .filter(isNew)
                .slice(0, SHOWN_COURSES)
                .map((course) => (
                  <CourseCard key={course._id} course={course} />
                ))}
            </CardGrid>
          )
        }
      </QueryBoundary>
    </section>
  );
}

/** In the shape of the content, and as high as the window, so that nothing in sight moves when it arrives. */
const waiting = (
  <div className="page min-h-dvh pt-8">
    <LoadingNote />
    <Skeleton className="h-110 rounded-box lg:h-92" />
  </div>
);

/** Of users with courses; those who have single ones may still buy the bundle. */
const HomeOfLearner = ({ hasBundle }: { hasBundle: boolean }) => (
  <>
    <Suspense fallback={waiting}>
      <Learning waiting={waiting}>
        {(begun) => (
          <>
            <NewCourses without={begun} />
            {!hasBundle && <BundleBand />}
          </>
        )}
      </Learning>
    </Suspense>
    <ShortHero />
  </>
);

function HomeOfVisitor() {
  const { data, isError } = useQuery(courseListQuery({ limit: bookSlots.length }));
  return (
    <div className="for-visitors">
      <Hero courses={isError ? [] : data?.courses} />
      <Promises />
      <BelowPromises />
    </div>
  );
}

/** The blocks of the owner, and what every school shows unless one of them takes its place. */
function BelowPromises() {
  const { hasBlocks } = useSite();
  const { data, isError } = useQuery({ ...pageBlocksQuery('home'), enabled: hasBlocks });
  if (hasBlocks && !data && !isError) return waiting;
  const blocks = data?.blocks ?? [];
  const has = (kind: PresentedBlock['kind']) => blocks.some((block) => block.kind === kind);
  return (
    <>
      {blocks.length > 0 && (
        <div className={`page pt-14 lg:pt-20 ${has('courses') ? 'pb-14 lg:pb-20' : ''}`}>
          <LaterBlocks blocks={blocks} hasBuyButton />
        </div>
      )}
      {!has('courses') && <NewCourses />}
      {!has('plans') && <BundleBand />}
    </>
  );
}

export function Component() {
  const session = useSession();
  const hasBundle = hasAccess(session);
  return hasBundle || session?.user.hasCourses ? <HomeOfLearner hasBundle={hasBundle} /> : <HomeOfVisitor />;
}
