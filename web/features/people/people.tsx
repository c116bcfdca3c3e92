import { useQuery } from '@tanstack/react-query';
import { Upload, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { PersonSort, PersonStatus } from '#contract/people/people.ts';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { download } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { countOf, formatCount, formatMoney, formatShortDay } from '#contract/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Table, useExport } from '#web/ui/table/table.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateBadge } from '#web/ui/panel.tsx';
import { type ListedPerson, peopleQuery, statuses, statusLabels } from './people-queries.ts';
import { AddPerson, BulkActions } from './people-actions.tsx';

const sorts: readonly PersonSort[] = ['name', '-name', 'joined', '-joined', 'ends', '-ends', 'paid', '-paid'];

/** All people with an account. */
export function Component() {
  const site = useSite();
  const control = useTable();
  const status = control.choice('status', statuses);
  const sort = sorts.find((known) => known === control.sort);
  const planId = control.text('plan');
  const isSame = control.text('same') === 'true';
  const filter = {
    search: control.search,
    ...(status ? { status } : {}),
    ...(planId ? { planId } : {}),
    ...(isSame ? { same: 'true' as const } : {}),
  };
  const { pageSize: limit, offset } = control;
  const list = useQuery(peopleQuery({ ...filter, ...(sort ? { sort } : {}), limit, offset }));
  const counts = list.data?.counts;
  const plans = useQuery(adminPlansQuery()).data?.plans ?? [];
  const exported = useExport({
    run: () => download('GET /admin/people/export', 'people.csv', { query: filter }),
    isFiltered: Object.values(filter).some((value) => value !== ''),
  });
  return (
    <AdminPage
      heading="People"
      lead={
        counts
          ? `${countOf(sumOf(counts), 'account')}, ${formatCount(counts.active + counts.ending_soon)} with access`
          : ''
      }
      action={<AddButton />}
      more={[{ label: 'Import', icon: Upload, to: pathTo('importPeople') }, exported]}
    >
      <div className="mt-6">
        <Table
          label="People"
          control={control}
          query={list}
          pageOf={({ people, total }) => ({ rows: people, total })}
          columns={peopleColumns(site)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => pathTo('userAccess', { userId: _id })}
          failure="The people could not be loaded"
          searchLabel="Search by name or email"
          filters={[...(plans.length > 1 || planId !== '' ? [planFilter(plans)] : []), statusFilter(counts)]}
          renderBulk={(selection) => <BulkActions selection={selection} filter={filter} />}
          empty={<EmptyState>Nobody has an account yet.</EmptyState>}
        />
      </div>
    </AdminPage>
  );
}

const statusFilter = (counts: Record<PersonStatus, number> | undefined): TableFilter => ({
  id: 'status',
  title: 'Access',
  shape: 'chips',
  total: counts && sumOf(counts),
  options: statuses.map((value) => ({ value, label: statusLabels[value].label, count: counts?.[value] })),
});

/** A school with one plan needs no choice of plans. */
const planFilter = (plans: readonly AdminPlan[]): TableFilter => ({
  id: 'plan',
  title: 'Plan',
  shape: 'select',
  options: plans.map(({ _id: value, name: label }) => ({ value, label })),
});

type Counts = Record<PersonStatus, number>;

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function AddButton() {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button onClick={() => openSheet(() => setAdding(true))}>
        <UserPlus size={18} aria-hidden="true" />
        Add person
      </Button>
      {isAdding && <AddPerson onClose={() => setAdding(false)} />}
    </>
  );
}

type Site = Pick<SiteFacts, 'timeZone' | 'currencySymbol'>;

const NameAndEmail = ({ fullName, email, avatar }: ListedPerson) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="hidden md:block">
      <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
    </span>
    <span className="min-w-0">
      <span className="block wrap-anywhere">{fullName}</span>
      <span className="meta inline-block font-normal wrap-anywhere">{email}</span>
    </span>
  </span>
);

const FAR_AHEAD_YEAR = 9000;

/** The end of access, short enough for a cell. */
const endOf = ({ status, accessUntil, blockedAt }: ListedPerson, timeZone: string): string => {
  if (status === 'admin') return 'Always';
  if (status === 'blocked' && blockedAt !== null) return `Blocked ${formatShortDay(blockedAt, timeZone)}`;
  if (accessUntil === null) return '–';
  if (new Date(accessUntil).getUTCFullYear() > FAR_AHEAD_YEAR) return 'Never ends';
  const day = formatShortDay(accessUntil, timeZone);
  return status === 'expired' || status === 'refunded' ? `Ended ${day}` : day;
};

const Watched = ({ watchedPercent }: Pick<ListedPerson, 'watchedPercent'>) =>
  watchedPercent === null ? (
    <span className="text-muted">Nothing yet</span>
  ) : (
    <span className="flex items-center gap-2.5">
      <progress className="progress h-1.5 w-16 text-primary" value={watchedPercent} max={100} aria-hidden="true" />
      <span className="num">{watchedPercent}%</span>
    </span>
  );

const peopleColumns = ({ timeZone, currencySymbol }: Site): readonly Column<ListedPerson>[] => [
  {
    id: 'name',
    title: 'Name',
    kind: 'name',
    sort: 'ascending',
    cell: (person) => <NameAndEmail {...person} />,
  },
  { id: 'status', title: 'Access', inList: 'status', cell: ({ status }) => <StateBadge {...statusLabels[status]} /> },
  {
    id: 'plan',
    title: 'Plan',
    from: 1024,
    cell: ({ plan }) => plan ?? <span className="text-muted">–</span>,
  },
  {
    id: 'ends',
    title: 'Ends',
    sort: 'ascending',
    inList: 'status',
    cell: (person) => <span className="num whitespace-nowrap">{endOf(person, timeZone)}</span>,
  },
  { id: 'watched', title: 'Watched', from: 1024, cell: (person) => <Watched {...person} /> },
  {
    id: 'paid',
    title: 'Paid',
    kind: 'number',
    sort: 'descending',
    from: 1024,
    cell: ({ paidInPaise }) => formatMoney(paidInPaise ?? 0, currencySymbol),
  },
  {
    id: 'seen',
    title: 'Last seen',
    from: 1024,
    cell: ({ lastSeenAt }) => (
      <span className="num whitespace-nowrap">{lastSeenAt === null ? '–' : formatShortDay(lastSeenAt, timeZone)}</span>
    ),
  },
  {
    id: 'joined',
    title: 'Joined',
    sort: 'descending',
    from: 1280,
    cell: ({ createdAt }) => <span className="num whitespace-nowrap">{formatShortDay(createdAt, timeZone)}</span>,
  },
];
