import { useQuery } from '@tanstack/react-query';
import type { SiteFacts } from '#contract/school/setup.ts';
import { countOf, formatCalendarDay, formatDay, formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { PartActions } from './part-actions.tsx';
import { namesOf, openParts, partsToPay } from './part-words.ts';
import { type Overdue, overdueQuery } from './parts-queries.ts';
import { english } from '#contract/languages/language.ts';

export function Component() {
  const site = useSite();
  const control = useTable();
  const list = useQuery(overdueQuery(control.pageSize, control.cursor));
  const { people = 0, owedInPaise = 0 } = list.data?.total ?? {};
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>Who owes</PageHeading>
      <p className="mt-6 mb-4 max-w-2xl text-muted">
        {people > 0 && (
          <strong className="font-semibold text-base-content">
            {formatMoney(owedInPaise, site.currencySymbol)} from {countOf(people, 'person', 'people')}.{' '}
          </strong>
        )}
        Overdue parts, oldest first. Reminders are sent automatically.
      </p>
      <Table
        label="Who owes"
        control={control}
        query={list}
        pageOf={({ purchases, nextCursor }) => ({ rows: purchases, nextCursor })}
        columns={columnsOf(site)}
        keyOf={({ paymentId }) => paymentId}
        openAt={({ user }) => pathTo('userAccess', { userId: user._id })}
        failure="The list could not be loaded"
        empty={<EmptyState>Nobody owes a part.</EmptyState>}
      />
    </div>
  );
}

const stateOf = ({ isWaiting, state }: Overdue): BadgeLabel => {
  if (isWaiting) return { label: 'Says it is paid', tone: 'waiting' };
  return state === 'paused' ? { label: 'Paused', tone: 'bad' } : { label: 'Still open', tone: 'waiting' };
};

/** The last day that was promised for what is left to pay. */
const promisedOf = ({ parts }: Overdue): string | undefined => {
  const promised = openParts(parts).find(({ dueOn, agreedOn }) => dueOn !== agreedOn);
  return promised && formatCalendarDay(promised.dueOn);
};

const remindedOf = ({ remindedAt }: Overdue, timeZone: string): string =>
  remindedAt === null ? 'None' : formatDay(remindedAt, timeZone);

type SiteWords = Pick<SiteFacts, 'timeZone' | 'currencySymbol'>;

const columnsOf = ({ timeZone, currencySymbol }: SiteWords): readonly Column<Overdue>[] => [
  {
    id: 'buyer',
    title: 'Buyer',
    kind: 'name',
    cell: ({ user }) => user.fullName,
    below: ({ user }) => <span className="block">{user.email}</span>,
    note: ({ planName, parts }) => `${planName}, ${namesOf(partsToPay(parts), english)} of ${parts.length}`,
  },
  {
    id: 'overdue',
    title: 'Overdue',
    inList: 'detail',
    cell: ({ dueOn, daysOverdue }) => (
      <>
        <span className="num">{countOf(daysOverdue, 'day')}</span>
        <span className="meta block whitespace-nowrap">since {formatCalendarDay(dueOn)}</span>
      </>
    ),
  },
  {
    id: 'reminded',
    title: 'Last reminder',
    from: 1024,
    inList: 'detail',
    cell: (row) => remindedOf(row, timeZone),
    inWords: (row) => `Last reminder: ${remindedOf(row, timeZone)}`,
  },
  {
    id: 'promised',
    title: 'Promised for',
    from: 1280,
    inList: 'detail',
    cell: (row) => promisedOf(row) ?? '–',
    inWords: (row) => promisedOf(row) && `Promised for ${promisedOf(row)}`,
  },
  { id: 'state', title: 'Access', inList: 'status', cell: (row) => <StateBadge {...stateOf(row)} /> },
  {
    id: 'amount',
    title: 'Owes',
    kind: 'number',
    inList: 'status',
    cell: ({ owedInPaise }) => <span className="num font-semibold">{formatMoney(owedInPaise, currencySymbol)}</span>,
  },
  {
    id: 'actions',
    title: 'Actions',
    kind: 'actions',
    cell: (row) => {
      const [part] = partsToPay(row.parts);
      return part && <PartActions purchase={row} part={part} of={row.user.fullName} />;
    },
  },
];
