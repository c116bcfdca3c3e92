import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { useSession } from '#web/app/session/use-session.ts';
import {
  confirmPayment,
  paymentKeyQuery,
  reportWindowOpened,
} from '#web/features/billing/checkout/checkout-queries.ts';
import { paymentWindows } from '#web/features/billing/checkout/payment-window.ts';
import { refreshAccess } from '#web/features/billing/ways/ways-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';

/** Pays parts online, up to one of them, in the payment window of the checkout or on the provider's page. */
export const usePartPayment = (paymentId: string, onPaid: () => void) => {
  const queryClient = useQueryClient();
  const session = useSession();
  const { brandName, accent: colour, paymentProvider } = useSite();
  const paymentWindow = paymentWindows[paymentProvider];
  const [isBusy, setBusy] = useState(false);
  const close = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => close.current?.(), []);

  const open = async (upTo: number): Promise<void> => {
    const [{ key, checkoutScript }, started] = await Promise.all([
      queryClient.fetchQuery(paymentKeyQuery()),
      call('POST /payments/parts/:paymentId/start', { params: { paymentId }, body: { upTo } }),
    ]);
    const { subscription_id: subscriptionId, checkoutUrl } = started;
    if (checkoutUrl !== null) {
      reportWindowOpened(subscriptionId);
      window.location.assign(checkoutUrl);
      return;
    }
    if (!paymentWindow) throw new Error(messages.payment.notReady);
    const buyer = { name: session?.user.fullName ?? '', email: session?.user.email ?? '' };
    const shown = { name: brandName, description: messages.payment.description, colour };
    const visit = await paymentWindow.open({ key, checkoutScript, subscriptionId, ...shown, buyer });
    reportWindowOpened(subscriptionId);
    close.current = visit.close;
    const outcome = await visit.outcome;
    close.current = undefined;
    if (outcome.kind === 'dismissed') {
      if (outcome.failure) toast.error(outcome.failure);
      // It may have been paid shortly before.
      await invalidate(queryClient, ['own-parts']);
      return;
    }
    const { message } = await confirmPayment(outcome.proof);
    toast.success(message || messages.payment.verified);
    await Promise.all([refreshAccess(queryClient), invalidate(queryClient, ['progress', 'courses'])]);
    onPaid();
  };

  const pay = async (upTo: number): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await open(upTo).catch((error: unknown) => toast.error(errorMessage(error, messages.payment.notReady)));
    setBusy(false);
  };

  return { pay, isBusy, hint: paymentWindow?.hint };
};
