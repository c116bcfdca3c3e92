import { Trans, useLingui } from '@lingui/react/macro';
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
import { useLocale } from '#web/ui/language/language.tsx';

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

interface RefundOfferProps {
  refundableUntil: string;
  /** Undefined until it is loaded. */
  amount: string | undefined;
}

/** What a cancellation gives back, and until when. */
function RefundOffer({ refundableUntil, amount }: RefundOfferProps) {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <div className="flex gap-4">
      <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
      <div>
        <p className="font-semibold">
          <Trans>Changed your mind?</Trans>
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {amount ? (
            <Trans>
              Cancel by {{ moment: formatMoment(refundableUntil, timeZone, locale) }} to get {amount} back on your
              original payment method.
            </Trans>
          ) : (
            <Trans>
              Cancel by {{ moment: formatMoment(refundableUntil, timeZone, locale) }} for a refund to your original
              payment method.
            </Trans>
          )}{' '}
          <TermsLink>
            <Trans>Terms applied.</Trans>
          </TermsLink>
        </p>
      </div>
    </div>
  );
}

interface RefundOpenProps extends Cancel {
  refundableUntil: string;
  own: OwnPurchases | undefined;
}

function RefundOpen({ refundableUntil, own, isBusy, onCancel }: RefundOpenProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone, currencySymbol } = useSite();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const amount = own && formatMoney(own.refundInPaise, currencySymbol);
  const keptUntil = own?.keptUntil;
  return (
    <SubscriptionCardFooter>
      <RefundOffer refundableUntil={refundableUntil} amount={amount} />
      <Button tone="danger" isBusy={!own} onClick={() => setConfirming(true)}>
        <Trans>Cancel and refund</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Cancel your course bundle?`}
        confirmLabel={t`Cancel and refund`}
        cancelLabel={t`Keep bundle`}
        isBusy={isBusy}
        onConfirm={() => void onCancel().finally(close)}
        onClose={close}
      >
        {keptUntil ? (
          <>
            {isForLife(keptUntil) ? (
              <Trans>
                Your other access, such as from a gift or an earlier purchase, is not affected: it has no end date.
              </Trans>
            ) : (
              <Trans>
                Your other access, such as from a gift or an earlier purchase, is not affected: it lasts until{' '}
                {{ day: formatDay(keptUntil, timeZone, locale) }}.
              </Trans>
            )}{' '}
          </>
        ) : (
          <>
            <Trans>
              <strong className="font-semibold text-base-content">You lose access to every lecture</strong> as soon as
              you cancel.
            </Trans>{' '}
          </>
        )}
        <Trans>{amount} is refunded to your original payment method. Your bank may take a few days to show it.</Trans>
      </ConfirmDialog>
    </SubscriptionCardFooter>
  );
}

function Renews({ ends, isBusy, onCancel }: Cancel & { ends: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  return (
    <SubscriptionCardFooter>
      <p className="font-semibold">
        <Trans>Renews on {{ day: formatDay(ends, timeZone, locale) }}</Trans>
      </p>
      <Button tone="danger" onClick={() => setConfirming(true)}>
        <Trans>Turn off renewal</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Turn off renewal?`}
        confirmLabel={t`Turn off renewal`}
        cancelLabel={t`Keep bundle`}
        isBusy={isBusy}
        onConfirm={() => void onCancel().finally(close)}
        onClose={close}
      >
        <Trans>
          You keep access until {{ day: formatDay(ends, timeZone, locale) }}. After that, access ends and you are not
          charged again.
        </Trans>
      </ConfirmDialog>
    </SubscriptionCardFooter>
  );
}

function EndsOn({ ends }: { ends: string }) {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <SubscriptionCardFooter>
      <p className="font-semibold">
        {isForLife(ends) ? (
          <Trans>Has no end date</Trans>
        ) : (
          <Trans>Ends on {{ day: formatDay(ends, timeZone, locale) }}, does not renew</Trans>
        )}
      </p>
    </SubscriptionCardFooter>
  );
}
