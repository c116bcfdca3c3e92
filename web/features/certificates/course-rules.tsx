import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { certifiedCoursesQuery } from '#web/api/certificate-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';

type Course = ResponseOf<'GET /admin/certificates/courses'>['courses'][number];

const columns: readonly Column<Course>[] = [
  {
    id: 'course',
    title: 'Course',
    kind: 'name',
    cell: ({ _id, title }) => (
      <Link to={pathTo('editCourse', { course: _id, tab: 'certificate' })} className="link wrap-anywhere">
        {title}
      </Link>
    ),
  },
  {
    id: 'state',
    title: 'Certificates',
    inList: 'status',
    cell: ({ isOn }) => <StateBadge label={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'plain'} />,
  },
  { id: 'issued', title: 'Given', kind: 'number', inList: 'detail', cell: ({ issued }) => formatCount(issued) },
];

/** What each course demands is set in the course. */
export function CourseRules() {
  const control = useTable();
  const query = useQuery(certifiedCoursesQuery({ limit: control.pageSize, offset: control.offset }));
  return (
    <Table
      label="Courses"
      control={control}
      query={query}
      pageOf={({ courses: rows, total }) => ({ rows, total })}
      columns={columns}
      keyOf={({ _id }) => _id}
      failure={messages.certificates.failure}
      empty={<EmptyState>No courses yet.</EmptyState>}
    />
  );
}
