import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { CourseCard } from '#web/components/course-card.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { countOf } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { CardSkeleton, LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { pathTo } from '#web/paths.ts';
import { useSession } from '#web/session/use-session.ts';
import { type CourseFilter, useCourseFilter } from './use-course-filter.ts';

const COURSES_PER_PAGE = 12;

type CourseList = ResponseOf<'GET /courses'>;

interface CategoriesProps {
  categories: readonly string[];
  chosen: string;
  onChoose: (category: string) => void;
}

function Categories({ categories, chosen, onChoose }: CategoriesProps) {
  const all = chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories;
  return (
    <fieldset className="min-w-0 -mx-5 flex gap-2 overflow-x-auto px-5 py-1 lg:mx-0 lg:flex-wrap lg:px-1">
      <legend className="sr-only">Category</legend>
      {['', ...all].map((category) => (
        <button
          key={category}
          type="button"
          className="chip shrink-0 lg:shrink"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
        >
          {category || 'All'}
        </button>
      ))}
    </fieldset>
  );
}

interface PagingProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

function Paging({ page, pageCount, onPage }: PagingProps) {
  if (pageCount < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center justify-center gap-4">
      <Button tone="quiet" isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ArrowLeft size={16} aria-hidden="true" />
        Previous
      </Button>
      <span className="num text-sm" aria-live="polite">
        Page {page} of {pageCount}
      </span>
      <Button tone="quiet" isDisabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
        <ArrowRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}

/** Nothing found, a page past the end, or a school without courses. */
function NothingHere({ filter, onClear }: { filter: CourseFilter; onClear: () => void }): ReactNode {
  const session = useSession();
  if (filter.search || filter.category || filter.page > 1) {
    return (
      <EmptyState action={<Button onClick={onClear}>Show all courses</Button>}>
        {filter.search ? `No course matches “${filter.search}”.` : 'No courses here.'}
      </EmptyState>
    );
  }
  return session?.role === 'ADMIN' ? (
    <EmptyState action={<LinkButton to={pathTo('createCourse')}>Create new course</LinkButton>}>
      No courses yet. Create the first one.
    </EmptyState>
  ) : (
    <EmptyState action={<LinkButton to={pathTo('contact')}>Contact Us</LinkButton>}>
      Courses coming soon. Tell us what you would like to learn.
    </EmptyState>
  );
}

function Results({ list, isOld }: { list: CourseList; isOld: boolean }) {
  const { courses, total } = list;
  const lectures = courses.reduce((sum, course) => sum + course.numberOfLectures, 0);
  const isWhole = courses.length === total;
  return (
    <div className={isOld ? 'opacity-60' : undefined} aria-busy={isOld || undefined}>
      <output className="meta mt-5 mb-3 block">
        {countOf(total, 'course')}
        {isWhole && total > 0 && `, ${countOf(lectures, 'lecture')}`}
      </output>
      <h2 className="sr-only">Courses</h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {courses.map((course, index) => (
          <CourseCard key={course._id} course={course} isEager={index < 3} />
        ))}
      </div>
    </div>
  );
}

const ListSkeleton = () => (
  <>
    <LoadingNote>{messages.courses.loading}</LoadingNote>
    <Skeleton className="mt-5 mb-3 h-5 w-40" />
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  </>
);

export function Component() {
  const { filter, change } = useCourseFilter();
  const { search, category, page } = filter;
  const offset = (page - 1) * COURSES_PER_PAGE;
  const query = useQuery(courseListQuery({ limit: COURSES_PER_PAGE, offset, search, category }));
  useLoadToasts(query, messages.courses);

  return (
    <div className="page py-10 lg:py-14">
      <PageHeading>All courses</PageHeading>
      <div className="mt-6 flex flex-col gap-4 lg:flex-row lg:items-start">
        <div className="lg:w-96 lg:shrink-0">
          <SearchField
            label="Search titles and instructors"
            value={search}
            onSearch={(next) => change({ search: next }, { replaces: true })}
          />
        </div>
        <Categories
          categories={query.data?.categories ?? []}
          chosen={category}
          onChoose={(next) => change({ category: next })}
        />
      </div>
      <QueryBoundary query={query} skeleton={<ListSkeleton />} failure={messages.courses.broken} messageClass="mt-8">
        {(list) => (
          <>
            {list.courses.length > 0 ? (
              <Results list={list} isOld={query.isPlaceholderData} />
            ) : (
              <NothingHere filter={filter} onClear={() => change({ search: '', category: '' })} />
            )}
            <Paging
              page={page}
              pageCount={Math.ceil(list.total / COURSES_PER_PAGE)}
              onPage={(next) => change({ page: next })}
            />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
