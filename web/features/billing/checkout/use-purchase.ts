import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLocation, useNavigate } from 'react-router';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import { messages } from '#contract/messages.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { invalidate } from '#web/api/query.ts';
import { errorMessage } from '#web/api/api-error.ts';
import {
  checkoutAttemptQuery,
  type CheckoutError,
  type CheckoutOrder,
  confirmPayment,
  couponProblemOf,
  fieldErrorsOf,
  isAlreadyBought,
  isSellingOff,
  paymentKeyQuery,
  type PaymentProof,
} from './checkout-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo, START_PLAYING } from '#web/app/path-to.ts';
import { acceptPages } from '#web/app/session/accept-pages.ts';
import { hasAccess, refreshUser, useSession } from '#web/app/session/use-session.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { opensCourse, opensEverything } from '#web/features/billing/plan-terms.tsx';
import { useRights } from '#web/features/billing/rights.ts';
import { usePaymentWindow } from './use-payment-window.ts';
import { useRenewal } from './use-renewal.ts';
import { accessCheck, giftCheck, rightsCheck } from './purchase-checks.ts';

/** A payment may be confirmed shortly after its window was closed. */
const LATE_CHECK_AFTER_MS = 4000;

type Phase = 'idle' | 'opening' | 'paying' | 'confirming';

const refreshQuietly = (): Promise<unknown> => refreshUser().catch(() => undefined);

/** Nothing can be bought, which the page shows in place of its button. */
const isFinal = (error: CheckoutError | null): boolean => isAlreadyBought(error) || isSellingOff(error);

/** Shows one toast when a query of the page fails. */
const useFailureToast = (error: CheckoutError | null, fallback: string): void => {
  const isFailure = error !== null && !isFinal(error);
  const text = isFailure ? errorMessage(error, fallback) : undefined;
  useEffect(() => {
    if (text) toast.error(text, { id: text });
  }, [text]);
};

/** The attempt to pay for; a failed query is fetched again. */
const readOffer = async (queryClient: QueryClient, order: CheckoutOrder) => {
  const [key, attempt] = await Promise.allSettled([
    queryClient.fetchQuery(paymentKeyQuery()),
    queryClient.fetchQuery(checkoutAttemptQuery(order)),
  ]);
  const refusal: CheckoutError | null = attempt.status === 'rejected' ? attempt.reason : null;
  return {
    key: key.status === 'fulfilled' ? key.value.key : undefined,
    checkoutScript: key.status === 'fulfilled' ? key.value.checkoutScript : undefined,
    subscriptionId: attempt.status === 'fulfilled' ? attempt.value.subscription_id : undefined,
    checkoutUrl: attempt.status === 'fulfilled' ? attempt.value.checkoutUrl : null,
    refusal,
    isPaid: attempt.status === 'fulfilled' && attempt.value.isPaid,
    fieldErrors: fieldErrorsOf(refusal),
    couponProblem: couponProblemOf(refusal),
  };
};

/** Where the checkout ends. The course that the buyer came for is named in every address on the way. */
const useLeave = ({ gift, state: buyerState, business }: CheckoutOrder, plan: Plan) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const wanted = wantedCourse();
  const isFreeCourse = plan.priceInPaise === 0 && wanted !== undefined && opensCourse(plan, wanted);
  const { search } = useLocation();
  const succeeded = async (): Promise<void> => {
    await invalidate(queryClient, ['own-rights']);
    // Nothing was paid that could be confirmed.
    if (isFreeCourse && !gift)
      return navigate(pathTo('classroom', { course: wanted }), { replace: true, state: START_PLAYING });
    const state = {
      gift,
      ...(plan.opens === 'everything'
        ? {}
        : { planName: plan.name, isFree: plan.priceInPaise === 0, courseId: plan.opens.courseIds[0] }),
    };
    return navigate(pathTo('paymentSucceeded'), { state });
  };
  return {
    succeeded,
    /** Nothing was left to pay. */
    bought: async (): Promise<void> => {
      await refreshQuietly();
      await succeeded();
    },
    failed: async (state: object): Promise<void> => {
      const order = { gift, invoiceTo: { state: buyerState, business } };
      await navigate(pathTo('paymentFailed'), { state: { ...state, ...order, search } });
    },
  };
};

type Leave = ReturnType<typeof useLeave>;

const confirm = async (proof: PaymentProof, leave: Leave): Promise<void> => {
  toast.success(messages.payment.successful);
  try {
    const { message } = await confirmPayment(proof);
    toast.success(message || messages.payment.verified);
    await refreshQuietly();
    await leave.succeeded();
  } catch (error) {
    toast.error(errorMessage(error, messages.payment.verifyFailed));
    // The window reported a payment; only the confirmation failed.
    await leave.failed({ mayBePaid: true });
  }
};

/** The check after a payment window was closed, which ends when the page is left. */
const useLateCheck = () => {
  const lateCheck = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(lateCheck.current), []);
  return {
    plan: (check: () => Promise<void>): void => {
      lateCheck.current = setTimeout(() => void check(), LATE_CHECK_AFTER_MS);
    },
    cancel: (): void => clearTimeout(lateCheck.current),
  };
};

/** A user who chose a free course on its page gets it right after the login. */
const useOpensWanted = (plan: Plan): boolean => {
  const [wanted] = useState(wantedCourse);
  return wanted !== undefined && opensCourse(plan, wanted);
};

/** Runs what is wanted, once. */
const useOnce = (isWanted: boolean, run: () => Promise<void>): void => {
  const hasRun = useRef(false);
  useEffect(() => {
    if (!isWanted || hasRun.current) return;
    hasRun.current = true;
    void run();
  });
};

/**
 * The checkout, from opening the page until the payment is confirmed, has failed or is dismissed. Where a tax invoice
 * names the buyer's state, no attempt is created before it is known; nor is one for those who pay the school itself.
 */
export const usePurchase = (order: CheckoutOrder, plan: Plan, isPriceKnown: boolean, isOnline: boolean) => {
  const { planId, state, business, couponCode, gift, batchId, inParts } = order;
  const queryClient = useQueryClient();
  const leave = useLeave(order, plan);
  const session = useSession();
  const { asksBuyerState, sitePages } = useSite();
  const paymentWindow = usePaymentWindow();
  const lateCheck = useLateCheck();
  const isFree = plan.priceInPaise === 0;
  const isStateMissing = asksBuyerState && !isFree && state === undefined && business === undefined;
  // A business and a gift are checked when the buyer has typed all of them; the use of a coupon, and the place in a batch, are
  // taken when they buy.
  const opening = { ...(planId !== undefined && { planId }), ...(state && { state }), ...(inParts && { inParts }) };
  // A free plan needs no payment window.
  const isComplete = [business, couponCode, gift, batchId].every((part) => part === undefined) && !isFree;
  const [phase, setPhase] = useState<Phase>('idle');
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<CheckoutError | null>(null);
  const key = useQuery({ ...paymentKeyQuery(), enabled: isOnline });
  const attempt = useQuery({
    ...checkoutAttemptQuery(opening),
    enabled: isOnline && isComplete && !isStateMissing && isPriceKnown,
  });
  useFailureToast(key.error, messages.payment.keyFailed);
  useFailureToast(attempt.error, messages.payment.purchaseFailed);

  // A rejected coupon or gift is no error of this page.
  const lastError = attempt.error ?? refusal;
  const { opens } = useRights();
  const renewsFrom = useRenewal();
  const seemsToHaveAccess = plan.opens === 'everything' ? hasAccess(session) : plan.opens.courseIds.every(opens);
  const isRenewal = renewsFrom(plan) !== null;
  const hasBundle =
    attempt.isPending && !attempt.isFetching && !refusal ? seemsToHaveAccess && !isRenewal : isAlreadyBought(lastError);
  const isSettled = !attempt.isPending && (hasBundle || attempt.isSuccess);
  useEffect(() => {
    // The stored user is outdated: access was bought elsewhere, or has ended.
    if (isSettled && hasBundle !== seemsToHaveAccess && phase === 'idle') void refreshQuietly();
  }, [isSettled, hasBundle, seemsToHaveAccess, phase]);

  const leaveIfPaid = async (isPaid: () => Promise<boolean>): Promise<void> => {
    if (await isPaid()) await leave.succeeded();
  };

  /** Nothing was left to pay, or the coupon cannot be used any more. */
  const isSettledWithoutPayment = async (offer: Awaited<ReturnType<typeof readOffer>>): Promise<boolean> => {
    if (offer.couponProblem !== undefined) {
      toast.error(offer.couponProblem);
      await invalidate(queryClient, [['checkout', 'coupon-price']]);
      return true;
    }
    if (!offer.isPaid) return false;
    await leave.bought();
    return true;
  };

  const pay = async (): Promise<void> => {
    setPhase('opening');
    lateCheck.cancel();
    void acceptPages(sitePages, ACCEPTED_BY_BUYERS);
    const isPaid = gift
      ? await giftCheck()
      : opensEverything(plan)
        ? accessCheck(session?.user.subscription)
        : await rightsCheck();
    const offer = await readOffer(queryClient, {
      ...opening,
      ...(business && { business }),
      ...(couponCode !== undefined && { couponCode }),
      ...(gift && { gift }),
      ...(batchId !== undefined && { batchId }),
    });
    setFieldErrors(offer.fieldErrors);
    setRefusal(offer.refusal);
    if (isFinal(offer.refusal) || Object.keys(offer.fieldErrors).length > 0) return;
    if (await isSettledWithoutPayment(offer)) return;
    const outcome = await paymentWindow.open(offer, () => setPhase('paying'));
    if (outcome.kind === 'elsewhere') return;
    if (outcome.kind === 'not-opened') {
      if (batchId !== undefined) await invalidate(queryClient, ['batches']);
      toast.error(isComplete ? outcome.problem : errorMessage(offer.refusal, outcome.problem));
      return;
    }
    setPhase('confirming');
    if (outcome.kind === 'paid') await confirm(outcome.proof, leave);
    else if (outcome.failure) await leave.failed({ reason: outcome.failure });
    else {
      await leaveIfPaid(isPaid);
      lateCheck.plan(() => leaveIfPaid(isPaid));
    }
  };

  const buy = async (): Promise<void> => {
    if (phase !== 'idle' || isStateMissing) return;
    await pay().finally(() => setPhase('idle'));
  };

  useOnce(useOpensWanted(plan) && isFree && !gift && !hasBundle, buy);

  return {
    buy,
    /** The action of the button. */
    hint: paymentWindow.hint,
    isBusy: phase !== 'idle',
    isConfirming: phase === 'confirming',
    hasBundle,
    /** The end of the current access, where a renewal by this plan would start. */
    renewsFrom,
    isStateMissing,
    /** The field errors of the server, by path. */
    fieldErrors,
    setFieldErrors,
    leaveBought: leave.bought,
    /** Why the bundle is not on sale. */
    notOnSale: [lastError, key.error].find(isSellingOff)?.message,
  };
};
