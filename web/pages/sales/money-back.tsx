import { Gavel } from 'lucide-react';
import type { PaymentDetail } from '#web/api/sales.ts';
import { Badge, type BadgeTone } from '#web/components/badge.tsx';
import { formatMoment, formatMoney } from '#web/components/format.ts';
import { Panel } from '#web/components/panel.tsx';
import { useSite } from '#web/components/site.tsx';

type Refund = PaymentDetail['refunds'][number];
type Dispute = PaymentDetail['disputes'][number];

const refundWords: Record<Refund['status'], { word: string; tone: BadgeTone; meaning: string }> = {
  requested: { word: 'Requested', tone: 'waiting', meaning: 'The provider has not taken it yet; it is asked again.' },
  pending: { word: 'Initiated', tone: 'waiting', meaning: 'The provider has taken it; the bank is on its way.' },
  processed: { word: 'Processed', tone: 'good', meaning: 'The provider is done; the bank may need some days.' },
  failed: { word: 'Failed', tone: 'bad', meaning: 'The money did not go back and is owed to the buyer.' },
  withdrawn: { word: 'Withdrawn', tone: 'plain', meaning: 'The money went back another way.' },
};

/** What was asked back, who asked, and where it is: never that it arrived, because nobody tells. */
export function RefundNotes({ refunds }: { refunds: readonly Refund[] }) {
  const { currencySymbol, timeZone } = useSite();
  if (refunds.length === 0) return null;
  return (
    <ul className="mt-3">
      {refunds.map(({ refundId, status, amountInPaise, endsAccess, requestedBy, reason, bankReference, at }) => {
        const { word, tone, meaning } = refundWords[status];
        return (
          <li key={refundId ?? `${status} ${at}`} className="border-t border-line py-3 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="num font-semibold">
                {formatMoney(amountInPaise, currencySymbol)}
                {!endsAccess && ', access stays'}
              </span>
              <Badge tone={tone}>{word}</Badge>
            </div>
            <p className="mt-1 text-sm">{meaning}</p>
            {reason && <p className="mt-1 text-sm text-muted">“{reason}”</p>}
            <p className="meta num mt-1">
              {formatMoment(at, timeZone)}
              {requestedBy && ` · ${requestedBy}`}
              {refundId && ` · ${refundId}`}
              {bankReference && ` · bank reference ${bankReference}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const disputeWords: Record<Dispute['status'], { word: string; tone: BadgeTone; advice: string }> = {
  open: {
    word: 'Open',
    tone: 'bad',
    advice: 'Answer it in the dashboard of the payment provider, with the receipt and what was watched.',
  },
  under_review: { word: 'Under review', tone: 'waiting', advice: 'The bank decides now. There is nothing to do.' },
  won: { word: 'Won', tone: 'good', advice: 'The money stays, and the access is back.' },
  lost: { word: 'Lost', tone: 'bad', advice: 'The bank has taken the money back. Do not refund it once more.' },
  closed: { word: 'Closed', tone: 'plain', advice: 'It ended without a decision. There is nothing to do.' },
};

/** Nothing when the bank asks nothing. */
export function DisputeNotes({ disputes }: { disputes: readonly Dispute[] }) {
  const { currencySymbol, timeZone } = useSite();
  return disputes.map(({ disputeId, status, phase, amountInPaise, respondBy }) => {
    const { word, tone, advice } = disputeWords[status];
    return (
      <Panel
        key={disputeId}
        title={`Dispute over ${formatMoney(amountInPaise, currencySymbol)}`}
        aside={<Badge tone={tone}>{word}</Badge>}
      >
        <p className="flex gap-3">
          <Gavel size={20} className="mt-1 text-muted" aria-hidden="true" />
          {advice}
        </p>
        <p className="meta num mt-2">
          {phase.replaceAll('_', ' ')} · {disputeId}
          {respondBy && status === 'open' && ` · answer by ${formatMoment(respondBy, timeZone)}`}
        </p>
      </Panel>
    );
  });
}
