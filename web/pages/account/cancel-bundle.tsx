import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { type OwnPurchase, purchasesQuery } from '#web/api/purchases.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { formatDay, formatMoment, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { TermsLink } from '#web/components/terms-link.tsx';
import { useNow } from '#web/components/use-now.ts';
import { CardFoot } from '#web/pages/account/card-foot.tsx';
import { cancellationOf, isBeingCancelled } from '#web/pages/account/own-refunds.ts';
import { timeLeft } from '#web/pages/account/subscription-dates.ts';
import { sessionStore } from '#web/session/session.ts';

/** The foot of the subscription card: the refund while it is open, then when the bundle ends. */
export function CancelBundle({ user, purchases }: { user: User; purchases: readonly OwnPurchase[] }) {
  const nowMs = useNow();
  const queryClient = useQueryClient();
  const cancelling = useAction({
    run: () => call('POST /payments/unsubscribe'),
    sentences: messages.unsubscribe,
    onSuccess: async (answer) => {
      sessionStore.refresh({ ...user, subscription: answer.subscription });
      await queryClient.invalidateQueries({ queryKey: purchasesQuery().queryKey });
    },
  });
  const cancel = { isBusy: cancelling.isBusy, onCancel: () => cancelling.start(undefined) };
  const { status, refundable_until: refundableUntil, access_until: ends, auto_renew: renews } = user.subscription;
  if (status !== 'active') return null;
  if (refundableUntil && Date.parse(refundableUntil) > nowMs) {
    if (isBeingCancelled(purchases, nowMs)) return null;
    const leftMs = Date.parse(refundableUntil) - nowMs;
    return <RefundOpen {...{ refundableUntil, leftMs }} {...cancellationOf(purchases, nowMs)} {...cancel} />;
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
  leftMs: number;
  /** 0 while the purchases are not known. */
  refundInPaise: number;
  /** An earlier purchase stays, and gives access until then. */
  keptUntil: string | undefined;
}

function RefundOpen({ refundableUntil, leftMs, refundInPaise, keptUntil, isBusy, onCancel }: RefundOpenProps) {
  const { timeZone, currencySymbol, priceInPaise } = useSite();
  const [isAsking, setAsking] = useState(false);
  const price = formatMoney(refundInPaise || priceInPaise, currencySymbol);
  return (
    <CardFoot>
      <div className="flex gap-4">
        <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
        <div>
          <p className="font-semibold">100% refund for {timeLeft(leftMs)} more</p>
          <p className="mt-0.5 text-sm text-muted">
            Cancel by {formatMoment(refundableUntil, timeZone)} and {price} goes back the way you paid.{' '}
            <TermsLink>Terms applied.</TermsLink>
          </p>
        </div>
      </div>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Cancel and refund
      </Button>
      <CancelDialog
        isOpen={isAsking}
        title="Cancel your course bundle?"
        confirm="Cancel and refund"
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={onCancel}
      >
        {keptUntil ? (
          `Your earlier purchase stays: you keep every lecture until ${formatDay(keptUntil, timeZone)}. `
        ) : (
          <>
            <strong className="font-semibold text-base-content">You lose access to every lecture</strong> as soon as it
            is cancelled.{' '}
          </>
        )}
        {price} goes back the way you paid; your bank may take some days to show it.
      </CancelDialog>
    </CardFoot>
  );
}

function Renews({ ends, isBusy, onCancel }: Cancel & { ends: string }) {
  const { timeZone } = useSite();
  const [isAsking, setAsking] = useState(false);
  return (
    <CardFoot>
      <p className="font-semibold">Renews on {formatDay(ends, timeZone)}</p>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Turn off renewal
      </Button>
      <CancelDialog
        isOpen={isAsking}
        title="Turn off renewal?"
        confirm="Turn off renewal"
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={onCancel}
      >
        You keep every lecture until {formatDay(ends, timeZone)}. After that your access ends and nothing more is
        charged.
      </CancelDialog>
    </CardFoot>
  );
}

function EndsOn({ ends }: { ends: string }) {
  const { timeZone } = useSite();
  return (
    <CardFoot>
      <p className="font-semibold">Ends on {formatDay(ends, timeZone)}, does not renew</p>
    </CardFoot>
  );
}

interface CancelDialogProps {
  isOpen: boolean;
  title: string;
  confirm: string;
  children: ReactNode;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Stays until there is an answer; closing gives the focus back to the button that asked. */

function CancelDialog({ isOpen, title, confirm, children, isBusy, onClose, onConfirm }: CancelDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title}
      actions={
        <>
          <Button tone="delete" size="large" isBusy={isBusy} onClick={() => void onConfirm().finally(onClose)}>
            {confirm}
          </Button>
          <Button tone="quiet" size="large" data-first="" isDisabled={isBusy} onClick={onClose}>
            Keep the bundle
          </Button>
        </>
      }
    >
      <p className="text-muted">{children}</p>
    </Dialog>
  );
}
