import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { invalidate } from '#web/api/query.ts';
import { confirmPayment, paymentKeyQuery } from '#web/features/billing/checkout/checkout-queries.ts';
import { usePaymentWindow } from '#web/features/billing/checkout/use-payment-window.ts';
import { refreshAccess } from '#web/features/billing/ways/ways-queries.ts';

/** Pays parts online, up to one of them, in the payment window of the checkout or on the provider's page. */
export const usePartPayment = (paymentId: string, onPaid: () => void) => {
  const queryClient = useQueryClient();
  const paymentWindow = usePaymentWindow();
  const [isBusy, setBusy] = useState(false);

  const open = async (upTo: number): Promise<void> => {
    const [account, { subscription_id: subscriptionId, checkoutUrl }] = await Promise.all([
      queryClient.fetchQuery(paymentKeyQuery()),
      call('POST /payments/parts/:paymentId/start', { params: { paymentId }, body: { upTo } }),
    ]);
    const outcome = await paymentWindow.open({ ...account, subscriptionId, checkoutUrl });
    if (outcome.kind === 'elsewhere') return;
    if (outcome.kind === 'not-opened') {
      toast.error(outcome.problem);
      return;
    }
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

  return { pay, isBusy, hint: paymentWindow.hint };
};
