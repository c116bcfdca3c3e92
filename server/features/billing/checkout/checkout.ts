import type { GiftBody } from '#contract/billing/gifts.ts';
import type { InvoiceTo } from '#contract/billing/payments.ts';
import type { PartToPay } from '#contract/billing/part-fields.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { messages } from '#contract/messages.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoryOf, type Entitlements } from '../entitlement/entitlement.ts';
import type { AppliedCoupon, Coupons, EnteredCode } from '../coupons/coupons.ts';
import { type Deduction, deductionsFor, sumOfDeductions, writeDeductions } from '../deductions/deductions.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type AgreedParts, scheduleOf } from '../parts/parts.ts';
import { assertSendDay, CURRENCY, type Plan, type PlanOpens, type Plans, toPlanItem } from '../plans/plans.ts';
import {
  type ActiveProvider,
  type Mode,
  OFFLINE,
  ProviderError,
  refOfAttempt,
  type SellingAccount,
} from '../provider/provider.ts';
import type { Places } from '../places/places.ts';
import type { ProviderPlans } from '../provider-plans/provider-plans.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Sync } from '../sync/sync.ts';
import { createAttempts, type Started } from './attempts.ts';
import { recordWindowOpened, type Reservations, type Sale } from './attempts.queries.ts';
import { createFreePurchase, insertSettledAttempt } from './free-purchase.ts';
import { assertMayBuy } from './may-buy.ts';
import { createPartCheckout } from './part-checkout.ts';
import { createRenewals } from './renewals.ts';
import { createVerification } from './verification.ts';

export { isNearEnd } from './may-buy.ts';

export interface Order extends InvoiceTo {
  /** The plan that is chosen at first when undefined, as a client of the specification buys it: without a deduction. */
  planId?: string | undefined;
  coupon?: EnteredCode | undefined;
  /** For whom it is, when it is not for the buyer. */
  gift?: GiftBody | undefined;
  /** Whether the first part is paid now, and the others when they are due. */
  inParts?: boolean | undefined;
  /** The batch that the buyer joins. */
  batchId?: string | undefined;
}

interface RoomsBelow {
  activeProvider: ActiveProvider;
  ledger: Ledger;
  plans: Plans;
  providerPlans: ProviderPlans;
  coupons: Coupons;
  places: Places;
  entitlements: Entitlements;
  receipts: Receipts;
  sync: Sync;
}

export const createCheckout = (
  platform: BillingPlatform,
  { activeProvider, plans, providerPlans, coupons, places, ledger, entitlements, receipts, sync }: RoomsBelow,
) => {
  const { database, clock, settings } = platform;
  const hold: Reservations['hold'] = async (tx, userId, { batchId, planId, opens, account }) => {
    if (batchId === undefined) return null;
    return places.reserve(tx, batchId, { userId, planId, opens, mode: account.mode });
  };
  const reserve: Reservations['reserve'] = async (tx, userId, sale) => {
    // Batches are locked before coupons, as when a payment is recorded.
    const heldUntil = await hold(tx, userId, sale);
    const { coupon, planId, opens, account, gift } = sale;
    if (!coupon) return heldUntil;
    const replacesPlanId = account.provider.id === OFFLINE || gift ? undefined : planId;
    await coupons.reserve(tx, coupon.id, { userId, planId, opens, mode: account.mode, replacesPlanId });
    return heldUntil;
  };
  const openAttempt = createAttempts(platform, { reserve, hold });
  const buyForNothing = createFreePurchase(platform, { ledger, reserve });

  const assertState = async (
    { state, business }: InvoiceTo,
    { current }: Plan,
    whenMissing: string = messages.payment.chooseState,
  ): Promise<void> => {
    const isNamed = state !== undefined || business !== undefined;
    if (current.priceInPaise === 0 || isNamed || !(await receipts.asksBuyerState())) return;
    throw invalidField('state', whenMissing);
  };

  /** Throws as `Places.choose`, and `validation_failed` for a gift. */
  const chooseBatch = async (userId: string, { id: planId, current }: Plan, { batchId, gift }: Order) => {
    if (batchId === undefined) return {};
    if (gift) throw invalidField('batchId', messages.batches.notWithGift);
    const { isOfPlan } = await places.choose(batchId, { userId, planId, opens: current.opens });
    return { batchId, isBatchOfPlan: isOfPlan };
  };

  /** A user with access may buy a gift, or a batch of its own. Throws as `assertMayBuy`, and `validation_failed` for the day of a gift. */
  const assertFor = async (
    userId: string,
    { current }: Plan,
    { gift, isBatchOfPlan }: Pick<Sale, 'gift' | 'isBatchOfPlan'>,
  ): Promise<void> => {
    if (isBatchOfPlan) return;
    if (gift)
      assertSendDay(gift.sendOn, {
        calendar: await settings.calendar(),
        now: clock.now(),
        path: 'gift.sendOn',
        term: current.term,
      });
    else
      await assertMayBuy(database.db, platform, {
        history: await entitlements.historyOf(userId),
        opens: current.opens,
        term: current.term,
      });
  };

  /** What a buyer of everything paid for single courses, and that is deducted after a coupon. */
  const deductionsOf = async (
    userId: string,
    { current }: Plan,
    { coupon, gift }: { coupon: AppliedCoupon | undefined; gift?: GiftBody | undefined },
  ): Promise<Deduction[]> => {
    if (current.opens !== 'everything' || gift) return [];
    const priceInPaise = current.priceInPaise - (coupon?.discountInPaise ?? 0);
    return deductionsFor(database.db, { userId, mode: await settings.purchaseMode(), priceInPaise, now: clock.now() });
  };

  /** What is paid on which day if a plan is bought in parts now; undefined where it is not. */
  const partsOfPlan = async ({ current }: Plan, totalInPaise: number): Promise<PartToPay[] | undefined> => {
    if (current.parts === null || current.isRenewing) return undefined;
    const calendar = await settings.calendar();
    const lastDay = current.term.unit === 'until' ? current.term.date : undefined;
    return scheduleOf(current.parts, { totalInPaise, lastDay, calendar, now: clock.now() });
  };

  /** Throws `parts_not_offered`. */
  const firstPartOf = async (
    plan: Plan,
    { totalInPaise, gift }: { totalInPaise: number; gift: GiftBody | undefined },
  ): Promise<Pick<Sale, 'price' | 'inParts' | 'planRef' | 'cycles'>> => {
    const list = gift ? undefined : await partsOfPlan(plan, totalInPaise);
    if (!list?.[0] || plan.current.parts === null) throw fail('parts_not_offered');
    const agreed: AgreedParts = { graceDays: plan.current.parts.graceDays, list };
    const price = { amountInPaise: list[0].amountInPaise, currency: CURRENCY };
    return { price, inParts: JSON.stringify(agreed), planRef: '', cycles: 1 };
  };

  /** A discount, a deduction and a gift are for one term: such a purchase is paid once, and does not renew. */
  const saleOf = async (
    plan: Plan,
    account: SellingAccount,
    {
      deductions,
      inParts = false,
      ...chosen
    }: Pick<Sale, 'coupon' | 'gift' | 'batchId' | 'isBatchOfPlan'> &
      Pick<Order, 'inParts'> & { deductions: readonly Deduction[] },
  ): Promise<Sale> => {
    const { id: planVersionId, priceInPaise, cycles, opens, term } = plan.current;
    const { coupon, gift } = chosen;
    const amountInPaise = priceInPaise - (coupon?.discountInPaise ?? 0) - sumOfDeductions(deductions);
    const price = { amountInPaise, currency: CURRENCY };
    const deducts = writeDeductions(deductions);
    const sale = { account, planId: plan.id, planVersionId, opens, term, price, deducts, ...chosen };
    if (inParts) return { ...sale, ...(await firstPartOf(plan, { totalInPaise: amountInPaise, gift })) };
    if (account.isPaidOnce || coupon || gift || deducts !== null || priceInPaise === 0)
      return { ...sale, planRef: '', cycles: 1 };
    const planRef = await providerPlans.refOf(plan, account).catch((cause: unknown) => {
      throw cause instanceof ProviderError ? fail('provider_failed', { cause }) : cause;
    });
    return { ...sale, planRef, cycles };
  };

  const begin = async (
    { id, role }: Actor,
    order: Order,
    accountOf: (plan: Plan) => Promise<SellingAccount>,
  ): Promise<Started & { amountInPaise: number }> => {
    if (role === 'ADMIN') throw fail('admin_has_access');
    const { gift } = order;
    const plan = await plans.find(order.planId);
    await assertState(order, plan);
    const batch = await chooseBatch(id, plan, order);
    const chosen = { gift, ...batch };
    await assertFor(id, plan, chosen);
    const coupon = order.coupon && (await coupons.apply(plan, order.coupon));
    const account = await accountOf(plan);
    // Money that no event has reported yet is found before the buyer pays again.
    await sync.refreshOf(id);
    await assertFor(id, plan, chosen);
    const deductions = order.planId === undefined ? [] : await deductionsOf(id, plan, { coupon, gift });
    const sale = await saleOf(plan, account, { ...chosen, coupon, deductions, inParts: order.inParts });
    const { amountInPaise } = sale.price;
    const started = amountInPaise === 0 ? await buyForNothing(id, sale) : await openAttempt(id, sale, order);
    return { ...started, amountInPaise };
  };

  const offlineAccount = async (): Promise<SellingAccount> =>
    activeProvider.offlineAccount(await settings.purchaseMode());
  /** A free plan needs no provider. */
  const accountOf = async ({ current }: Plan): Promise<SellingAccount> =>
    current.priceInPaise === 0 && !(await activeProvider.selling()).isOn
      ? offlineAccount()
      : activeProvider.sellingAccount();

  return {
    /** The public key and script with which the page opens the provider's payment window. */
    key: async () => {
      const { keyId, checkoutScript } = await activeProvider.sellingAccount();
      return { key: keyId, checkoutScript };
    },
    /** Returns the one subscription that the buyer can pay now. Throws `plan_not_found`, and the errors of `Coupons`. */
    start: (actor: Actor, order: Order) => begin(actor, order, accountOf),
    /** As `start`, for an offline payment: what it returns is the order that the buyer pays. */
    startOrder: async (actor: Actor, order: Order) => {
      const started = await begin(actor, order, offlineAccount);
      // The page is what the buyer pays by.
      const { subscriptionId } = started;
      await recordWindowOpened(database.db, { userId: actor.id, subscriptionId, now: clock.now() });
      return started;
    },
    /** What a plan sells for to this user now, offline. Throws `plan_not_found`. */
    saleTo: async (
      userId: string,
      { planId, batchId }: { planId: string; batchId?: string | undefined },
      { inParts, ...invoiceTo }: InvoiceTo & Pick<Order, 'inParts'>,
    ) => {
      const plan = await plans.find(planId);
      const batch = await chooseBatch(userId, plan, { batchId });
      await assertState(invoiceTo, plan, messages.ways.stateMissing);
      const deductions = await deductionsOf(userId, plan, { coupon: undefined });
      const account = await offlineAccount();
      const sale = await saleOf(plan, account, { ...batch, deductions, inParts });
      return {
        opens: sale.opens,
        mode: account.mode,
        /** The attempt that is paid in this transaction, which has locked the buyer. */
        begin: async (tx: Tx, now: number) => {
          await hold(tx, userId, sale);
          return insertSettledAttempt(tx, { userId, sale, invoiceTo, now, refOf: refOfAttempt });
        },
      };
    },
    /** Throws `already_subscribed` or `already_covered` for a user with everything that a sale opens, which does not end soon. */
    assertMayBuy: async (
      on: Db,
      userId: string,
      { mode, ...sold }: { mode: Mode; opens: PlanOpens; term: PlanTerm },
    ): Promise<void> => assertMayBuy(on, platform, { history: await accessHistoryOf(on, userId, mode), ...sold }),
    parts: createPartCheckout(platform, { activeProvider, sync, openAttempt }),
    renewalsOf: createRenewals(platform, { plans, entitlements }),
    /** What a plan costs this user now, with a coupon. Throws as `Coupons.preview`, and `plan_not_found`. */
    priceOf: async (
      planId: string,
      { actor, language }: { actor: Actor | undefined; language: string | undefined },
      entered: EnteredCode | undefined,
    ) => {
      const plan = await plans.find(planId);
      const { priceInPaise } = plan.current;
      const coupon = entered && (await coupons.preview(plan, entered, actor?.id));
      const deductions = actor?.role === 'USER' ? await deductionsOf(actor.id, plan, { coupon }) : [];
      const discountInPaise = coupon?.discountInPaise ?? 0;
      const totalInPaise = priceInPaise - discountInPaise - sumOfDeductions(deductions);
      const [shown = toPlanItem(plan)] = await plans.present([plan], { language, ...(actor && { id: actor.id }) });
      return {
        plan: shown,
        priceInPaise,
        discountInPaise,
        deductions,
        totalInPaise,
        parts: (await partsOfPlan(plan, totalInPaise)) ?? null,
      };
    },
    /** Records when the buyer first saw the payment window. */
    windowOpened: (userId: string, subscriptionId: string) =>
      recordWindowOpened(database.db, { userId, subscriptionId, now: clock.now() }),
    /** Records the proof of the payment window. Throws `payment_unverified`. */
    verify: createVerification(platform, { ledger, activeProvider }),
  };
};
