import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { messages } from '#contract/messages.ts';
import type { PAYMENT_WINDOW_COLOUR } from '#contract/payments.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import {
  confirmPayment,
  type IndianState,
  isAlreadyBought,
  isSellingOff,
  paymentKeyQuery,
  purchaseAttemptQuery,
} from '#web/api/purchase.ts';
import { useSite } from '#web/components/site.tsx';
import { loadPaymentWindow, openPaymentWindow, type PaymentConfirmation } from '#web/pages/checkout/razorpay.ts';
import { refreshUser } from '#web/session/refresh-user.ts';
import { mayWatch, useSession } from '#web/session/use-session.ts';

/** The contract's colour, as a type: importing its value would bring the schemas along. */
const windowColour: typeof PAYMENT_WINDOW_COLOUR = '#F37254';
/** A payment may be found shortly after its window was closed. */
const LATE_CHECK_AFTER_MS = 4000;

const sentences = messages.payment;

type Phase = 'idle' | 'opening' | 'paying' | 'confirming';

type Subscription = User['subscription'];

/** Whether the person has more access now than before, as the server says; an unanswered question is a no. */
const isPaidByNow = async (before: Subscription | undefined): Promise<boolean> => {
  try {
    const now = (await refreshUser()).subscription;
    // Who renews was active before: then only a later end tells that the payment came.
    return now.status === 'active' && (before?.status !== 'active' || now.access_until !== before.access_until);
  } catch {
    return false;
  }
};

const refreshQuietly = (): Promise<unknown> => refreshUser().catch(() => undefined);

/** Whether a bundle that runs may be bought again, as its last month begins. */
const mayRenew = ({ renewable_from: from }: Subscription): boolean => from !== null && Date.parse(from) <= Date.now();

/** Says once that something of the page's start did not work. */
const useFailureToast = (error: Error | null, fallback: string): void => {
  const isFailure = error !== null && !isAlreadyBought(error) && !isSellingOff(error);
  const text = isFailure ? sentenceOf(error, fallback) : undefined;
  useEffect(() => {
    if (text) toast.error(text, { id: text });
  }, [text]);
};

/** What there is to pay for; a part that failed on load is asked for once more. */
const readOffer = async (queryClient: QueryClient, state: IndianState | undefined) => {
  const [key, attempt] = await Promise.allSettled([
    queryClient.fetchQuery(paymentKeyQuery()),
    queryClient.fetchQuery(purchaseAttemptQuery(state)),
  ]);
  return {
    key: key.status === 'fulfilled' ? key.value.key : undefined,
    checkoutScript: key.status === 'fulfilled' ? key.value.checkoutScript : undefined,
    subscriptionId: attempt.status === 'fulfilled' ? attempt.value.subscription_id : undefined,
    checkoutUrl: attempt.status === 'fulfilled' ? attempt.value.checkoutUrl : null,
    isRefused: attempt.status === 'rejected' && (isAlreadyBought(attempt.reason) || isSellingOff(attempt.reason)),
  };
};

const confirm = async (confirmation: PaymentConfirmation, navigate: NavigateFunction): Promise<void> => {
  toast.success(sentences.successful);
  try {
    const { message } = await confirmPayment(confirmation);
    toast.success(message || sentences.verified);
    await refreshQuietly();
    await navigate('/checkout/success');
  } catch (error) {
    toast.error(sentenceOf(error, sentences.verifyFailed));
    // The window has said that it was paid: only the school does not know it yet.
    await navigate('/checkout/fail', { state: { mayBePaid: true } });
  }
};

/**
 * Buying the bundle: what the page gets when it opens, and what happens from "Buy Now" until the payment is confirmed,
 * failed or left. Where the school must know in which state the buyer lives, nothing is asked for before it is chosen.
 */
export const usePurchase = (state: IndianState | undefined) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const { brandName, asksBuyerState } = useSite();
  const isStateMissing = asksBuyerState && state === undefined;
  const [phase, setPhase] = useState<Phase>('idle');
  const closeWindow = useRef<(() => void) | undefined>(undefined);
  const lateCheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = useQuery(paymentKeyQuery());
  const attempt = useQuery({ ...purchaseAttemptQuery(state), enabled: !isStateMissing });
  useFailureToast(key.error, sentences.keyFailed);
  useFailureToast(attempt.error, sentences.purchaseFailed);

  const seemsToHaveAccess = mayWatch(session);
  const isRenewal = session?.user.subscription.status === 'active' && mayRenew(session.user.subscription);
  const hasAccess = isStateMissing ? seemsToHaveAccess && !isRenewal : isAlreadyBought(attempt.error);
  const isSettled = !attempt.isPending && (hasAccess || attempt.isSuccess);
  useEffect(() => {
    // The server knows better than what this browser stored: bought elsewhere, or run out.
    if (isSettled && hasAccess !== seemsToHaveAccess && phase === 'idle') void refreshQuietly();
  }, [isSettled, hasAccess, seemsToHaveAccess, phase]);

  useEffect(
    () => () => {
      closeWindow.current?.();
      clearTimeout(lateCheck.current);
    },
    [],
  );

  const leaveIfPaid = async (before: Subscription | undefined): Promise<void> => {
    if (await isPaidByNow(before)) await navigate('/checkout/success');
  };

  const pay = async (): Promise<void> => {
    setPhase('opening');
    clearTimeout(lateCheck.current);
    const before = session?.user.subscription;
    const offer = await readOffer(queryClient, state);
    if (offer.isRefused) return;
    if (offer.checkoutUrl) {
      window.location.assign(offer.checkoutUrl);
      return;
    }
    const PaymentWindow = offer.checkoutScript
      ? await loadPaymentWindow(offer.checkoutScript).catch(() => 'unloadable' as const)
      : undefined;
    if (PaymentWindow === 'unloadable') {
      toast.error(sentences.scriptFailed);
      return;
    }
    if (!PaymentWindow || !offer.key || !offer.subscriptionId) {
      toast.error(sentences.notReady);
      return;
    }
    const visit = openPaymentWindow(PaymentWindow, {
      key: offer.key,
      subscription_id: offer.subscriptionId,
      name: brandName,
      description: sentences.description,
      prefill: { name: session?.user.fullName ?? '', email: session?.user.email ?? '' },
      theme: { color: windowColour },
    });
    closeWindow.current = visit.close;
    setPhase('paying');
    const outcome = await visit.outcome;
    closeWindow.current = undefined;
    setPhase('confirming');
    if (outcome.kind === 'paid') await confirm(outcome.confirmation, navigate);
    else if (outcome.failure) await navigate('/checkout/fail', { state: { reason: outcome.failure } });
    else {
      await leaveIfPaid(before);
      lateCheck.current = setTimeout(() => void leaveIfPaid(before), LATE_CHECK_AFTER_MS);
    }
  };

  const buy = async (): Promise<void> => {
    if (phase !== 'idle' || isStateMissing) return;
    await pay().finally(() => setPhase('idle'));
  };

  return {
    buy,
    isBusy: phase !== 'idle',
    isConfirming: phase === 'confirming',
    hasAccess,
    /** The end of the running year, behind which a new one would begin. */
    renewsFrom: isRenewal ? session.user.subscription.access_until : null,
    isStateMissing,
    /** Why nothing can be bought, when the school does not sell. */
    notOnSale: [attempt.error, key.error].find(isSellingOff)?.message,
  };
};
