import { Trans, useLingui } from '@lingui/react/macro';
import { Check, TicketPercent } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Plan } from '#contract/billing/plans.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { errorMessage } from '#web/api/api-error.ts';
import { couponPriceQuery } from '#web/features/billing/billing-queries.ts';
import { opensEverything } from '#web/features/billing/plan-terms.tsx';
import { useRights } from '#web/features/billing/rights.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useOrderAddress } from './checkout-queries.ts';

/** One line until it is needed; then the code, with its discount or the reason why there is none. */
export function CouponField({ coupon }: { coupon: CheckoutCoupon }) {
  const [isOpen, setOpen] = useState(coupon.code !== '');
  if (isOpen) return <OpenField coupon={coupon} />;
  return (
    <button
      type="button"
      className="mb-3 inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold underline underline-offset-3"
      onClick={() => setOpen(true)}
    >
      <TicketPercent size={18} aria-hidden="true" />
      <Trans>Add a coupon</Trans>
    </button>
  );
}

function OpenField({ coupon }: { coupon: CheckoutCoupon }) {
  const { currencySymbol } = useSite();
  const { t } = useLingui();
  const { code, apply, remove, isChecking, problem, couponCode, discountInPaise, totalInPaise } = coupon;
  const [typed, setTyped] = useState(code);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    apply(typed);
  };
  const clear = (): void => {
    setTyped('');
    remove();
  };
  return (
    <form className="mb-5" onSubmit={submit} noValidate>
      <Field label={t`Coupon`} error={problem}>
        {(described) => (
          <div className="relative">
            <TicketPercent
              size={20}
              className="pointer-events-none absolute inset-s-3.5 top-1/2 z-1 -translate-y-1/2 text-muted"
              aria-hidden="true"
            />
            <input
              {...described}
              className={`input ps-11 pe-24 uppercase placeholder:normal-case ${couponCode ? 'border-success' : ''}`}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              readOnly={couponCode !== undefined}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              dir="ltr"
              // It was opened to be filled in.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={code === ''}
            />
            <span className="absolute inset-y-0 inset-e-1 grid place-items-center">
              {isChecking && (
                <span className="loading loading-spinner loading-sm me-4" aria-label={t`Checking the code`} />
              )}
              {!isChecking && couponCode && (
                <button type="button" className="btn btn-ghost h-11 px-3" onClick={clear}>
                  <Trans>Remove</Trans>
                </button>
              )}
              {!isChecking && !couponCode && (
                <button type="submit" className="btn btn-ghost h-11 px-3" disabled={typed.trim() === ''}>
                  <Trans>Apply</Trans>
                </button>
              )}
            </span>
          </div>
        )}
      </Field>
      <output className="block text-sm text-success">
        {couponCode && (
          <span className="mt-1.5 flex items-center gap-2">
            <Check size={16} aria-hidden="true" />
            <Trans>{{ discount: formatMoney(discountInPaise, currencySymbol) }} off</Trans>
            <span className="sr-only">
              , <Trans>you pay {{ total: formatMoney(totalInPaise, currencySymbol) }}</Trans>
            </span>
          </span>
        )}
      </output>
    </form>
  );
}

interface TotalProps {
  plan: { name: string; priceInPaise: number };
  coupon: CheckoutCoupon;
}

/** The price, what is taken off it and the sum; nothing when nothing is. */
export function Total({ plan, coupon: { couponCode, discountInPaise, deductions, totalInPaise } }: TotalProps) {
  const { currencySymbol } = useSite();
  const { t } = useLingui();
  if (couponCode === undefined && deductions.length === 0) return null;
  const taken = [
    ...(couponCode === undefined ? [] : [{ label: t`Coupon ${couponCode}`, amountInPaise: discountInPaise }]),
    ...deductions.map(({ name, amountInPaise }) => ({ label: t`Already paid: ${name}`, amountInPaise })),
  ];
  return (
    <dl className="mb-5 space-y-2 border-t border-line pt-4">
      <div className="flex justify-between gap-4">
        <dt className="min-w-0 wrap-anywhere">{plan.name}</dt>
        <dd className="num whitespace-nowrap">{formatMoney(plan.priceInPaise, currencySymbol)}</dd>
      </div>
      {taken.map(({ label, amountInPaise }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere">{label}</dt>
          <dd className="num whitespace-nowrap text-success">−{formatMoney(amountInPaise, currencySymbol)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-semibold">
        <dt>
          <Trans>You pay</Trans>
        </dt>
        <dd className="num text-title">{formatMoney(totalInPaise, currencySymbol)}</dd>
      </div>
      {deductions.length > 0 && (
        <div className="meta">
          <Trans>You keep what you bought. To refund it later, cancel this purchase first.</Trans>
        </div>
      )}
    </dl>
  );
}

/** The prices of plans that open everything, of which what single courses cost may be deducted. */
const useDeductedPrices = (plans: readonly Plan[], isGift: boolean) => {
  const session = useSession();
  const { plans: shown } = useSite();
  const { rights } = useRights();
  const mayDeduct =
    !isGift && session?.role === 'USER' && (shown.length > 1 || rights.some(({ scope }) => scope !== 'everything'));
  return useQueries({
    queries: plans.map((plan) => ({ ...couponPriceQuery(plan._id, ''), enabled: mayDeduct && opensEverything(plan) })),
  });
};

const sumOf = (deductions: readonly { amountInPaise: number }[]): number =>
  deductions.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);

/** The code that the buyer entered, or that came with the link, and the price of each plan for this buyer. */
export const useCoupon = (plans: readonly Plan[], chosen: Plan, isGift: boolean) => {
  const { named, rename } = useOrderAddress();
  const { t } = useLingui();
  const code = (named('coupon') ?? '').trim().toUpperCase();
  const prices = useQueries({
    queries: plans.map(({ _id }) => ({ ...couponPriceQuery(_id, code), enabled: code !== '' })),
  });
  const priceOf = (plan: Plan) => prices[plans.indexOf(plan)];
  const deducted = useDeductedPrices(plans, isGift);
  const deductedPriceOf = (plan: Plan) => deducted[plans.indexOf(plan)];
  const deductionsOf = (plan: Plan) => {
    const { deductions } = (code === '' ? undefined : priceOf(plan)?.data) ?? deductedPriceOf(plan)?.data ?? {};
    return isGift ? [] : (deductions ?? []);
  };
  const discountOf = (plan: Plan): number => priceOf(plan)?.data?.discountInPaise ?? 0;
  const takenOff = (plan: Plan): number => discountOf(plan) + sumOf(deductionsOf(plan));
  const price = priceOf(chosen);
  return {
    code,
    apply: (typed: string): void => rename('coupon', typed.trim().toUpperCase()),
    remove: (): void => rename('coupon', undefined),
    isChecking: price?.isFetching === true || deductedPriceOf(chosen)?.isLoading === true,
    /** Why the code takes nothing off. */
    problem: price?.isError
      ? errorMessage(price.error, t`The code could not be checked. Please try again.`)
      : undefined,
    /** The code as it is sent with the order; undefined while there is none that holds. */
    couponCode: code !== '' && price?.isSuccess ? code : undefined,
    takenOff,
    discountInPaise: discountOf(chosen),
    deductions: deductionsOf(chosen),
    totalInPaise: chosen.priceInPaise - takenOff(chosen),
  };
};

type CheckoutCoupon = ReturnType<typeof useCoupon>;
