import { useQuery } from '@tanstack/react-query';
import type { UnfinishedState } from '#contract/billing/recovery.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { type UnfinishedCheckout, unfinishedCheckoutsQuery } from '#web/features/billing/billing-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { formatMoment, formatMoney } from '#contract/format.ts';

const PERIODS = ['7', '90'] as const;
const STATES: readonly UnfinishedState[] = ['failed', 'abandoned'];

const filters: readonly TableFilter[] = [
  {
    id: 'state',
    title: 'State',
    shape: 'chips',
    options: [
      { value: 'failed', label: 'Failed' },
      { value: 'abandoned', label: 'Abandoned' },
    ],
  },
  {
    id: 'days',
    title: 'Period',
    shape: 'select',
    none: 'Last 30 days',
    options: PERIODS.map((days) => ({ value: days, label: `Last ${days} days` })),
  },
];

const badges: Record<UnfinishedState, BadgeLabel> = {
  failed: { label: 'Failed', tone: 'bad' },
  abandoned: { label: 'Abandoned', tone: 'plain' },
};

export function Component() {
  const site = useSite();
  const control = useTable();
  const state = control.choice('state', STATES);
  const days = Number(control.choice('days', PERIODS) ?? 30);
  const list = useQuery(
    unfinishedCheckoutsQuery({ ...(state && { state }), days, limit: control.pageSize }, control.cursor),
  );
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>Unfinished checkouts</PageHeading>
      <p className="mt-6 mb-4 max-w-2xl text-muted">
        Payments that failed, and buyers who left without paying an hour ago or earlier. Buyers who have paid or got
        access since are not listed.
      </p>
      <Table
        label="Unfinished checkouts"
        control={control}
        query={list}
        pageOf={({ checkouts, nextCursor }) => ({ rows: checkouts, nextCursor })}
        columns={columnsOf(site)}
        keyOf={({ _id }) => _id}
        openAt={({ buyer }) => pathTo('userAccess', { userId: buyer._id })}
        failure="The checkouts could not be loaded"
        filters={filters}
        empty={<EmptyState>Every checkout of these days was paid.</EmptyState>}
      />
    </div>
  );
}

type SiteWords = Pick<SiteFacts, 'timeZone' | 'currencySymbol' | 'sendsEmail'>;

const emailOf = ({ emailSentAt, hasOptedOut }: UnfinishedCheckout, { timeZone, sendsEmail }: SiteWords): string => {
  if (emailSentAt !== null && !sendsEmail) return 'Not sent: no mail server';
  if (emailSentAt !== null) return `Sent ${formatMoment(emailSentAt, timeZone)}`;
  return hasOptedOut ? 'Opted out' : 'Not sent';
};

const columnsOf = (site: SiteWords): readonly Column<UnfinishedCheckout>[] => [
  {
    id: 'buyer',
    title: 'Buyer',
    kind: 'name',
    cell: ({ buyer }) => buyer.fullName,
    below: ({ buyer, isGift }) => (
      <>
        <span className="block">{buyer.email}</span>
        {isGift && <span className="block">A gift</span>}
      </>
    ),
    note: ({ reason }) => reason,
  },
  {
    id: 'started',
    title: 'Started',
    inList: 'detail',
    cell: ({ startedAt }) => <span className="num whitespace-nowrap">{formatMoment(startedAt, site.timeZone)}</span>,
  },
  {
    id: 'plan',
    title: 'Plan',
    from: 1024,
    inList: 'detail',
    cell: ({ planName, couponCode }) => (couponCode === null ? planName : `${planName}, ${couponCode}`),
  },
  {
    id: 'email',
    title: 'Email',
    from: 1280,
    inList: 'detail',
    cell: (checkout) => emailOf(checkout, site),
    inWords: (checkout) => `Email: ${emailOf(checkout, site)}`,
  },
  { id: 'state', title: 'State', inList: 'status', cell: ({ state }) => <StateBadge {...badges[state]} /> },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    inList: 'status',
    cell: ({ amountInPaise }) => (
      <span className="num font-semibold">{formatMoney(amountInPaise, site.currencySymbol)}</span>
    ),
  },
];
