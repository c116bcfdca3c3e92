import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { paymentsQuery, userStatsQuery } from '#web/api/queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { CoursesPanel } from '#web/pages/dashboard/courses-panel.tsx';
import { DraftsPanel } from '#web/pages/dashboard/drafts-panel.tsx';
import { Figures } from '#web/pages/dashboard/figure-cards.tsx';
import { FirstSteps } from '#web/pages/dashboard/first-steps.tsx';
import { PeoplePanel, SalesPanel } from '#web/pages/dashboard/chart-panels.tsx';
import { VideosPanel } from '#web/pages/dashboard/videos-panel.tsx';

const paymentSentences = {
  loading: messages.payment.recordsLoading,
  success: messages.payment.recordsFetched,
  error: messages.payment.recordsFailed,
};

/** What an ADMIN sees of the school: four numbers, two charts, the courses. */
export function Component() {
  const stats = useQuery(userStatsQuery());
  const payments = useQuery(paymentsQuery());
  useLoadToasts(stats, messages.stats);
  useLoadToasts(payments, paymentSentences);
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading>Admin Dashboard</PageHeading>
        <div className="flex flex-wrap gap-2">
          <LinkButton tone="quiet" to="/admin/payments">
            Payments
          </LinkButton>
          <LinkButton tone="quiet" to="/admin/outbox">
            Outbox
          </LinkButton>
          <LinkButton to="/course/create">
            <Plus size={18} aria-hidden="true" />
            Create new course
          </LinkButton>
        </div>
      </div>
      <FirstSteps />
      <Figures stats={stats} payments={payments} />
      <div className="mt-5 grid gap-5 lg:grid-cols-[22rem_1fr]">
        <PeoplePanel stats={stats} />
        <SalesPanel payments={payments} />
      </div>
      <VideosPanel />
      <DraftsPanel />
      <CoursesPanel />
    </div>
  );
}
