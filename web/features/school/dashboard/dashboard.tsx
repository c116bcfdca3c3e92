import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { messages } from '#contract/messages.ts';
import { salesOverviewQuery } from '#web/features/billing/billing-queries.ts';
import { firstStepsQuery, userStatisticsQuery } from '#web/api/school-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { GuideLine, minutesLeftOf } from '#web/features/school/first-steps/guide-line.tsx';
import { LoadingNote, PanelSkeleton, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { formatMoment } from '#contract/format.ts';
import { firstBundle } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { PeoplePanel, SalesPanel } from './chart-panels.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { CoursesPanel } from './courses-panel.tsx';
import { Figures, type PaymentsResult, type StatsResult } from './figure-cards.tsx';
import { MembersPanel } from './members-panel.tsx';
import { RefundsPanel } from './refunds-panel.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { type OverviewFigures, overviewQuery, useOverviewMonth } from './report-queries.ts';
import { RevenuePanel } from './revenue-panel.tsx';
import { VideosPanel } from './videos-panel.tsx';
import { WatchingPanel } from './watching-panel.tsx';
import { WhatSold } from './what-sold.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Until the first sale. */
const Opening = lazy(() => import('./opening.tsx'));

/** Shown for a week in the life of a school. */
const FirstSale = lazyPart(async () => ({ default: (await import('./first-sale.tsx')).FirstSale }));

const paymentSentences = {
  loading: messages.payment.recordsLoading,
  success: messages.payment.recordsFetched,
  error: messages.payment.recordsFailed,
};

const openingLead = (minutesLeft: number, { _ }: Language): string =>
  _(msg`Open your school: about ${minutesLeft} minutes left, in any order.`);
const countedLead = ({ countedAt }: OverviewFigures, timeZone: string, { _, locale }: Language): string =>
  _(msg`Counted ${formatMoment(countedAt, timeZone, locale)}.`);

const CreateCourse = () => (
  <LinkButton to={pathTo('createCourse')}>
    <Plus size={18} aria-hidden="true" />
    <Trans>Create new course</Trans>
  </LinkButton>
);

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const stats = useQuery(userStatisticsQuery());
  const payments = useQuery(salesOverviewQuery());
  useLoadToasts(stats, messages.stats);
  useLoadToasts(payments, paymentSentences);
  const steps = useQuery(firstStepsQuery());
  const guide = steps.data?.firstSteps;
  const opening = guide?.hasSale === false ? guide : undefined;
  const minutesLeft = opening ? minutesLeftOf(opening) : 0;
  const overview = useQuery(overviewQuery(useOverviewMonth().month));
  const { timeZone } = useSite();
  return (
    <AdminPage
      heading={t`Admin Dashboard`}
      lead={
        minutesLeft > 0
          ? openingLead(minutesLeft, language)
          : overview.data && countedLead(overview.data, timeZone, language)
      }
      action={<CreateCourse />}
    >
      {/* Nothing stands below what is still to come: a table would move under the mouse. */}
      {steps.isPending || overview.isPending ? (
        <Loading />
      ) : (
        <>
          {opening && (
            <Suspense fallback={<PanelSkeleton lines={8} />}>
              <Opening guide={opening} />
            </Suspense>
          )}
          {guide?.hasSale === true && <GuideLine guide={guide} />}
          <FirstSaleOnce sale={overview.data?.firstSale} />
          <OverviewCards overview={overview} />
          {!opening && <SoldAndWaiting overview={overview} />}
          <Bundle stats={stats} payments={payments} />
          {opening && (
            <p className="meta mt-4">
              <Trans>More reports come with your first sale. The guide then moves to Settings.</Trans>
            </p>
          )}
          <VideosPanel />
          <CoursesPanel />
          {!opening && <Reports days={overview.data} />}
        </>
      )}
    </AdminPage>
  );
}

const SoldAndWaiting = ({ overview }: { overview: UseQueryResult<OverviewFigures> }) => (
  <div className="mt-4 grid items-start gap-4 lg:grid-cols-[1fr_22rem] max-lg:[&>:last-child]:order-first">
    <WhatSold overview={overview} />
    <AttentionPanel />
  </div>
);

const FirstSaleOnce = ({ sale }: { sale: OverviewFigures['firstSale'] | undefined }) =>
  sale && (
    <Suspense fallback={<Skeleton className="mt-5 h-[62rem] md:h-160 xl:h-105" />}>
      <FirstSale sale={sale} />
    </Suspense>
  );

interface BundleProps {
  stats: StatsResult;
  payments: PaymentsResult;
}

/** What the bundle alone sold, in its own section: purchases of single courses are not in these figures. */
function Bundle({ stats, payments }: BundleProps) {
  const { t } = useLingui();
  const { plans } = useSite();
  const bundle = firstBundle(plans);
  return (
    <section aria-labelledby="bundle-figures" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="bundle-figures" className="text-title">
          {bundle?.name ?? t`All courses`}
        </h2>
        <p className="text-sm text-muted">
          <Trans>Only plans that open all courses are counted here, since the school opened.</Trans>
        </p>
      </div>
      <Figures stats={stats} payments={payments} />
      <div className="mt-4 grid gap-4 lg:grid-cols-[22rem_1fr]">
        <PeoplePanel stats={stats} />
        <SalesPanel payments={payments} />
      </div>
    </section>
  );
}

const Loading = () => (
  <div className="mt-5 grid gap-4">
    <LoadingNote />
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {['users', 'subscribed', 'sales', 'revenue'].map((figure) => (
        <PanelSkeleton key={figure} lines={2} />
      ))}
    </div>
    <div className="grid gap-4 lg:grid-cols-[1fr_22rem]">
      <PanelSkeleton lines={8} />
      <PanelSkeleton lines={8} />
    </div>
  </div>
);

/** Most schools sell online alone. */
const CashBook = lazyPart(() => import('./cash-book.tsx'));

function CashBookOf({ days }: ReportsProps) {
  const { ways } = useSite();
  if (!days || ways.every((way) => way === 'online')) return null;
  return (
    <Suspense fallback={<PanelSkeleton lines={6} />}>
      <CashBook from={days.from} to={days.to} />
    </Suspense>
  );
}

interface ReportsProps {
  days: Pick<OverviewFigures, 'from' | 'to'> | undefined;
}

const Reports = ({ days }: ReportsProps) => (
  <section aria-labelledby="reports" className="mt-10">
    <h2 id="reports" className="text-title mb-4">
      <Trans>Reports</Trans>
    </h2>
    <RevenuePanel />
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <MembersPanel />
      <CheckoutPanel />
      <RefundsPanel />
    </div>
    <CashBookOf days={days} />
    <WatchingPanel />
  </section>
);
