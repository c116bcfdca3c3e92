import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
import type { Language } from '#contract/languages/language.ts';
import { Said, useLanguage } from '#web/ui/language/language.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { DetailSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { ResolveDialog } from './to-do-panel.tsx';
import { needsAttention, statusLabels } from './payment-status.ts';
import { DisputeNotes, RefundNotes } from './refund-and-dispute-notes.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { modeNames } from '../provider/mode-names.ts';

const BackToPayments = () => (
  <BackLink to={pathTo('payments')}>
    <Trans>All payments</Trans>
  </BackLink>
);

const PaymentFrame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-10">
    <BackToPayments />
    <PageHeading className="mt-2 text-page">
      <Trans>Payment</Trans>
    </PageHeading>
    <div className="mt-6">{children}</div>
  </div>
);

export function Component() {
  const { t } = useLingui();
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
      failure={t`The payment could not be loaded`}
      notFound={{ action: <LinkButton to={pathTo('payments')}>{t`See all payments`}</LinkButton> }}
      frame={PaymentFrame}
    >
      {({ payment }) => <Purchase payment={payment} />}
    </QueryBoundary>
  );
}

function Purchase({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'refund' | 'resolve' | 'reverse' | { paidBack: string }>();
  const close = (): void => setDialog(undefined);
  return (
    <div className="page py-8 lg:py-10">
      <BackToPayments />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading title={t`Payment ${payment.paymentId}`}>
          <Amount paise={payment.amountInPaise} />
        </PageHeading>
        <StateBadge {...statusLabels[payment.status]} />
      </div>
      <p className="mt-1 text-muted">
        {payment.userName ?? t`Unknown buyer`}
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
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  const { refundableInPaise, refundRefusal, isReversible } = payment;
  const left = formatMoney(refundableInPaise, currencySymbol);
  return (
    <Panel
      title={t`Refund`}
      aside={
        <span className="flex flex-wrap gap-2">
          {isReversible && (
            <Button tone="quiet" onClick={onReverse}>
              <Trans>Reverse</Trans>
            </Button>
          )}
          {refundableInPaise > 0 && (
            <Button tone="danger" onClick={onRefund}>
              <Undo2 size={18} aria-hidden="true" />
              {t({ message: 'Refund', context: 'verb' })}
            </Button>
          )}
        </span>
      }
    >
      <p className="text-sm text-muted">
        {refundableInPaise > 0
          ? `${t`${left} refundable.`} ${refundWindow(payment, timeZone, language)}`
          : ((refundRefusal && <Said>{refundRefusal}</Said>) ?? t`Nothing left to refund.`)}
      </p>
      <RefundNotes payment={payment} onPaidBack={onPaidBack} />
    </Panel>
  );
}

/** Until when the buyer can cancel, or why the buyer cannot. */
const refundWindow = (
  { refundableUntil, isInRefundWindow, planName, gift }: Payment,
  timeZone: string,
  { _, locale }: Language,
): string => {
  if (gift?.redeemedAt) return _(msg`The gift was redeemed: a refund is at your discretion, and ends the access.`);
  if (planName === null) return _(msg`This payment does not belong to a known purchase.`);
  if (refundableUntil === null) return _(msg`This purchase has no refund window; a refund is at your discretion.`);
  const moment = formatMoment(refundableUntil, timeZone, locale);
  return isInRefundWindow
    ? _(msg`The buyer can cancel until ${moment}.`)
    : _(msg`The refund window ended on ${moment}; a refund is at your discretion.`);
};

function DetailsPanel({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const { locale } = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  const { planName, planVersion, coupon, gift } = payment;
  const holderId = gift?.redeemedBy?._id ?? payment.userId;
  const money = (amountInPaise: number): string => formatMoney(amountInPaise, currencySymbol);
  const moment = (at: string | null): string | null =>
    isForLife(at) ? t`For life` : at && formatMoment(at, timeZone, locale);
  return (
    <Panel
      title={t`Details`}
      aside={
        holderId && (
          <Link
            to={pathTo('userAccess', { userId: holderId })}
            className="text-sm font-medium underline underline-offset-3"
          >
            <Trans>View access</Trans>
          </Link>
        )
      }
    >
      <DetailList
        details={[
          [t`Plan`, planName && t`${planName}, version ${planVersion}`],
          [t`Coupon`, coupon && coupon.code],
          [t`Discount`, coupon && money(coupon.discountInPaise)],
          [t`Amount`, money(payment.amountInPaise)],
          [t`Refunded`, payment.refundedInPaise > 0 ? money(payment.refundedInPaise) : null],
          [t`Remaining`, payment.refundedInPaise > 0 ? money(payment.amountInPaise - payment.refundedInPaise) : null],
          [t`Method`, payment.paidWith],
          [t`Checkout started`, moment(payment.startedAt)],
          [t({ message: 'Paid', context: 'payment' }), moment(payment.paidAt)],
          [t`Access until`, moment(payment.accessUntil)],
          [t`Refundable until`, moment(payment.refundableUntil)],
          [t`Failure reason`, payment.failure],
          [t`Gift for`, gift && `${gift.recipientName} (${gift.recipientEmail})`],
          [t`Gift sent`, gift && (moment(gift.sentAt) ?? (gift.sendOn ? t`Planned for ${gift.sendOn}` : t`Not yet`))],
          [t`Gift redeemed`, gift && (moment(gift.redeemedAt) ?? t`Not yet`)],
          [t`Redeemed by`, gift?.redeemedBy ? `${gift.redeemedBy.fullName} (${gift.redeemedBy.email})` : null],
          [t`Payment ID`, payment.paymentId],
          [payment.subscriptionId?.startsWith('order_') ? t`Order ID` : t`Subscription ID`, payment.subscriptionId],
          [t`Invoice ID`, payment.invoiceId],
          [t`Mode`, t(modeNames[payment.mode])],
        ]}
      />
    </Panel>
  );
}

function ReceiptsPanel({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const receipt = useReceiptDownload();
  return (
    <Panel title={t`Receipts`}>
      {payment.receipts.length > 0 ? (
        <ReceiptRows receipts={payment.receipts} {...receipt} />
      ) : (
        <p className="text-sm text-muted">{t`A receipt is issued when a payment gives access.`}</p>
      )}
    </Panel>
  );
}

function ResolvePanel({ isResolved, onResolve }: { isResolved: boolean; onResolve: () => void }) {
  const { t } = useLingui();
  return (
    <Panel title={t`To-do list`}>
      {isResolved ? (
        <p className="text-sm text-muted">{t`This payment is resolved.`}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{t`This payment needs attention. Already resolved it another way?`}</p>
          <Button tone="quiet" className="mt-3" onClick={onResolve}>
            <Trans>Mark as resolved</Trans>
          </Button>
        </>
      )}
    </Panel>
  );
}
