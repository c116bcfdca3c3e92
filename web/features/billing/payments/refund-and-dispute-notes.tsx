import { Gavel } from 'lucide-react';
import type { Payment } from '#web/features/billing/billing-queries.ts';
import { wayNames } from '#contract/billing/way-names.ts';
import { Badge, type BadgeLabel, Panel } from '#web/ui/panel.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Refund = Payment['refunds'][number];
type Dispute = Payment['disputes'][number];

const refundLabels: Record<Refund['status'], BadgeLabel & { meaning: string }> = {
  requested: {
    label: 'Requested',
    tone: 'waiting',
    meaning: 'The provider has not accepted it yet. It is retried automatically.',
  },
  pending: { label: 'Initiated', tone: 'waiting', meaning: 'The provider has accepted it and is processing it.' },
  processed: { label: 'Processed', tone: 'good', meaning: 'The provider has sent it. The bank may take a few days.' },
  failed: { label: 'Failed', tone: 'bad', meaning: 'The refund failed. The money is still owed to the buyer.' },
  withdrawn: { label: 'Withdrawn', tone: 'plain', meaning: 'Refunded another way.' },
};

const owed = { label: 'Owed', tone: 'waiting', meaning: 'Pay it back, then say how.' } as const;

/** An offline payment is refunded manually, or reversed. */
const offlineLabels: typeof refundLabels = {
  ...refundLabels,
  requested: owed,
  pending: owed,
  processed: { label: 'Paid back', tone: 'good', meaning: 'It was paid back.' },
};
const reversed = {
  label: 'Reversed',
  tone: 'plain',
  meaning: 'The payment did not stay: nothing was paid back.',
} as const;

const labelOf = ({ status, paidBackBy }: Refund, way: Payment['way']) => {
  if (way === 'online') return refundLabels[status];
  return status === 'processed' && paidBackBy === null ? reversed : offlineLabels[status];
};

interface RefundNotesProps {
  payment: Payment;
  /** Says how an owed refund was paid back. */
  onPaidBack: (refundId: string) => void;
}

/** The provider never reports that a refund has arrived, so these texts do not claim it. */
export function RefundNotes({ payment: { refunds, way }, onPaidBack }: RefundNotesProps) {
  const { currencySymbol, timeZone } = useSite();
  if (refunds.length === 0) return null;
  return (
    <ul className="mt-3">
      {refunds.map((refund) => {
        const { refundId, status, amountInPaise, endsAccess, requestedBy, reason, paidBackBy, bankReference, at } =
          refund;
        const { label, tone, meaning } = labelOf(refund, way);
        const isOwed = way !== 'online' && status === 'pending' && refundId !== null;
        return (
          <li key={refundId ?? `${status} ${at}`} className="border-t border-line py-3 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="num font-semibold">
                {formatMoney(amountInPaise, currencySymbol)}
                {!endsAccess && ', access kept'}
              </span>
              <Badge tone={tone}>{label}</Badge>
            </div>
            <p className="mt-1 text-sm">{meaning}</p>
            {isOwed && (
              <Button tone="quiet" className="mt-2" onClick={() => onPaidBack(refundId)}>
                I have paid it back
              </Button>
            )}
            {reason && <p className="mt-1 text-sm text-muted">“{reason}”</p>}
            <p className="meta num mt-1">
              {formatMoment(at, timeZone)}
              {requestedBy && ` · ${requestedBy}`}
              {refundId && ` · ${refundId}`}
              {paidBackBy && ` · by ${wayNames[paidBackBy]}`}
              {bankReference && ` · ${paidBackBy ? '' : 'bank '}reference ${bankReference}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const disputeLabels: Record<Dispute['status'], BadgeLabel & { advice: string }> = {
  open: {
    label: 'Open',
    tone: 'bad',
    advice: 'Respond in the provider’s dashboard with the receipt and proof of what was watched.',
  },
  under_review: { label: 'Under review', tone: 'waiting', advice: 'The bank is reviewing it. Nothing to do.' },
  won: { label: 'Won', tone: 'good', advice: 'The school keeps the money, and access is restored.' },
  lost: { label: 'Lost', tone: 'bad', advice: 'The bank has returned the money to the buyer. Do not refund it again.' },
  closed: { label: 'Closed', tone: 'plain', advice: 'Closed without a decision. Nothing to do.' },
};

export function DisputeNotes({ disputes }: { disputes: readonly Dispute[] }) {
  const { currencySymbol, timeZone } = useSite();
  return disputes.map(({ disputeId, status, phase, amountInPaise, respondBy }) => {
    const { label, tone, advice } = disputeLabels[status];
    return (
      <Panel
        key={disputeId}
        title={`Dispute over ${formatMoney(amountInPaise, currencySymbol)}`}
        aside={<Badge tone={tone}>{label}</Badge>}
      >
        <p className="flex gap-3">
          <Gavel size={20} className="mt-1 text-muted" aria-hidden="true" />
          {advice}
        </p>
        <p className="meta num mt-2">
          {phase.replaceAll('_', ' ')} · {disputeId}
          {respondBy && status === 'open' && ` · respond by ${formatMoment(respondBy, timeZone)}`}
        </p>
      </Panel>
    );
  });
}
