import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useReceiptDownload } from '#web/api/download-receipt.ts';
import { type PaymentDetail, paymentDetailQuery } from '#web/api/sales.ts';
import { Amount } from '#web/components/amount.tsx';
import { Badge } from '#web/components/badge.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { formatMoment, formatMoney } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Panel } from '#web/components/panel.tsx';
import { ReceiptRows } from '#web/components/receipt-rows.tsx';
import { useSite } from '#web/components/site.tsx';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { HandledDialog } from '#web/pages/sales/handled-dialog.tsx';
import { DisputeNotes, RefundNotes } from '#web/pages/sales/money-back.tsx';
import { RefundDialog } from '#web/pages/sales/refund-dialog.tsx';
import { needsPerson, statusWords } from '#web/pages/sales/status-words.ts';

const BackToPayments = () => (
  <Link to="/admin/payments" className="inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:underline">
    <ArrowLeft size={16} aria-hidden="true" />
    All payments
  </Link>
);

/** One purchase, from the first click to what is true of it today. */
export function Component() {
  const { paymentId = '' } = useParams();
  const query = useQuery(paymentDetailQuery(paymentId));
  if (query.isPending) return <PageSkeleton />;
  if (!query.data) {
    const isGone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <div className="page py-8 lg:py-10">
        <BackToPayments />
        <PageHeading className="mt-2 text-page">Payment</PageHeading>
        <div className="mt-6">
          {isGone ? (
            <EmptyState action={<LinkButton to="/admin/payments">See all payments</LinkButton>}>
              {sentenceOf(query.error, 'This payment does not exist.')}
            </EmptyState>
          ) : (
            <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
              {sentenceOf(query.error, 'The payment could not be loaded')}
            </ErrorState>
          )}
        </div>
      </div>
    );
  }
  return <Purchase payment={query.data.payment} />;
}

function Purchase({ payment }: { payment: PaymentDetail }) {
  const [asked, setAsked] = useState<'refund' | 'handled'>();
  const { word, tone } = statusWords[payment.status];
  return (
    <div className="page py-8 lg:py-10">
      <BackToPayments />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading title={`Payment ${payment.paymentId}`}>
          <Amount paise={payment.amountInPaise} />
        </PageHeading>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="mt-1 text-muted">
        {payment.userName ?? 'Nobody known'}
        {payment.userEmail && ` · ${payment.userEmail}`}
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-5">
          <DisputeNotes disputes={payment.disputes} />
          <RefundPanel payment={payment} onRefund={() => setAsked('refund')} />
          <Panel title="What happened">
            <Timeline
              steps={payment.timeline.map(({ at, text, by }, index) => ({ key: `${index} ${at}`, at, text, by }))}
            />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <FactsPanel payment={payment} />
          <ReceiptsPanel payment={payment} />
          {needsPerson(payment.status) && (
            <HandledPanel isHandled={payment.isHandled} onHandled={() => setAsked('handled')} />
          )}
        </div>
      </div>
      {asked === 'refund' && <RefundDialog payment={payment} onClose={() => setAsked(undefined)} />}
      {asked === 'handled' && <HandledDialog paymentId={payment.paymentId} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function RefundPanel({ payment, onRefund }: { payment: PaymentDetail; onRefund: () => void }) {
  const { currencySymbol, timeZone } = useSite();
  const { refundableInPaise, refundRefusal, isInRefundWindow, refundableUntil, refunds } = payment;
  const left = formatMoney(refundableInPaise, currencySymbol);
  const windowSentence = refundableUntil
    ? isInRefundWindow
      ? `The buyer may cancel alone until ${formatMoment(refundableUntil, timeZone)}.`
      : `The refund window ended on ${formatMoment(refundableUntil, timeZone)}; a refund is the school’s own choice.`
    : 'This payment belongs to no purchase here.';
  return (
    <Panel
      title="Money back"
      aside={
        refundableInPaise > 0 && (
          <Button tone="danger" onClick={onRefund}>
            <Undo2 size={18} aria-hidden="true" />
            Refund
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        {refundableInPaise > 0
          ? `${left} may go back. ${windowSentence}`
          : (refundRefusal ?? 'Nothing is left to refund.')}
      </p>
      <RefundNotes refunds={refunds} />
    </Panel>
  );
}

function FactsPanel({ payment }: { payment: PaymentDetail }) {
  const { currencySymbol, timeZone } = useSite();
  const money = (amountInPaise: number): string => formatMoney(amountInPaise, currencySymbol);
  const moment = (at: string | null): string | null => at && formatMoment(at, timeZone);
  return (
    <Panel
      title="Facts"
      aside={
        payment.userId && (
          <Link to={`/admin/people/${payment.userId}`} className="text-sm font-medium underline underline-offset-3">
            May this person watch?
          </Link>
        )
      }
    >
      <FactList
        facts={[
          ['Amount', money(payment.amountInPaise)],
          ['Refunded', payment.refundedInPaise > 0 ? money(payment.refundedInPaise) : null],
          ['Left', payment.refundedInPaise > 0 ? money(payment.amountInPaise - payment.refundedInPaise) : null],
          ['Paid with', payment.paidWith],
          ['Started', moment(payment.startedAt)],
          ['Paid', moment(payment.paidAt)],
          ['Access until', moment(payment.accessUntil)],
          ['Refundable until', moment(payment.refundableUntil)],
          ['Why it failed', payment.failure],
          ['Payment', payment.paymentId],
          ['Subscription', payment.subscriptionId],
          ['Invoice', payment.invoiceId],
          ['Mode', payment.mode === 'test' ? 'Test, no money moved' : 'Live'],
        ]}
      />
    </Panel>
  );
}

function ReceiptsPanel({ payment }: { payment: PaymentDetail }) {
  const receipt = useReceiptDownload();
  return (
    <Panel title="Receipts">
      {payment.receipts.length > 0 ? (
        <ReceiptRows receipts={payment.receipts} {...receipt} />
      ) : (
        <p className="text-sm text-muted">A receipt is made when a payment gives access.</p>
      )}
    </Panel>
  );
}

const HandledPanel = ({ isHandled, onHandled }: { isHandled: boolean; onHandled: () => void }) => (
  <Panel title="To-do list">
    {isHandled ? (
      <p className="text-sm text-muted">A person has settled this payment.</p>
    ) : (
      <>
        <p className="text-sm text-muted">This payment waits for a person. Settled another way?</p>
        <Button tone="quiet" className="mt-3" onClick={onHandled}>
          Take it off the list
        </Button>
      </>
    )}
  </Panel>
);
