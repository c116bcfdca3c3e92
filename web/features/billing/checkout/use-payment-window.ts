import { useEffect, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { reportWindowOpened } from './checkout-queries.ts';
import { type PaymentOutcome, paymentWindows } from './payment-window.ts';

interface StartedPayment {
  key: string | undefined;
  checkoutScript: string | undefined;
  subscriptionId: string | undefined;
  /** Of the provider's page, for a provider without a window. */
  checkoutUrl: string | null;
}

/** `elsewhere`: the browser goes to the page of the provider. */
type Opened = PaymentOutcome | { kind: 'elsewhere' } | { kind: 'not-opened'; problem: string };

/** The payment window of the school's provider, or its page. The window is closed when the page is left. */
export const usePaymentWindow = () => {
  const session = useSession();
  const { brandName, accent: colour, paymentProvider } = useSite();
  const paymentWindow = paymentWindows[paymentProvider];
  const close = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => close.current?.(), []);
  return {
    /** Shown below the button. */
    hint: paymentWindow?.hint,
    open: async (started: StartedPayment, onOpen?: () => void): Promise<Opened> => {
      const { key, checkoutScript, subscriptionId, checkoutUrl } = started;
      if (checkoutUrl !== null) {
        if (subscriptionId) reportWindowOpened(subscriptionId);
        window.location.assign(checkoutUrl);
        return { kind: 'elsewhere' };
      }
      if (!paymentWindow || !key || !checkoutScript || !subscriptionId)
        return { kind: 'not-opened', problem: messages.payment.notReady };
      const buyer = { name: session?.user.fullName ?? '', email: session?.user.email ?? '' };
      const shown = { name: brandName, description: messages.payment.description, colour };
      const order = { key, checkoutScript, subscriptionId, ...shown, buyer };
      const visit = await paymentWindow.open(order).catch(() => undefined);
      if (!visit) return { kind: 'not-opened', problem: messages.payment.scriptFailed };
      reportWindowOpened(subscriptionId);
      close.current = visit.close;
      onOpen?.();
      const outcome = await visit.outcome;
      close.current = undefined;
      return outcome;
    },
  };
};
