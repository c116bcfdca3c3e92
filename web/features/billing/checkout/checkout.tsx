import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import type { Plan } from '#contract/billing/plans.ts';
import type { Way } from '#contract/billing/way-names.ts';
import type { GiftDraft } from '#web/features/billing/billing-queries.ts';
import { AcceptedPages } from '#web/ui/page/accepted-pages.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { CheckList } from '#web/ui/inputs/check-list.tsx';
import { termWords, useTermWords } from '#web/ui/language/term-words.ts';
import { firstChoice, opensEverything } from '#web/features/billing/plan-terms.tsx';
import { useOpened } from '#web/features/billing/use-opened.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useSession } from '#web/app/session/use-session.ts';
import { AlreadyBought, NotOnSale } from './already-bought.tsx';
import { BundlePrice, RefundPromise } from './bundle-price.tsx';
import { BuyOnline } from './buy-online.tsx';
import { CouponField, Total, useCoupon } from './coupon-field.tsx';
import { GiftSwitch, noRecipient } from '#web/features/billing/gifts/gift-fields.tsx';
import { WantedCourse } from './order-summary.tsx';
import { LeavingNotice } from './leaving-notice.tsx';
import { PlanChoice, usePlanChoice } from './plan-choice.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { type InvoiceTo, orderIn, useOrderAddress } from './checkout-queries.ts';
import { useOrderedBatch } from './use-ordered-batch.ts';
import { Shelf } from './shelf.tsx';
import { usePurchase } from './use-purchase.ts';
import { usePartsChoice } from '#web/features/billing/parts/use-parts-choice.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Most courses have none. */
const ChosenBatch = lazyPart(() => import('#web/features/batches/chosen-batch.tsx'));

/** Most schools sell online alone. */
const OtherWays = lazy(() => import('#web/features/billing/ways/other-ways.tsx'));
const PartsChoice = lazy(() => import('#web/features/billing/parts/parts-choice.tsx'));

const benefitsOf = ({ opens, isRenewing, term }: Plan, language: Language): string[] => {
  const { _ } = language;
  const { each, forLength } = termWords(language);
  const validity = term.unit === 'lifetime' ? msg`For life` : msg`Valid ${{ term: forLength(term) }}`;
  const renewal = isRenewing ? msg`renews ${{ each: each(term) }} until you turn it off` : msg`no automatic renewal`;
  return [
    ...(opens === 'everything'
      ? [_(msg`All lectures in all courses`), _(msg`New courses as they are published`)]
      : [_(msg`All lectures`)]),
    _(msg`Watch on your phone or computer`),
    `${_(validity)}, ${_(renewal)}`,
  ];
};

type Order = ReturnType<typeof useOrder>;

const InParts = ({ payment, totalInPaise }: Pick<Order, 'payment'> & { totalInPaise: number }) =>
  payment.parts.length > 0 && (
    <Suspense fallback={<Skeleton className="mb-5 h-40" />}>
      <PartsChoice {...payment} totalInPaise={totalInPaise} />
    </Suspense>
  );

const BatchOfOrder = ({ ordered, plan }: Pick<Order, 'ordered'> & { plan: Plan }) =>
  ordered.id !== undefined && (
    <Suspense fallback={<Skeleton className="checkout-part mb-6 h-28" />}>
      <ChosenBatch ordered={ordered} plan={plan} />
    </Suspense>
  );

interface BuyingProps extends Order {
  plan: Plan;
  isFree: boolean;
}

/** What is missing is shown from the first press. */
const useCompleteness = ({ isStateMissing, buy }: Order['purchase']) => {
  const [wasPressed, setWasPressed] = useState(false);
  const isComplete = (): boolean => {
    setWasPressed(isStateMissing);
    return !isStateMissing;
  };
  const press = (): void => {
    isComplete();
    void buy();
  };
  return { isComplete, press, showsMissingState: wasPressed && isStateMissing };
};

function Buying({ purchase, plan, coupon, isFree, invoiceTo, onInvoiceTo, gift, onGift, ...ways }: BuyingProps) {
  const { asksBuyerState } = useSite();
  const { t } = useLingui();
  const { order, way, onWay, hasOtherWays, payment } = ways;
  const { isComplete, press, showsMissingState } = useCompleteness(purchase);
  const online = (
    <BuyOnline
      {...{ purchase, coupon, isFree }}
      totalInPaise={payment.nowInPaise}
      isGift={gift !== undefined}
      onBuy={press}
    />
  );
  return (
    <>
      <div className="checkout-part">
        {plan.priceInPaise > 0 && <CouponField coupon={coupon} />}
        <GiftSwitch gift={gift} onChange={onGift} errors={purchase.fieldErrors} />
        {plan.priceInPaise > 0 && <Total plan={plan} coupon={coupon} />}
        <InParts payment={payment} totalInPaise={coupon.totalInPaise} />
        {asksBuyerState && plan.priceInPaise > 0 && (
          <InvoiceFields
            {...{ value: invoiceTo, onChange: onInvoiceTo, showsMissingState }}
            errors={purchase.fieldErrors}
          />
        )}
      </div>
      {hasOtherWays ? (
        <Suspense fallback={<Skeleton className="checkout-part mb-6 h-40" />}>
          <OtherWays
            {...{ plan, order, way, onWay }}
            isPriceKnown={!coupon.isChecking}
            onContinue={isComplete}
            onErrors={purchase.setFieldErrors}
            onBought={purchase.leaveBought}
          >
            {online}
          </OtherWays>
        </Suspense>
      ) : (
        online
      )}
      <AcceptedPages
        slugs={ACCEPTED_BY_BUYERS}
        lead={t`By continuing you accept`}
        className="checkout-part meta mt-3 pb-6 text-center lg:pb-0"
      />
    </>
  );
}

export function Component() {
  const { plan, isPending, refusal, ...choice } = usePlanChoice();
  return (
    <>
      {refusal !== '' && <output className="page block pt-8 font-semibold">{refusal}</output>}
      {plan && !isPending && <Checkout {...choice} plan={plan} />}
    </>
  );
}

function Offer({ plan }: { plan: Plan }) {
  const opened = useOpened(plan);
  const language = useLanguage();
  const span = useTermWords().span(plan.term);
  return (
    <div>
      <WantedCourse plan={plan} />
      <PageHeading className="text-page lg:mt-3">
        {opensEverything(plan) ? <Trans>Subscription Bundle</Trans> : plan.name}
      </PageHeading>
      <p className="measure mt-3 text-lg text-muted">
        {opensEverything(plan) ? (
          <Trans>Every lecture in every course, {span}.</Trans>
        ) : opened === plan.name ? (
          // A plan of one course may have its name.
          <Trans>Every lecture, {span}.</Trans>
        ) : (
          <Trans>
            Every lecture in {opened}, {span}.
          </Trans>
        )}
        {!plan.isRenewing && plan.priceInPaise > 0 && (
          <>
            {' '}
            <Trans>Pay once.</Trans>
          </>
        )}
      </p>
      <CheckList items={benefitsOf(plan, language)} className="mt-6 space-y-3.5" />
      {opensEverything(plan) && <Shelf />}
    </div>
  );
}

interface CheckoutProps extends Pick<ReturnType<typeof usePlanChoice>, 'plans' | 'choose'> {
  plan: Plan;
}

/** The choices of a buyer besides the plan, and the purchase. */
const useOrder = (plans: readonly Plan[], plan: Plan) => {
  const { named, rename } = useOrderAddress();
  const { state }: { state: unknown } = useLocation();
  const passed = orderIn(state);
  const [invoiceTo, onInvoiceTo] = useState<InvoiceTo>(passed.invoiceTo ?? {});
  const [draft, setDraft] = useState(passed.gift ?? noRecipient);
  const gift = named('gift') === null ? undefined : draft;
  const onGift = (next: GiftDraft | undefined): void => {
    setDraft(next ?? noRecipient);
    if ((next === undefined) !== (gift === undefined)) rename('gift', next && 'yes');
  };
  const { plans: shown, ways } = useSite();
  const coupon = useCoupon(plans, plan, gift !== undefined);
  const payment = usePartsChoice(plan, coupon, gift !== undefined);
  const ordered = useOrderedBatch(plan, gift === undefined ? named('batch') : null);
  const order = {
    ...invoiceTo,
    couponCode: coupon.couponCode,
    gift,
    ...(payment.inParts && { inParts: true }),
    ...(ordered.id !== undefined && { batchId: ordered.id }),
  };
  const way = ways.find((one) => one === named('way')) ?? ways[0] ?? 'online';
  // What costs nothing needs no way to pay.
  const hasOtherWays =
    ways.some((one) => one !== 'online') &&
    plan.priceInPaise > 0 &&
    (coupon.totalInPaise > 0 || !ways.includes('online'));
  // The default plan needs no name, unless something is deducted from its price.
  const isNamed = plan !== firstChoice(shown) || coupon.deductions.length > 0;
  const isOnline = way === 'online' || !hasOtherWays;
  const purchase = usePurchase(isNamed ? { ...order, planId: plan._id } : order, plan, !coupon.isChecking, isOnline);
  const chooseWay = (next: Way): void => rename('way', next);
  return {
    purchase,
    isOnline,
    coupon,
    invoiceTo,
    onInvoiceTo,
    gift,
    onGift,
    order,
    hasOtherWays,
    way,
    ordered,
    onWay: chooseWay,
    payment,
  };
};

function Checkout({ plans, plan, choose }: CheckoutProps) {
  const { t } = useLingui();
  const session = useSession();
  const order = useOrder(plans, plan);
  const { purchase, gift, onGift, ordered } = order;
  const { totalInPaise, takenOff } = order.coupon;
  const isFree = totalInPaise === 0;
  const isGift = gift !== undefined;
  // A user with access may still buy a gift.
  const hasBundle = purchase.hasBundle && !isGift;
  const renewsFrom = (one: Plan): string | null => (isGift ? null : purchase.renewsFrom(one));
  return (
    <div className="page grid grid-cols-1 items-start gap-8 py-8 lg:grid-cols-[1fr_26rem] lg:gap-20 lg:py-16">
      <Offer plan={isGift ? { ...plan, isRenewing: false } : plan} />
      <section aria-label={t`Price`} className="surface overflow-clip shadow-lift">
        {plans.length > 1 && (
          <div className="border-b border-line p-6 sm:px-8">
            <PlanChoice
              plans={plans}
              plan={plan}
              takenOff={takenOff}
              renewsFrom={renewsFrom}
              isGift={isGift}
              keptUntil={ordered.keptUntil}
              onChoose={choose}
            />
          </div>
        )}
        <BundlePrice
          plan={plan}
          renewsFrom={renewsFrom(plan)}
          totalInPaise={totalInPaise}
          isGift={isGift}
          keptUntil={ordered.keptUntil}
        >
          {!hasBundle && <BatchOfOrder ordered={ordered} plan={plan} />}
          {hasBundle && (
            <AlreadyBought plan={plan} onGive={session?.role === 'USER' ? () => onGift(noRecipient) : undefined} />
          )}
          {!hasBundle && purchase.notOnSale && <NotOnSale reason={purchase.notOnSale} />}
          {!hasBundle && !isGift && <LeavingNotice />}
          {!hasBundle && !purchase.notOnSale && <Buying {...order} plan={plan} isFree={isFree} />}
        </BundlePrice>
        {!isFree && (
          <RefundPromise {...{ plan, isGift }} totalInPaise={order.payment.nowInPaise} isOnline={order.isOnline} />
        )}
      </section>
    </div>
  );
}
