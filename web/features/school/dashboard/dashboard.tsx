import { useQuery } from '@tanstack/react-query';
import { CreditCard, Mail, Plus } from 'lucide-react';
import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { messages } from '#contract/messages.ts';
import { salesOverviewQuery } from '#web/features/billing/billing-queries.ts';
import { firstStepsQuery, userStatisticsQuery } from '#web/api/school-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { Guide, GuideLine, minutesLeftOf } from '#web/features/school/first-steps/guide.tsx';
import { SchoolPreview } from '#web/features/school/first-steps/school-preview.tsx';
import { LoadingNote, PanelSkeleton } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { PeoplePanel, SalesPanel } from './chart-panels.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { CoursesPanel } from './courses-panel.tsx';
import { Figures } from './figure-cards.tsx';
import { MembersPanel } from './members-panel.tsx';
import { RefundsPanel } from './refunds-panel.tsx';
import { RevenuePanel } from './revenue-panel.tsx';
import { SoldPanel } from './sold-panel.tsx';
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
  const steps = useQuery(firstStepsQuery());
  const guide = steps.data?.firstSteps;
  /** Until the first sale. */
  const opening = guide?.hasSale === false ? guide : undefined;
  const minutesLeft = opening ? minutesLeftOf(opening) : 0;
  return (
    <AdminPage
      heading="Admin Dashboard"
      {...(minutesLeft > 0 && { lead: `Open your school: about ${minutesLeft} minutes left, in any order.` })}
      action={
        <LinkButton to={pathTo('createCourse')}>
          <Plus size={18} aria-hidden="true" />
          Create new course
        </LinkButton>
      }
      more={more}
    >
      {/* Nothing stands below what is still to come: a table would move under the mouse. */}
      {steps.isPending ? (
        <Loading />
      ) : (
        <>
          {opening && <Opening guide={opening} />}
          {guide?.hasSale === true && <GuideLine guide={guide} />}
          <Figures stats={stats} payments={payments} />
          {!opening && (
            <div className="mt-4 grid gap-4 lg:grid-cols-[1fr_22rem] max-lg:[&>:last-child]:order-first">
              <RevenuePanel />
              <AttentionPanel />
            </div>
          )}
          <div className="mt-4 grid gap-4 lg:grid-cols-[22rem_1fr]">
            <PeoplePanel stats={stats} />
            <SalesPanel payments={payments} />
          </div>
          {opening ? (
            <p className="meta mt-4">More reports come with your first sale. The guide then moves to Settings.</p>
          ) : (
            <Reports />
          )}
          <VideosPanel />
          <CoursesPanel />
        </>
      )}
    </AdminPage>
  );
}

const more = [
  { label: 'Payments', icon: CreditCard, to: pathTo('payments') },
  { label: 'Emails', icon: Mail, to: pathTo('emails') },
];

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

const Opening = ({ guide }: { guide: FirstSteps }) => (
  <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
    <Guide guide={guide} />
    <div className="grid gap-4">
      <div className="max-xl:hidden">
        <SchoolPreview course={guide.course} />
      </div>
      <AttentionPanel />
    </div>
  </div>
);

const Reports = () => (
  <>
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <MembersPanel />
      <CheckoutPanel />
      <RefundsPanel />
    </div>
    <SoldPanel />
    <WatchingPanel />
  </>
);
