import { useQuery } from '@tanstack/react-query';
import { Braces, Download, Sheet } from 'lucide-react';
import { Link } from 'react-router';
import type { AuditEvent } from '#contract/school/audit.ts';
import { AUDIT_GROUPS } from '#contract/school/audit-kinds.ts';
import { messages } from '#contract/messages.ts';
import { download } from '#web/api/call.ts';
import { auditQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useExport } from '#web/ui/table/export.tsx';
import { formatMoment } from '#contract/format.ts';
import { Changes } from './changes.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';

const periods = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
] as const;

const filters: readonly TableFilter[] = [
  {
    id: 'group',
    title: 'Event',
    shape: 'select',
    options: AUDIT_GROUPS.map((value) => ({ value, label: messages.audit.groups[value] })),
  },
  { id: 'days', title: 'Time', shape: 'select', options: periods },
];

const actorName = ({ kind, name }: AuditEvent['actor']): string => {
  if (name !== '') return kind === 'key' ? `${name} (API key)` : name;
  return { person: 'Deleted account', key: 'Ended API key', system: 'Lectern' }[kind];
};

const About = ({ person, course }: AuditEvent) => (
  <>
    {person && <span className="block wrap-anywhere">{person.name}</span>}
    {course && <span className="block wrap-anywhere text-muted">{course.title}</span>}
  </>
);

const Where = ({ address, browser }: AuditEvent) => (
  <>
    <span className="num block wrap-anywhere">{address ?? '–'}</span>
    {browser !== null && <span className="meta block">{browser}</span>}
  </>
);

const Who = ({ actor }: AuditEvent) =>
  actor.userId === null ? (
    actorName(actor)
  ) : (
    <Link className="link" to={pathTo('userAccess', { userId: actor.userId })}>
      {actorName(actor)}
    </Link>
  );

/** Where there is no column for whom it is about. */
const WhoAndAbout = (event: AuditEvent) => {
  const { actor, person } = event;
  const other = person?._id === actor.userId ? undefined : person?.name;
  const about = [other, event.course?.title].filter((name) => name !== undefined).join(', ');
  return (
    <>
      <Who {...event} />
      {about !== '' && `, about ${about}`}
    </>
  );
};

const columns = (timeZone: string): readonly Column<AuditEvent>[] => [
  {
    id: 'event',
    title: 'Event',
    kind: 'name',
    cell: ({ text, name, times }) =>
      `${name === null ? text : `${text}: ${name}`}${times > 1 ? `, ${times} times` : ''}`,
    note: ({ changes }) => <Changes changes={changes} />,
  },
  {
    id: 'by',
    title: 'By',
    inList: 'detail',
    cell: (event) => <Who {...event} />,
    inWords: (event) => <WhoAndAbout {...event} />,
  },
  { id: 'about', title: 'About', from: 1024, cell: (event) => <About {...event} /> },
  {
    id: 'where',
    title: 'From',
    from: 1280,
    inList: 'detail',
    cell: (event) => <Where {...event} />,
    inWords: ({ browser, address }) => [browser, address].filter(Boolean).join(', ') || 'No address',
  },
  {
    id: 'at',
    title: 'Time',
    kind: 'number',
    inList: 'detail',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at, timeZone)}</span>,
  },
];

function AuditTable() {
  const { timeZone } = useSite();
  const control = useTable();
  const group = control.choice('group', AUDIT_GROUPS);
  const days = control.text('days');
  const [person, course] = [control.text('person'), control.text('course')];
  const filter = {
    search: control.search,
    ...(group ? { group } : {}),
    ...(days === '' ? {} : { days }),
    ...(person === '' ? {} : { person }),
    ...(course === '' ? {} : { course }),
  };
  const query = useQuery(auditQuery({ ...filter, limit: control.pageSize, offset: control.offset }));
  const csv = useExport({
    run: () => download('GET /admin/audit/export', 'audit.csv', { query: filter }),
    isFiltered: false,
  });
  const lines = useExport({
    run: () => download('GET /admin/audit/export-lines', 'audit.jsonl', { query: filter }),
    isFiltered: false,
  });
  return (
    <Table
      label="Audit"
      control={control}
      query={query}
      pageOf={({ events, total }) => ({ rows: events, total })}
      columns={columns(timeZone)}
      keyOf={({ _id }) => _id}
      failure={messages.audit.failure}
      searchLabel="Search by person or course"
      filters={filters}
      tools={
        <RowMenu
          label="Export"
          className="btn btn-quiet"
          items={[
            { ...csv, icon: Sheet, label: 'Export as CSV' },
            { ...lines, icon: Braces, label: 'Export as JSON lines' },
          ]}
        >
          <Download size={18} aria-hidden="true" />
          Export
        </RowMenu>
      }
      empty={<EmptyState>Nothing has happened yet.</EmptyState>}
    />
  );
}

export const Component = () => (
  <SettingsFrame section="Audit" isWide>
    {({ limits }) => (
      <>
        <p className="measure mb-5 text-muted">
          Who did what, and from where. Events are kept for {limits.values.auditYears}{' '}
          {limits.values.auditYears === 1 ? 'year' : 'years'}, as set under{' '}
          <Link className="link" to={pathTo('limitSettings')}>
            Limits
          </Link>
          .
        </p>
        <AuditTable />
      </>
    )}
  </SettingsFrame>
);
