import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { useCourseDeletion } from '#web/features/catalog/authoring/course-deletion.tsx';
import { pathTo } from '#web/app/paths.ts';
import { courseColumns } from './courses-overview.tsx';

export function CoursesPanel() {
  const control = useTable();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useQuery(
    courseListQuery({ limit: control.pageSize, offset: control.offset, search: control.search || undefined }),
  );
  useLoadToasts(list, messages.courses);
  const deletion = useCourseDeletion(
    () => heading.current?.focus(),
    () => {
      if (list.data?.courses.length === 1 && control.page > 1) control.goToPage(control.page - 1);
    },
  );
  return (
    <section aria-labelledby="courses-overview" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <h2 ref={heading} tabIndex={-1} id="courses-overview" className="text-title me-auto outline-none">
          Courses overview
        </h2>
        {[
          { to: pathTo('adminCourses'), name: 'Courses and drafts' },
          { to: pathTo('recentlyDeleted'), name: 'Recently deleted' },
        ].map(({ to, name }) => (
          <Link key={to} to={to} className="inline-flex min-h-9 items-center text-sm hover:underline">
            {name}
          </Link>
        ))}
      </div>
      {deletion.notice}
      <Table
        label="Courses overview"
        control={control}
        query={list}
        pageOf={({ courses, total }) => ({ rows: courses, total })}
        columns={courseColumns(deletion.isDeleting, deletion.ask)}
        keyOf={({ _id }) => _id}
        openAt={({ _id }) => pathTo('editCourse', { course: _id })}
        failure={messages.courses.error}
        searchLabel="Search title, instructor, category"
        empty={
          <EmptyState action={<LinkButton to={pathTo('createCourse')}>Create the first course</LinkButton>}>
            There are no courses yet.
          </EmptyState>
        }
      />
      {deletion.dialog}
    </section>
  );
}
