import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { useSite } from '#web/components/site.tsx';
import { Skeleton } from '#web/components/skeletons.tsx';
import { ErrorState } from '#web/components/states.tsx';
import { useNow } from '#web/components/use-now.ts';
import type { PaymentsResult, StatsResult } from '#web/pages/dashboard/figure-cards.tsx';
import { calendarMonth, salesByMonth } from '#web/pages/dashboard/figures.ts';
import { PeopleChart } from '#web/pages/dashboard/people-chart.tsx';
import { SalesChart } from '#web/pages/dashboard/sales-chart.tsx';

export function PeoplePanel({ stats }: { stats: StatsResult }) {
  return (
    <Panel title="Registered and enrolled">
      {stats.data ? (
        <PeopleChart registeredCount={stats.data.allUsersCount} enrolledCount={stats.data.subscribedUsersCount} />
      ) : (
        <Waiting source={stats} fallback={messages.stats.error} />
      )}
    </Panel>
  );
}

export function SalesPanel({ payments }: { payments: PaymentsResult }) {
  const { timeZone } = useSite();
  const { year } = calendarMonth(useNow(), timeZone);
  return (
    <Panel title="Sales / Month" aside={year}>
      {payments.data ? (
        <SalesChart months={salesByMonth(payments.data.monthlySalesRecord)} year={year} />
      ) : (
        <Waiting source={payments} fallback={messages.payment.recordsFailed} />
      )}
    </Panel>
  );
}

function Panel({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="surface flex min-w-0 flex-col p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {aside && <span className="meta num">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

function Waiting({ source, fallback }: { source: UseQueryResult; fallback: string }) {
  if (!source.isError) return <Skeleton className="mt-5 min-h-60 w-full flex-1" />;
  return (
    <div className="mt-4 *:border-0 *:p-0">
      <ErrorState onRetry={() => void source.refetch()} isRetrying={source.isFetching}>
        {sentenceOf(source.error, fallback)}
      </ErrorState>
    </div>
  );
}
