import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';

const PERIODS = ['7', '90'] as const;
const STATES: readonly UnfinishedState[] = ['failed', 'abandoned'];

const badges: Record<UnfinishedState, BadgeLabel<MessageDescriptor>> = {
  failed: { label: msg`Failed`, tone: 'bad' },
  abandoned: { label: msg`Abandoned`, tone: 'plain' },
};

const filtersIn = ({ _ }: Language): readonly TableFilter[] => [
  {
    id: 'state',
    title: _(msg`State`),
    shape: 'chips',
    options: STATES.map((state) => ({ value: state, label: _(badges[state].label) })),
  },
  {
    id: 'days',
    title: _(msg`Period`),
    shape: 'select',
    none: _(msg`Last ${{ days: 30 }} days`),
    options: PERIODS.map((days) => ({ value: days, label: _(msg`Last ${days} days`) })),
  },
];

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const site = useSite();
  const control = useTable();
  const state = control.choice('state', STATES);
  const days = Number(control.choice('days', PERIODS) ?? 30);
  const list = useQuery(
    unfinishedCheckoutsQuery({ ...(state && { state }), days, limit: control.pageSize }, control.cursor),
  );
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>{t`Unfinished checkouts`}</PageHeading>
      <p className="mt-6 mb-4 max-w-2xl text-muted">
        <Trans>
          Payments that failed, and buyers who left without paying an hour ago or earlier. Buyers who have paid or got
          access since are not listed.
        </Trans>
      </p>
      <Table
        label={t`Unfinished checkouts`}
        control={control}
        query={list}
        pageOf={({ checkouts, nextCursor }) => ({ rows: checkouts, nextCursor })}
        columns={columnsOf(site, language)}
        keyOf={({ _id }) => _id}
        openAt={({ buyer }) => pathTo('userAccess', { userId: buyer._id })}
        failure={t`The checkouts could not be loaded`}
        filters={filtersIn(language)}
        empty={<EmptyState>{t`Every checkout of these days was paid.`}</EmptyState>}
      />
    </div>
  );
}

type SiteWords = Pick<SiteFacts, 'timeZone' | 'currencySymbol' | 'sendsEmail'>;

const emailOf = (
  { emailSentAt, hasOptedOut }: UnfinishedCheckout,
  { timeZone, sendsEmail }: SiteWords,
  { _, locale }: Language,
): string => {
  if (emailSentAt !== null && !sendsEmail) return _(msg`Not sent: no mail server`);
  if (emailSentAt !== null) return _(msg`Sent ${{ moment: formatMoment(emailSentAt, timeZone, locale) }}`);
  return hasOptedOut ? _(msg`Opted out`) : _(msg`Not sent`);
};

const columnsOf = (site: SiteWords, language: Language): readonly Column<UnfinishedCheckout>[] => [
  {
    id: 'buyer',
    title: language._(msg`Buyer`),
    kind: 'name',
    cell: ({ buyer }) => buyer.fullName,
    below: ({ buyer, isGift }) => (
      <>
        <span className="block">{buyer.email}</span>
        {isGift && (
          <span className="block">
            <Trans>A gift</Trans>
          </span>
        )}
      </>
    ),
    note: ({ reason }) => reason,
  },
  {
    id: 'started',
    title: language._(msg({ message: 'Started', context: 'moment' })),
    inList: 'detail',
    cell: ({ startedAt }) => (
      <span className="num whitespace-nowrap">{formatMoment(startedAt, site.timeZone, language.locale)}</span>
    ),
  },
  {
    id: 'plan',
    title: language._(msg`Plan`),
    from: 1024,
    inList: 'detail',
    cell: ({ planName, couponCode }) => (couponCode === null ? planName : `${planName}, ${couponCode}`),
  },
  {
    id: 'email',
    title: language._(msg`Email`),
    from: 1280,
    inList: 'detail',
    cell: (checkout) => emailOf(checkout, site, language),
    inWords: (checkout) => language._(msg`Email: ${{ email: emailOf(checkout, site, language) }}`),
  },
  {
    id: 'state',
    title: language._(msg`State`),
    inList: 'status',
    cell: ({ state }) => <StateBadge {...badges[state]} />,
  },
  {
    id: 'amount',
    title: language._(msg`Amount`),
    kind: 'number',
    inList: 'status',
    cell: ({ amountInPaise }) => (
      <span className="num font-semibold">{formatMoney(amountInPaise, site.currencySymbol)}</span>
    ),
  },
];
