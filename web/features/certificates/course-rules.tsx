import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { messages } from '#contract/messages.ts';
import { certifiedCoursesQuery } from '#web/api/certificate-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Course = ResponseOf<'GET /admin/certificates/courses'>['courses'][number];

const columnsOf = ({ _ }: Language): readonly Column<Course>[] => [
  {
    id: 'course',
    title: _(msg`Course`),
    kind: 'name',
    cell: ({ _id, title }) => (
      <Link to={pathTo('editCourse', { course: _id, tab: 'certificate' })} className="link wrap-anywhere">
        {title}
      </Link>
    ),
  },
  {
    id: 'state',
    title: _(msg`Certificates`),
    inList: 'status',
    cell: ({ isOn }) => <StateBadge label={isOn ? msg`On` : msg`Off`} tone={isOn ? 'good' : 'plain'} />,
  },
  {
    id: 'issued',
    title: _(msg({ message: 'Given', context: 'certificates' })),
    kind: 'number',
    inList: 'detail',
    cell: ({ issued }) => formatCount(issued),
  },
];

/** What each course demands is set in the course. */
export function CourseRules() {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const query = useQuery(certifiedCoursesQuery({ limit: control.pageSize, offset: control.offset }));
  return (
    <Table
      label={t`Courses`}
      control={control}
      query={query}
      pageOf={({ courses: rows, total }) => ({ rows, total })}
      columns={columnsOf(language)}
      keyOf={({ _id }) => _id}
      failure={messages.certificates.failure}
      empty={
        <EmptyState>
          <Trans>No courses yet.</Trans>
        </EmptyState>
      }
    />
  );
}
