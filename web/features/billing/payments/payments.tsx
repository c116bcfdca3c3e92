import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SiteFacts } from '#contract/school/setup.ts';
import type { PaymentSort, PaymentStatus } from '#contract/billing/sales.ts';
import { type ListedPayment, paymentListQuery, salesOverviewQuery } from '#web/features/billing/billing-queries.ts';
import { download } from '#web/api/call.ts';
import { EmptyState, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { ExportButton } from '#web/ui/table/export.tsx';
import { type Column, type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { pathTo } from '#web/app/path-to.ts';
import { StateBadge } from '#web/ui/panel.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import type { Language } from '#contract/languages/language.ts';
import { labelOfParts } from '#web/features/billing/parts/part-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { ToDoPanel } from './to-do-panel.tsx';
import { allStatuses, offeredStatuses, statusLabels } from './payment-status.ts';

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const site = useSite();
  const control = useTable();
  const filter = filterOf(control);
  const list = useQuery(
    paymentListQuery({ ...filter, sort: sortOf(control), limit: control.pageSize }, control.cursor),
  );
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>{t`Payments`}</PageHeading>
      <PaymentTotals />
      <ToDoPanel />
      <section aria-labelledby="all-payments" className="mt-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="all-payments" className="text-title">
            <Trans>All payments</Trans>
          </h2>
          <ExportButton
            run={() => download('GET /admin/payments/export', 'payments.csv', { query: filter })}
            isFiltered={Object.keys(filter).length > 0}
          />
        </div>
        <Table
          label={t`All payments`}
          control={control}
          query={list}
          pageOf={({ payments, nextCursor }) => ({ rows: payments, nextCursor })}
          columns={paymentColumns(site, language)}
          keyOf={({ _id }) => _id}
          openAt={({ paymentId }) => pathTo('payment', { paymentId })}
          failure={t`The payments could not be loaded`}
          searchLabel={t`Name, email, pay_ or sub_ ID`}
          filters={[statusFilter(filter, list.data?.counts, language)]}
          empty={<EmptyState>{t`No payments yet. The first one appears here as soon as it arrives.`}</EmptyState>}
        />
      </section>
    </div>
  );
}

const nameOf = ({ userName, userEmail }: ListedPayment, { _ }: Language): string =>
  userName ?? userEmail ?? _(msg`Unknown buyer`);

const BuyerDetails = ({ userName, userEmail, paymentId, gift }: ListedPayment) => (
  <>
    {userName && <span className="block">{userEmail}</span>}
    {gift && (
      <span className="block">
        <Trans>
          Gift for <bdi>{gift.recipientName}</bdi>
        </Trans>
      </span>
    )}
    <span className="num block">{paymentId}</span>
  </>
);

const PaidAmount = ({ payment, symbol }: { payment: ListedPayment; symbol: string }) => (
  <>
    <span className="num font-semibold">{formatMoney(payment.amountInPaise, symbol)}</span>
    {payment.refundedInPaise > 0 && (
      <span className="meta num block">
        <Trans>−{formatMoney(payment.refundedInPaise, symbol)} refunded</Trans>
      </span>
    )}
  </>
);

const paymentColumns = (
  { timeZone, currencySymbol }: Pick<SiteFacts, 'timeZone' | 'currencySymbol'>,
  language: Language,
): readonly Column<ListedPayment>[] => [
  {
    id: 'buyer',
    title: language._(msg`Buyer`),
    kind: 'name',
    cell: (payment) => nameOf(payment, language),
    below: (payment) => <BuyerDetails {...payment} />,
    note: ({ failure }) => failure ?? undefined,
  },
  {
    id: 'date',
    title: language._(msg`Date`),
    sort: 'descending',
    inList: 'detail',
    cell: ({ paidAt, startedAt }) => (
      <span className="num whitespace-nowrap">{formatMoment(paidAt ?? startedAt, timeZone, language.locale)}</span>
    ),
  },
  {
    id: 'plan',
    title: language._(msg`Plan`),
    from: 1280,
    inList: 'detail',
    cell: ({ planName, parts }) => [planName ?? '–', parts && labelOfParts(parts, language)].filter(Boolean).join(', '),
  },
  {
    id: 'method',
    title: language._(msg`Method`),
    from: 1024,
    inList: 'detail',
    cell: ({ paidWith }) => paidWith ?? '–',
  },
  {
    id: 'status',
    title: language._(msg`Status`),
    inList: 'status',
    cell: ({ status }) => <StateBadge {...statusLabels[status]} />,
  },
  {
    id: 'amount',
    title: language._(msg`Amount`),
    kind: 'number',
    sort: 'descending',
    inList: 'status',
    cell: (payment) => <PaidAmount payment={payment} symbol={currencySymbol} />,
  },
];

/** Gross, refunded and net amounts of all time. */
function PaymentTotals() {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { data, isError } = useQuery(salesOverviewQuery());
  const lostInPaise = data?.lostInPaise ?? 0;
  const sums = [
    { label: t`Gross`, amountInPaise: data?.grossInPaise, note: t`Total paid` },
    { label: t`Refunded`, amountInPaise: data?.refundedInPaise, note: t`Including pending` },
    {
      label: t`Net`,
      amountInPaise: data?.netInPaise,
      note: lostInPaise > 0 ? t`${formatMoney(lostInPaise, currencySymbol)} lost in disputes` : t`Before provider fees`,
    },
  ];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-5">
      {sums.map(({ label, amountInPaise, note }) => (
        <div key={label} className="surface min-w-0 p-4 last:max-sm:col-span-2 sm:p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            {amountInPaise === undefined && !isError && <Skeleton className="h-14 w-24 max-w-full" />}
            {amountInPaise === undefined && isError && (
              <span className="text-sm font-medium">
                <Trans>Not available</Trans>
              </span>
            )}
            {amountInPaise !== undefined && (
              <>
                <span className="font-display block text-[clamp(1.5rem,1rem+2vw,2.125rem)] leading-tight wrap-anywhere">
                  <Amount paise={amountInPaise} />
                </span>
                <span className="meta block">{note}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PaymentFilter {
  status?: PaymentStatus;
  search?: string;
}

/** The filter in the address of the table. */
export const filterOf = ({ choice, search }: Pick<TableControl, 'choice' | 'search'>): PaymentFilter => {
  const status = choice('status', allStatuses);
  return { ...(status && { status }), ...(search !== '' && { search }) };
};

const sorts: readonly PaymentSort[] = ['date', '-date', 'amount', '-amount'];

export const sortOf = ({ sort }: Pick<TableControl, 'sort'>): PaymentSort =>
  sorts.find((known) => known === sort) ?? '-date';

type Counts = Partial<Record<PaymentStatus, number>>;

/** The chips of the statuses. A status that comes from the address gets one too. */
export const statusFilter = ({ status }: PaymentFilter, counts: Counts | undefined, { _ }: Language): TableFilter => {
  const statuses = status && !offeredStatuses.includes(status) ? [status, ...offeredStatuses] : offeredStatuses;
  return {
    id: 'status',
    title: _(msg`Status`),
    shape: 'chips',
    total: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
    options: statuses.map((value) => ({
      value,
      label: _(statusLabels[value].label),
      count: counts && (counts[value] ?? 0),
    })),
  };
};
