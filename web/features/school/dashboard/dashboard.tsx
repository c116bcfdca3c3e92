import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { salesOverviewQuery } from '#web/features/billing/billing-queries.ts';
import { userStatisticsQuery } from '#web/api/school-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { PeoplePanel, SalesPanel } from './chart-panels.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { CoursesPanel } from './courses-panel.tsx';
import { Figures } from './figure-cards.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MembersPanel } from './members-panel.tsx';
import { RefundsPanel } from './refunds-panel.tsx';
import { RevenuePanel } from './revenue-panel.tsx';
import { VideosPanel } from './videos-panel.tsx';
import { WatchingPanel } from './watching-panel.tsx';

const paymentSentences = {
  loading: messages.payment.recordsLoading,
  success: messages.payment.recordsFetched,
  error: messages.payment.recordsFailed,
};

export function Component() {
  const stats = useQuery(userStatisticsQuery());
  const payments = useQuery(salesOverviewQuery());
  useLoadToasts(stats, messages.stats);
  useLoadToasts(payments, paymentSentences);
  return (
    <AdminPage
      heading="Admin Dashboard"
      actions={
        <>
          <LinkButton tone="quiet" to={pathTo('payments')}>
            Payments
          </LinkButton>
          <LinkButton tone="quiet" to={pathTo('emails')}>
            Emails
          </LinkButton>
          <LinkButton to={pathTo('createCourse')}>
            <Plus size={18} aria-hidden="true" />
            Create new course
          </LinkButton>
        </>
      }
    >
      <FirstSteps />
      <Figures stats={stats} payments={payments} />
      <div className="mt-4 grid gap-4 lg:grid-cols-[1fr_22rem] max-lg:[&>:last-child]:order-first">
        <RevenuePanel />
        <AttentionPanel />
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-[22rem_1fr]">
        <PeoplePanel stats={stats} />
        <SalesPanel payments={payments} />
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        <MembersPanel />
        <CheckoutPanel />
        <RefundsPanel />
      </div>
      <WatchingPanel />
      <VideosPanel />
      <CoursesPanel />
    </AdminPage>
  );
}
