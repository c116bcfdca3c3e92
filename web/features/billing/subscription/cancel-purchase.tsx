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

/** What a cancellation would refund of a purchase. */
export const leftToRefund = ({ amountInPaise, refunds }: OwnPurchase): number =>
  amountInPaise - refunds.reduce((sum, refund) => sum + refund.amountInPaise, 0);

interface CancelPurchaseProps {
  purchase: OwnPurchase;
  /** Refund it, or only turn its renewal off. */
  kind: 'refund' | 'renewal';
}

/** Cancels one purchase of courses, after a question. */
export function CancelPurchase({ purchase, kind }: CancelPurchaseProps) {
  const { planName, paymentId, accessUntil } = purchase;
  const { timeZone, currencySymbol } = useSite();
  const session = useSession();
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
  const { status, access_until: bundleEnds } = session?.user.subscription ?? {};
  const label = kind === 'refund' ? 'Cancel and refund' : 'Turn off renewal';
  const bundle =
    status !== 'active'
      ? ''
      : bundleEnds && !isForLife(bundleEnds)
        ? ` Your bundle stays, until ${formatDay(bundleEnds, timeZone)}.`
        : ' Your bundle stays.';
  return (
    <>
      <Button tone="danger" aria-label={`${label}: ${planName}`} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={kind === 'refund' ? `Cancel ${planName}?` : `Turn off the renewal of ${planName}?`}
        confirmLabel={label}
        cancelLabel="Keep it"
        isBusy={cancelling.isBusy}
        onConfirm={() => void cancelling.start(undefined).finally(close)}
        onClose={close}
      >
        {kind === 'refund' ? (
          <>
            <strong className="font-semibold text-base-content">Access through this purchase ends</strong> as soon as
            you cancel.{bundle} {formatMoney(leftToRefund(purchase), currencySymbol)}{' '}
            {purchase.way === 'online'
              ? 'is refunded to your original payment method. Your bank may take a few days to show it.'
              : 'is paid back by the school itself.'}
          </>
        ) : (
          `You keep access until ${formatDay(accessUntil ?? '', timeZone)}. After that, access ends and you are not charged again.`
        )}
      </ConfirmDialog>
    </>
  );
}
