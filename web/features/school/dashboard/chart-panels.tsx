import { type ReactNode, useId } from 'react';
import { messages } from '#contract/messages.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Skeleton } from '#web/ui/page/skeletons.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { PaymentsResult, StatsResult } from './figure-cards.tsx';
import { calendarMonth, salesByMonth } from './figures.ts';
import { PeopleChart } from './people-chart.tsx';
import { SalesChart } from './sales-chart.tsx';

const waiting = {
  skeleton: <Skeleton className="mt-5 min-h-60 w-full flex-1" />,
  messageClass: 'mt-4',
  isInPanel: true,
};

export function PeoplePanel({ stats }: { stats: StatsResult }) {
  return (
    <Panel title="Registered and enrolled">
      <QueryBoundary query={stats} {...waiting} failure={messages.stats.error}>
        {({ allUsersCount, subscribedUsersCount }) => (
          <PeopleChart registeredCount={allUsersCount} enrolledCount={subscribedUsersCount} />
        )}
      </QueryBoundary>
    </Panel>
  );
}

export function SalesPanel({ payments }: { payments: PaymentsResult }) {
  const { timeZone } = useSite();
  const { year } = calendarMonth(useNow(), timeZone);
  return (
    <Panel title="Sales / Month" aside={year}>
      <QueryBoundary query={payments} {...waiting} failure={messages.payment.recordsFailed}>
        {({ monthlySalesRecord }) => <SalesChart months={salesByMonth(monthlySalesRecord)} year={year} />}
      </QueryBoundary>
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
