import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Payment, paymentQuery } from '#web/features/billing/billing-queries.ts';
import { ReceiptRows, useReceiptDownload } from '#web/features/billing/receipts.tsx';
import { Amount, isForLife } from '#web/features/billing/plan-terms.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { DetailList, Panel, StateBadge, TimelinePanel } from '#web/ui/panel.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { DetailSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { ResolveDialog } from './to-do-panel.tsx';
import { needsAttention, statusLabels } from './payment-status.ts';
import { DisputeNotes, RefundNotes } from './refund-and-dispute-notes.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const BackToPayments = () => <BackLink to={pathTo('payments')}>All payments</BackLink>;

const PaymentFrame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-10">
    <BackToPayments />
    <PageHeading className="mt-2 text-page">Payment</PageHeading>
    <div className="mt-6">{children}</div>
  </div>
);

export function Component() {
  const { paymentId = '' } = useParams();
  const query = useQuery(paymentQuery(paymentId));
  return (
    <QueryBoundary
      query={query}
      skeleton={
        <PaymentFrame>
          <LoadingNote />
          <DetailSkeleton />
        </PaymentFrame>
      }
      failure="The payment could not be loaded"
      notFound={{ action: <LinkButton to={pathTo('payments')}>See all payments</LinkButton> }}
      frame={PaymentFrame}
    >
      {({ payment }) => <Purchase payment={payment} />}
    </QueryBoundary>
  );
}

function Purchase({ payment }: { payment: Payment }) {
  const [dialog, setDialog] = useState<'refund' | 'resolve' | 'reverse' | { paidBack: string }>();
  const close = (): void => setDialog(undefined);
  return (
    <div className="page py-8 lg:py-10">
      <BackToPayments />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading title={`Payment ${payment.paymentId}`}>
          <Amount paise={payment.amountInPaise} />
        </PageHeading>
        <StateBadge {...statusLabels[payment.status]} />
      </div>
      <p className="mt-1 text-muted">
        {payment.userName ?? 'Unknown buyer'}
        {payment.userEmail && ` · ${payment.userEmail}`}
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-5">
          <DisputeNotes disputes={payment.disputes} />
          <RefundPanel
            payment={payment}
            onRefund={() => setDialog('refund')}
            onReverse={() => setDialog('reverse')}
            onPaidBack={(paidBack) => setDialog({ paidBack })}
          />
          <TimelinePanel steps={payment.timeline.toReversed()} />
        </div>
        <div className="grid min-w-0 gap-5">
          <DetailsPanel payment={payment} />
          <ReceiptsPanel payment={payment} />
          {needsAttention(payment.status) && (
            <ResolvePanel isResolved={payment.isHandled} onResolve={() => setDialog('resolve')} />
          )}
        </div>
      </div>
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {dialog === 'resolve' && <ResolveDialog paymentId={payment.paymentId} onClose={close} />}
      <Suspense fallback={null}>
        {dialog === 'reverse' && <ReverseDialog payment={payment} onClose={close} />}
        {typeof dialog === 'object' && <PaidBackDialog payment={payment} refundId={dialog.paidBack} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Few payments are offline. */
const ReverseDialog = lazy(async () => ({ default: (await import('./paid-back-dialogs.tsx')).ReverseDialog }));
const PaidBackDialog = lazy(async () => ({ default: (await import('./paid-back-dialogs.tsx')).PaidBackDialog }));

interface RefundPanelProps {
  payment: Payment;
  onRefund: () => void;
  onReverse: () => void;
  onPaidBack: (refundId: string) => void;
}

function RefundPanel({ payment, onRefund, onReverse, onPaidBack }: RefundPanelProps) {
  const { currencySymbol, timeZone } = useSite();
  const { refundableInPaise, refundRefusal, isReversible } = payment;
  const left = formatMoney(refundableInPaise, currencySymbol);
  return (
    <Panel
      title="Refund"
      aside={
        <span className="flex flex-wrap gap-2">
          {isReversible && (
            <Button tone="quiet" onClick={onReverse}>
              Reverse
            </Button>
          )}
          {refundableInPaise > 0 && (
            <Button tone="danger" onClick={onRefund}>
              <Undo2 size={18} aria-hidden="true" />
              Refund
            </Button>
          )}
        </span>
      }
    >
      <p className="text-sm text-muted">
        {refundableInPaise > 0
          ? `${left} refundable. ${refundWindow(payment, timeZone)}`
          : (refundRefusal ?? 'Nothing left to refund.')}
      </p>
      <RefundNotes payment={payment} onPaidBack={onPaidBack} />
    </Panel>
  );
}

/** Until when the buyer can cancel, or why the buyer cannot. */
const refundWindow = ({ refundableUntil, isInRefundWindow, planName, gift }: Payment, timeZone: string): string => {
  if (gift?.redeemedAt) return 'The gift was redeemed: a refund is at your discretion, and ends the access.';
  if (planName === null) return 'This payment does not belong to a known purchase.';
  if (refundableUntil === null) return 'This purchase has no refund window; a refund is at your discretion.';
  return isInRefundWindow
    ? `The buyer can cancel until ${formatMoment(refundableUntil, timeZone)}.`
    : `The refund window ended on ${formatMoment(refundableUntil, timeZone)}; a refund is at your discretion.`;
};

function DetailsPanel({ payment }: { payment: Payment }) {
  const { currencySymbol, timeZone } = useSite();
  const { planName, planVersion, coupon } = payment;
  const { gift } = payment;
  const holderId = gift?.redeemedBy?._id ?? payment.userId;
  const money = (amountInPaise: number): string => formatMoney(amountInPaise, currencySymbol);
  const moment = (at: string | null): string | null => (isForLife(at) ? 'For life' : at && formatMoment(at, timeZone));
  return (
    <Panel
      title="Details"
      aside={
        holderId && (
          <Link
            to={pathTo('userAccess', { userId: holderId })}
            className="text-sm font-medium underline underline-offset-3"
          >
            View access
          </Link>
        )
      }
    >
      <DetailList
        details={[
          ['Plan', planName && `${planName}, version ${planVersion}`],
          ['Coupon', coupon && coupon.code],
          ['Discount', coupon && money(coupon.discountInPaise)],
          ['Amount', money(payment.amountInPaise)],
          ['Refunded', payment.refundedInPaise > 0 ? money(payment.refundedInPaise) : null],
          ['Remaining', payment.refundedInPaise > 0 ? money(payment.amountInPaise - payment.refundedInPaise) : null],
          ['Method', payment.paidWith],
          ['Checkout started', moment(payment.startedAt)],
          ['Paid', moment(payment.paidAt)],
          ['Access until', moment(payment.accessUntil)],
          ['Refundable until', moment(payment.refundableUntil)],
          ['Failure reason', payment.failure],
          ['Gift for', gift && `${gift.recipientName} (${gift.recipientEmail})`],
          ['Gift sent', gift && (moment(gift.sentAt) ?? (gift.sendOn ? `Planned for ${gift.sendOn}` : 'Not yet'))],
          ['Gift redeemed', gift && (moment(gift.redeemedAt) ?? 'Not yet')],
          ['Redeemed by', gift?.redeemedBy ? `${gift.redeemedBy.fullName} (${gift.redeemedBy.email})` : null],
          ['Payment ID', payment.paymentId],
          [payment.subscriptionId?.startsWith('order_') ? 'Order ID' : 'Subscription ID', payment.subscriptionId],
          ['Invoice ID', payment.invoiceId],
          ['Mode', payment.mode === 'test' ? 'Test' : 'Live'],
        ]}
      />
    </Panel>
  );
}

function ReceiptsPanel({ payment }: { payment: Payment }) {
  const receipt = useReceiptDownload();
  return (
    <Panel title="Receipts">
      {payment.receipts.length > 0 ? (
        <ReceiptRows receipts={payment.receipts} {...receipt} />
      ) : (
        <p className="text-sm text-muted">A receipt is issued when a payment gives access.</p>
      )}
    </Panel>
  );
}

const ResolvePanel = ({ isResolved, onResolve }: { isResolved: boolean; onResolve: () => void }) => (
  <Panel title="To-do list">
    {isResolved ? (
      <p className="text-sm text-muted">This payment is resolved.</p>
    ) : (
      <>
        <p className="text-sm text-muted">This payment needs attention. Already resolved it another way?</p>
        <Button tone="quiet" className="mt-3" onClick={onResolve}>
          Mark as resolved
        </Button>
      </>
    )}
  </Panel>
);
