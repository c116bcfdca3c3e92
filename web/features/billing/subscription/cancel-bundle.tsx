import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import type { OwnPurchases } from '#web/features/billing/billing-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { isForLife, TermsLink } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { SubscriptionCardFooter } from './subscription-card-footer.tsx';

/** Offers the refund while it is possible, then shows when the bundle ends. `own` is undefined until it is loaded. */
export function CancelBundle({ user, own }: { user: User; own: OwnPurchases | undefined }) {
  const nowMs = useNow();
  const cancelling = useAction({
    run: () => call('POST /payments/unsubscribe', { body: {} }),
    messages: messages.unsubscribe,
    onSuccess: (response) => sessionStore.refresh({ ...user, subscription: response.subscription }),
    changes: ['own-purchases', 'own-rights', 'progress'],
  });
  const cancel = { isBusy: cancelling.isBusy, onCancel: () => cancelling.start(undefined) };
  const { status, refundable_until: refundableUntil, access_until: ends, auto_renew: renews } = user.subscription;
  if (status !== 'active') return null;
  if (refundableUntil && Date.parse(refundableUntil) > nowMs) {
    if (own?.refundInPaise === 0) return null;
    return <RefundOpen {...{ refundableUntil, own }} {...cancel} />;
  }
  if (!ends) return null;
  return renews ? <Renews ends={ends} {...cancel} /> : <EndsOn ends={ends} />;
}

interface Cancel {
  isBusy: boolean;
  onCancel: () => Promise<void>;
}

interface RefundOpenProps extends Cancel {
  refundableUntil: string;
  own: OwnPurchases | undefined;
}

function RefundOpen({ refundableUntil, own, isBusy, onCancel }: RefundOpenProps) {
  const { timeZone, currencySymbol } = useSite();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const amount = own && formatMoney(own.refundInPaise, currencySymbol);
  const keptUntil = own?.keptUntil;
  return (
    <SubscriptionCardFooter>
      <div className="flex gap-4">
        <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
        <div>
          <p className="font-semibold">Changed your mind?</p>
          <p className="mt-0.5 text-sm text-muted">
            Cancel by {formatMoment(refundableUntil, timeZone)}{' '}
            {amount ? `to get ${amount} back on` : 'for a refund to'} your original payment method.{' '}
            <TermsLink>Terms applied.</TermsLink>
          </p>
        </div>
      </div>
      <Button tone="danger" isBusy={!own} onClick={() => setConfirming(true)}>
        Cancel and refund
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Cancel your course bundle?"
        confirmLabel="Cancel and refund"
        cancelLabel="Keep bundle"
        isBusy={isBusy}
        onConfirm={() => void onCancel().finally(close)}
        onClose={close}
      >
        {keptUntil ? (
          `Your other access, such as from a gift or an earlier purchase, is not affected: it ${
            isForLife(keptUntil) ? 'has no end date' : `lasts until ${formatDay(keptUntil, timeZone)}`
          }. `
        ) : (
          <>
            <strong className="font-semibold text-base-content">You lose access to every lecture</strong> as soon as you
            cancel.{' '}
          </>
        )}
        {amount} is refunded to your original payment method. Your bank may take a few days to show it.
      </ConfirmDialog>
    </SubscriptionCardFooter>
  );
}

function Renews({ ends, isBusy, onCancel }: Cancel & { ends: string }) {
  const { timeZone } = useSite();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  return (
    <SubscriptionCardFooter>
      <p className="font-semibold">Renews on {formatDay(ends, timeZone)}</p>
      <Button tone="danger" onClick={() => setConfirming(true)}>
        Turn off renewal
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Turn off renewal?"
        confirmLabel="Turn off renewal"
        cancelLabel="Keep bundle"
        isBusy={isBusy}
        onConfirm={() => void onCancel().finally(close)}
        onClose={close}
      >
        You keep access until {formatDay(ends, timeZone)}. After that, access ends and you are not charged again.
      </ConfirmDialog>
    </SubscriptionCardFooter>
  );
}

function EndsOn({ ends }: { ends: string }) {
  const { timeZone } = useSite();
  return (
    <SubscriptionCardFooter>
      <p className="font-semibold">
        {isForLife(ends) ? 'Has no end date' : `Ends on ${formatDay(ends, timeZone)}, does not renew`}
      </p>
    </SubscriptionCardFooter>
  );
}
