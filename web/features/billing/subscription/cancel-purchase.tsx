import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import type { OwnPurchase } from '#web/features/billing/billing-queries.ts';
import { isForLife } from '#web/features/billing/plan-terms.tsx';
import { sessionStore } from '#web/app/session/session.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatMoney } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

/** What a cancellation would refund of a purchase. */
export const leftToRefund = ({ amountInPaise, refunds }: OwnPurchase): number =>
  amountInPaise - refunds.reduce((sum, refund) => sum + refund.amountInPaise, 0);

/** What a refund ends, what stays open, and how the money comes back. */
function RefundConsequences({ purchase }: { purchase: OwnPurchase }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone, currencySymbol } = useSite();
  const session = useSession();
  const { status, access_until: bundleEnds } = session?.user.subscription ?? {};
  const bundle =
    status !== 'active'
      ? ''
      : bundleEnds && !isForLife(bundleEnds)
        ? ` ${t`Your bundle stays, until ${{ day: formatDay(bundleEnds, timeZone, locale) }}.`}`
        : ` ${t`Your bundle stays.`}`;
  return (
    <>
      <Trans>
        <strong className="font-semibold text-base-content">Access through this purchase ends</strong> as soon as you
        cancel.
      </Trans>
      {bundle}{' '}
      {purchase.way === 'online' ? (
        <Trans>
          {{ amount: formatMoney(leftToRefund(purchase), currencySymbol) }} is refunded to your original payment method.
          Your bank may take a few days to show it.
        </Trans>
      ) : (
        <Trans>
          {{ amount: formatMoney(leftToRefund(purchase), currencySymbol) }} is paid back by the school itself.
        </Trans>
      )}
    </>
  );
}

interface CancelPurchaseProps {
  purchase: OwnPurchase;
  /** Refund it, or only turn its renewal off. */
  kind: 'refund' | 'renewal';
}

/** Cancels one purchase of courses, after a question. */
export function CancelPurchase({ purchase, kind }: CancelPurchaseProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { planName, paymentId, accessUntil } = purchase;
  const { timeZone } = useSite();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const { purchaseLoading: loading, purchaseError: error } = messages.unsubscribe;
  const cancelling = useAction({
    run: () => call('POST /payments/unsubscribe', { body: { paymentId } }),
    messages: { loading, error },
    onSuccess: ({ subscription }) => {
      const user = sessionStore.get()?.user;
      if (user) sessionStore.refresh({ ...user, subscription });
    },
    changes: ['own-purchases', 'own-rights', 'progress'],
  });
  const label = kind === 'refund' ? t`Cancel and refund` : t`Turn off renewal`;
  return (
    <>
      <Button tone="danger" aria-label={`${label}: ${planName}`} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={kind === 'refund' ? t`Cancel ${planName}?` : t`Turn off the renewal of ${planName}?`}
        confirmLabel={label}
        cancelLabel={t`Keep it`}
        isBusy={cancelling.isBusy}
        onConfirm={() => void cancelling.start(undefined).finally(close)}
        onClose={close}
      >
        {kind === 'refund' ? (
          <RefundConsequences purchase={purchase} />
        ) : (
          <Trans>
            You keep access until {{ day: formatDay(accessUntil ?? '', timeZone, locale) }}. After that, access ends and
            you are not charged again.
          </Trans>
        )}
      </ConfirmDialog>
    </>
  );
}
