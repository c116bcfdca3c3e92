import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Braces, Download, Sheet } from 'lucide-react';
import { Link } from 'react-router';
import type { Language } from '#contract/languages/language.ts';
import type { Write } from '#contract/languages/say.ts';
import type { AuditEvent } from '#contract/school/audit.ts';
import { AUDIT_GROUPS, describeEvent } from '#contract/school/audit-events.ts';
import { messages } from '#contract/messages.ts';
import { type CallOptions, download } from '#web/api/call.ts';
import { auditQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useExport } from '#web/ui/table/export.tsx';
import { formatMoment } from '#contract/format.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useWriter } from '#web/ui/language/use-writer.ts';
import { nameText } from './change-text.ts';
import { Changes } from './changes.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';

const periods: readonly { value: string; label: MessageDescriptor }[] = [
  { value: '1', label: msg({ message: 'Last day', context: 'period' }) },
  { value: '7', label: msg`Last 7 days` },
  { value: '30', label: msg`Last 30 days` },
  { value: '365', label: msg`Last year` },
];

const filtersOf = ({ _ }: Language): TableFilter[] => [
  {
    id: 'group',
    title: _(msg`Event`),
    shape: 'select',
    options: AUDIT_GROUPS.map((value) => ({ value, label: _(messages.audit.groups[value]) })),
  },
  {
    id: 'days',
    title: _(msg`Time`),
    shape: 'select',
    options: periods.map(({ value, label }) => ({ value, label: _(label) })),
  },
];

const actorName = ({ kind, name }: AuditEvent['actor'], { _ }: Language): string => {
  if (name !== '') return kind === 'key' ? _(msg`${name} (API key)`) : name;
  return { person: _(msg`Deleted account`), key: _(msg`Ended API key`), system: 'Lectern' }[kind];
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

const Who = ({ actor }: AuditEvent) => {
  const name = actorName(actor, useLanguage());
  return actor.userId === null ? (
    name
  ) : (
    <Link className="link" to={pathTo('userAccess', { userId: actor.userId })}>
      {name}
    </Link>
  );
};

/** Where there is no column for whom it is about. */
const WhoAndAbout = (event: AuditEvent) => {
  const { actor, person } = event;
  const other = person?._id === actor.userId ? undefined : person?.name;
  const about = [other, event.course?.title].filter((name) => name !== undefined).join(', ');
  const who = <Who {...event} />;
  return about === '' ? (
    who
  ) : (
    <Trans>
      {who}, about {about}
    </Trans>
  );
};

const eventText = ({ kind, name, times }: AuditEvent, write: Write, language: Language): string => {
  const said = write(describeEvent(kind).text);
  const text = name === null ? said : `${said}: ${nameText(kind, name, language)}`;
  return times > 1 ? language._(msg`${text}, ${times} times`) : text;
};

const columnsOf = (timeZone: string, write: Write, language: Language): readonly Column<AuditEvent>[] => [
  {
    id: 'event',
    title: language._(msg`Event`),
    kind: 'name',
    cell: (event) => eventText(event, write, language),
    note: ({ changes }) => <Changes changes={changes} />,
  },
  {
    id: 'by',
    title: language._(msg`By`),
    inList: 'detail',
    cell: (event) => <Who {...event} />,
    inWords: (event) => <WhoAndAbout {...event} />,
  },
  {
    id: 'about',
    title: language._(msg({ message: 'About', context: 'audit' })),
    from: 1024,
    cell: (event) => <About {...event} />,
  },
  {
    id: 'where',
    title: language._(msg({ message: 'From', context: 'audit' })),
    from: 1280,
    inList: 'detail',
    cell: (event) => <Where {...event} />,
    inWords: ({ browser, address }) => [browser, address].filter(Boolean).join(', ') || language._(msg`No address`),
  },
  {
    id: 'at',
    title: language._(msg`Time`),
    kind: 'number',
    inList: 'detail',
    cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at, timeZone, language.locale)}</span>,
  },
];

type Filter = NonNullable<CallOptions<'GET /admin/audit/export'>['query']>;

function ExportMenu({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  const csv = useExport({
    run: () => download('GET /admin/audit/export', 'audit.csv', { query: filter }),
    isFiltered: false,
  });
  const lines = useExport({
    run: () => download('GET /admin/audit/export-lines', 'audit.jsonl', { query: filter }),
    isFiltered: false,
  });
  return (
    <RowMenu
      label={t`Export`}
      className="btn btn-quiet"
      items={[
        { ...csv, icon: Sheet, label: t`Export as CSV` },
        { ...lines, icon: Braces, label: t`Export as JSON lines` },
      ]}
    >
      <Download size={18} aria-hidden="true" />
      <Trans>Export</Trans>
    </RowMenu>
  );
}

function AuditTable() {
  const { t } = useLingui();
  const language = useLanguage();
  const write = useWriter();
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
  return (
    <Table
      label={t`Audit`}
      control={control}
      query={query}
      pageOf={({ events, total }) => ({ rows: events, total })}
      columns={columnsOf(timeZone, write, language)}
      keyOf={({ _id }) => _id}
      failure={messages.audit.failure}
      searchLabel={t`Search by person or course`}
      filters={filtersOf(language)}
      tools={<ExportMenu filter={filter} />}
      empty={
        <EmptyState>
          <Trans>Nothing has happened yet.</Trans>
        </EmptyState>
      }
    />
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Audit`} isWide>
      {({ limits }) => (
        <>
          <p className="measure mb-5 text-muted">
            <Trans>
              Who did what, and from where. Events are kept for{' '}
              <Plural value={limits.values.auditYears} one="# year" other="# years" />, as set under{' '}
              <Link className="link" to={pathTo('limitSettings')}>
                Limits
              </Link>
              .
            </Trans>
          </p>
          <AuditTable />
        </>
      )}
    </SettingsFrame>
  );
};
