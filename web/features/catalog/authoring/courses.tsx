import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { CourseSort, CourseState } from '#contract/authoring.ts';
import { messages } from '#contract/messages.ts';
import { allCoursesQuery } from '#web/api/course-queries.ts';
import { download } from '#web/api/download.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { countOf } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import type { TableFilter } from '#web/ui/table/column.ts';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type TableControl, useTable } from '#web/ui/table/use-table.ts';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/paths.ts';
import { courseColumns } from './course-columns.tsx';
import { useCourseDeletion } from './course-deletion.tsx';

const states: readonly CourseState[] = ['published', 'draft'];
const stateLabels: Record<CourseState, string> = { published: 'Published', draft: 'Drafts' };
const sorts: readonly CourseSort[] = [
  'title',
  '-title',
  'category',
  '-category',
  'instructor',
  '-instructor',
  'changed',
  '-changed',
];

type Counts = Record<CourseState, number>;

/** What the address of the table asks for. */
const filterOf = ({ search, sort, choice, text }: TableControl) => ({
  search,
  state: choice('state', states),
  category: text('category'),
  sort: sorts.find((known) => known === sort) ?? '-changed',
});

const filtersOf = (counts: Counts | undefined, categories: readonly string[]): TableFilter[] => [
  {
    id: 'state',
    title: 'State',
    shape: 'chips',
    total: counts && counts.published + counts.draft,
    options: states.map((value) => ({ value, label: stateLabels[value], count: counts?.[value] })),
  },
  {
    id: 'category',
    title: 'Category',
    shape: 'select',
    options: categories.map((value) => ({ value, label: value })),
  },
];

interface HeadingProps {
  counts: Counts | undefined;
  filter: ReturnType<typeof filterOf>;
}

const Heading = ({ counts, filter }: HeadingProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div>
      <PageHeading>Courses</PageHeading>
      <p className="mt-1 min-h-[1.5em] text-muted">
        {counts && `${counts.published} published, ${countOf(counts.draft, 'draft')}`}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      <LinkButton to={pathTo('recentlyDeleted')} tone="quiet">
        <Trash2 size={18} aria-hidden="true" />
        Recently deleted
      </LinkButton>
      <ExportButton
        run={() => download('GET /admin/courses/export', 'courses.csv', { query: filter })}
        isFiltered={filter.search !== '' || filter.state !== undefined || filter.category !== ''}
      />
      <LinkButton to={pathTo('createCourse')}>
        <Plus size={18} aria-hidden="true" />
        Create new course
      </LinkButton>
    </div>
  </div>
);

/** Every course, drafts included. */
export function Component() {
  const { timeZone } = useSite();
  const now = useNow();
  const control = useTable();
  const filter = filterOf(control);
  const list = useQuery(allCoursesQuery({ ...filter, limit: control.pageSize, offset: control.offset }));
  const counts = list.data?.counts;
  const top = useRef<HTMLDivElement>(null);
  const deletion = useCourseDeletion(
    () => top.current?.querySelector('h1')?.focus(),
    () => {
      if (list.data?.courses.length === 1 && control.page > 1) control.goToPage(control.page - 1);
    },
  );
  return (
    <div ref={top} className="page py-8 lg:py-10">
      <Heading counts={counts} filter={filter} />
      <div className="mt-6">
        {deletion.notice}
        <Table
          label="Courses"
          control={control}
          query={list}
          pageOf={({ courses, total }) => ({ rows: courses, total })}
          columns={courseColumns({ timeZone, now: new Date(now), onDelete: deletion.ask })}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => pathTo('editCourse', { course: _id })}
          failure={messages.courses.error}
          searchLabel="Search title, instructor, category"
          filters={filtersOf(counts, list.data?.categories ?? [])}
          empty={
            <EmptyState action={<LinkButton to={pathTo('createCourse')}>Create the first course</LinkButton>}>
              There are no courses yet.
            </EmptyState>
          }
        />
      </div>
      {deletion.dialog}
    </div>
  );
}
