import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Gavel } from 'lucide-react';
import type { Payment } from '#web/features/billing/billing-queries.ts';
import { wayNames } from '#contract/billing/way-names.ts';
import { useLanguage, useSay } from '#web/ui/language/language.tsx';
import { type BadgeLabel, Panel, StateBadge } from '#web/ui/panel.tsx';
import { formatMoment, formatMoney } from '#contract/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type Refund = Payment['refunds'][number];
type Dispute = Payment['disputes'][number];

const refundLabels: Record<Refund['status'], BadgeLabel<MessageDescriptor> & { meaning: MessageDescriptor }> = {
  requested: {
    label: msg`Requested`,
    tone: 'waiting',
    meaning: msg`The provider has not accepted it yet. It is retried automatically.`,
  },
  pending: { label: msg`Initiated`, tone: 'waiting', meaning: msg`The provider has accepted it and is processing it.` },
  processed: {
    label: msg`Processed`,
    tone: 'good',
    meaning: msg`The provider has sent it. The bank may take a few days.`,
  },
  failed: { label: msg`Failed`, tone: 'bad', meaning: msg`The refund failed. The money is still owed to the buyer.` },
  withdrawn: { label: msg`Withdrawn`, tone: 'plain', meaning: msg`Refunded another way.` },
};

const owed = { label: msg`Owed`, tone: 'waiting', meaning: msg`Pay it back, then say how.` } as const;

/** An offline payment is refunded manually, or reversed. */
const offlineLabels: typeof refundLabels = {
  ...refundLabels,
  requested: owed,
  pending: owed,
  processed: { label: msg`Paid back`, tone: 'good', meaning: msg`It was paid back.` },
};
const reversed = {
  label: msg`Reversed`,
  tone: 'plain',
  meaning: msg`Reversed. No money was refunded.`,
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
  const { t } = useLingui();
  const say = useSay();
  const { locale } = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  if (refunds.length === 0) return null;
  return (
    <ul className="mt-3">
      {refunds.map((refund) => {
        const { refundId, status, amountInPaise, endsAccess, requestedBy, reason, paidBackBy, bankReference, at } =
          refund;
        const { meaning, ...badge } = labelOf(refund, way);
        const amount = formatMoney(amountInPaise, currencySymbol);
        const isOwed = way !== 'online' && status === 'pending' && refundId !== null;
        return (
          <li key={refundId ?? `${status} ${at}`} className="border-t border-line py-3 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="num font-semibold">{endsAccess ? amount : t`${amount}, access kept`}</span>
              <StateBadge {...badge} />
            </div>
            <p className="mt-1 text-sm">{t(meaning)}</p>
            {isOwed && (
              <Button tone="quiet" className="mt-2" onClick={() => onPaidBack(refundId)}>
                <Trans>I have paid it back</Trans>
              </Button>
            )}
            {reason && <p className="mt-1 text-sm text-muted">“{reason}”</p>}
            <p className="meta num mt-1">
              {formatMoment(at, timeZone, locale)}
              {requestedBy && ` · ${requestedBy}`}
              {refundId && ` · ${refundId}`}
              {paidBackBy && ` · ${t`by ${{ way: say(wayNames[paidBackBy]) }}`}`}
              {bankReference && ` · ${paidBackBy ? t`reference ${bankReference}` : t`bank reference ${bankReference}`}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const disputeLabels: Record<Dispute['status'], BadgeLabel<MessageDescriptor> & { advice: MessageDescriptor }> = {
  open: {
    label: msg({ message: 'Open', context: 'dispute' }),
    tone: 'bad',
    advice: msg`Respond in the provider’s dashboard with the receipt and proof of what was watched.`,
  },
  under_review: { label: msg`Under review`, tone: 'waiting', advice: msg`The bank is reviewing it. Nothing to do.` },
  won: { label: msg`Won`, tone: 'good', advice: msg`The school keeps the money, and access is restored.` },
  lost: {
    label: msg`Lost`,
    tone: 'bad',
    advice: msg`The bank has returned the money to the buyer. Do not refund it again.`,
  },
  closed: {
    label: msg({ message: 'Closed', context: 'dispute' }),
    tone: 'plain',
    advice: msg`Closed without a decision. Nothing to do.`,
  },
};

export function DisputeNotes({ disputes }: { disputes: readonly Dispute[] }) {
  const { t } = useLingui();
  const { locale } = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  return disputes.map(({ disputeId, status, phase, amountInPaise, respondBy }) => {
    const { advice, ...badge } = disputeLabels[status];
    return (
      <Panel
        key={disputeId}
        title={t`Dispute over ${formatMoney(amountInPaise, currencySymbol)}`}
        aside={<StateBadge {...badge} />}
      >
        <p className="flex gap-3">
          <Gavel size={20} className="mt-1 text-muted" aria-hidden="true" />
          {t(advice)}
        </p>
        <p className="meta num mt-2">
          {phase.replaceAll('_', ' ')} · {disputeId}
          {respondBy && status === 'open' && ` · ${t`respond by ${formatMoment(respondBy, timeZone, locale)}`}`}
        </p>
      </Panel>
    );
  });
}
