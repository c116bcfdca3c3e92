import { messages } from '#contract/messages.ts';
import type { Way } from '#contract/billing/way-names.ts';
import type { Role } from '#contract/fields.ts';
import type { Tx } from '#server/database/database.ts';
import { languageFor } from '#server/database/translations.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { type FormatMoney, formatPaise } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';
import type { BillingPlatform } from './billing-platform.ts';
import { createBillingAdmin } from './admin/admin.ts';
import { createCheckout, isNearEnd } from './checkout/checkout.ts';
import { createCoupons } from './coupons/coupons.ts';
import {
  createEntitlements,
  type Entitlements,
  presentRights,
  RIGHT_OF_ADMIN,
  type SubscriptionState,
  toSubscription,
} from './entitlement/entitlement.ts';
import { createExtensions } from './extensions/extensions.ts';
import { createGifts } from './gifts/gifts.ts';
import { countMandates, createLedger } from './ledger/ledger.ts';
import { createOwedParts } from './owed-parts/owed-parts.ts';
import { createPlans } from './plans/plans.ts';
import { createOwnWays } from './own-ways/own-ways.ts';
import { createPlaces } from './places/places.ts';
import { createProjections } from './projections/projections.ts';
import { chooseProvider, type ConnectProvider, type ProviderHost, type Selling } from './provider/provider.ts';
import { createProviderPlans } from './provider-plans/provider-plans.ts';
import { createPurchases } from './purchases/purchases.ts';
import { createReceipts } from './receipts/receipts.ts';
import { createRecovery } from './recovery/recovery.ts';
import { createRefunds } from './refunds/refunds.ts';
import { runReminders } from './reminders/reminders.ts';
import {
  createFirstSale,
  createHasSold,
  createPurchaseCount,
  createSalesOfToday,
  createSoldBetween,
  createTrends,
  createWayReport,
  runSales,
} from './reports/reports.ts';
import { createSync, examinePayments } from './sync/sync.ts';

export type Billing = ReturnType<typeof createBilling>;

/** Amounts as this school shows them. */
const moneyOf =
  ({ currencySymbol }: Platform['config']): FormatMoney =>
  (inPaise) =>
    formatPaise(inPaise, currencySymbol);

/** Examines the settings of the provider, for a process that sells nothing. */
export const openPaymentHealth = (
  host: ProviderHost & Pick<Platform, 'config' | 'log'>,
  { providers }: { providers: ConnectProvider[] },
) => examinePayments({ ...host, money: moneyOf(host.config) }, chooseProvider(providers, host));

/** Creates the rooms, each with those below it, and handles their jobs. */
const createRooms = (host: BillingPlatform & ProviderHost, providers: readonly ConnectProvider[]) => {
  const activeProvider = chooseProvider(providers, host);
  const plans = createPlans(host);
  const providerPlans = createProviderPlans(host);
  const coupons = createCoupons(host, plans);
  const entitlements = createEntitlements(host);
  const receipts = createReceipts(host);
  const ledger = createLedger(host, activeProvider.providerId);
  const refunds = createRefunds(host, { ledger, activeProvider });
  const gifts = createGifts(host, { ledger, refunds });
  const below = { activeProvider, ledger, refunds, plans, providerPlans, coupons, entitlements, receipts };
  const places = createPlaces(host);
  const sync = createSync(host, below);
  const checkout = createCheckout(host, { ...below, places, sync });
  const ownWays = createOwnWays(host, { activeProvider, ledger, places, checkout });
  runSales(host);
  runReminders(host, plans);
  const recovery = createRecovery(host, below);
  const parts = createOwedParts(host, below);
  return { ...below, parts, gifts, recovery, sync, checkout, ownWays };
};

type Rooms = ReturnType<typeof createRooms>;

/** What other features ask about rights to courses. */
const courseRights = (entitlements: Entitlements) => ({
  /**
   * Whether a purchase, a gift or a grant opens this course to the user now; `alone`: not one that opens everything. Roles
   * and accounts are not considered.
   */
  holds: async (userId: string, courseId: string, kind?: 'alone'): Promise<boolean> =>
    (await entitlements.courseEntitlementOf(userId, courseId, kind)).isActive,
  /** The end of the longest right to a course. */
  endOfRight: async (userId: string, courseId: string, kind?: 'alone'): Promise<number | undefined> =>
    (await entitlements.courseEntitlementOf(userId, courseId, kind)).endsAt,
  isHeld: entitlements.isHeld,
  startOfRight: entitlements.startOfRight,
  startsOfRight: entitlements.startsOfRight,
  extensionsOf: entitlements.extensionsOf,
  listHolders: entitlements.listHolders,
  holdsOf: entitlements.holdsOf,
  coursesHadBy: entitlements.coursesHadBy,
  countSubscribedUsers: entitlements.countEntitledUsers,
});

/** Whether the school sells, and how: online first. */
const waysToPay = (
  { settings }: BillingPlatform,
  { activeProvider, ownWays, parts }: Pick<Rooms, 'activeProvider' | 'ownWays' | 'parts'>,
) => ({
  ownWays,
  parts,
  selling: async (): Promise<Selling & { ways: Way[] }> => {
    const online = await activeProvider.selling();
    const own = await ownWays.offered();
    if (online.isOn) return { ...online, ways: ['online', ...own] };
    if (own.length === 0) return { ...online, ways: [] };
    return { isOn: true, isTestMode: (await settings.purchaseMode()) === 'test', ways: own };
  },
});

/** What is counted of sales. */
const figuresOf = (host: BillingPlatform) => ({
  salesToday: createSalesOfToday(host),
  hasSold: createHasSold(host),
  countPurchases: createPurchaseCount(host),
  trends: createTrends(host),
  wayReport: createWayReport(host),
  soldBetween: createSoldBetween(host),
  firstSale: createFirstSale(host),
});

/** Checkout, access, refunds and receipts: puts the rooms together. */
export const createBilling = (
  platform: Omit<BillingPlatform, 'money'> & ProviderHost,
  { providers }: { providers: readonly ConnectProvider[] },
) => {
  const host = { ...platform, money: moneyOf(platform.config) };
  const rooms = createRooms(host, providers);
  const { activeProvider, plans, coupons, entitlements, receipts, refunds, gifts, sync, checkout, recovery, ownWays } =
    rooms;
  const { receiveWebhook, planCheck, health, account, refreshOf } = sync;
  const projections = createProjections(host);
  const admin = createBillingAdmin(host, { ...rooms, recomputeHolders: projections.recomputeHolders });

  const subscriptionOf = async (userId: string): Promise<SubscriptionState> =>
    toSubscription(await entitlements.entitlementOf(userId));

  return {
    plans,
    coupons,
    plansOnSale: plans.items,
    paymentProvider: activeProvider.providerId,
    /** Online, or offline. */
    ...waysToPay(host, rooms),
    /** The origins that the checkout page may load from. */
    checkoutSources: async () => (await activeProvider.account()).pageSources,
    checkout,
    gifts,
    extensions: createExtensions(host, rooms.ledger),
    recovery,

    verify: async ({ id }: Actor, payload: unknown) => {
      await checkout.verify(id, payload);
      return subscriptionOf(id);
    },

    unsubscribe: async ({ id }: Actor, paymentId?: string) => {
      const cancelled = await refunds.cancelForBuyer(id, paymentId);
      return { ...cancelled, subscription: await subscriptionOf(id) };
    },

    stopRenewals: refunds.stopRenewals,
    /**
     * What a change of an account means for its purchases, in the transaction of the change, which has locked the account.
     * Returns how many renewals ended with it.
     */
    accountChanged: rooms.ledger.accessChanged,
    /** How many renewals of these users go on. */
    countRenewals: (userIds: readonly string[]) => countMandates(host.database.db, userIds),
    /** Ends the renewals of plans of which every course is deleted now, after the transaction. */
    courseRemoved: projections.recomputeSellersOf,
    /** Ends every right of a user who leaves. A repeated call with the same key changes nothing. */
    endRights: async (userId: string, source: { id: string; key: string }): Promise<void> => {
      for (const { scope } of await entitlements.rightsOf(userId))
        await admin.access.revoke({
          id: `${source.key}:${scope}`,
          adminId: source.id,
          userId,
          reason: messages.people.deletedAccount,
          courseId: scope,
        });
    },
    /** Takes a person who leaves out of receipts, and out of gifts to them. */
    forgetBuyer: async (tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> => {
      await ownWays.forgetBuyer(tx, userId);
      await receipts.forgetBuyer(tx, userId);
      await gifts.forgetRecipient(tx, email);
    },

    receiveWebhook,
    planCheck,
    health,
    account,
    /** Fetches the buyer's open attempts from the provider: each at most once in 30 s, for at most 2 s. */
    refreshOf,
    purchasesOf: createPurchases(host, receipts),
    ifCancelled: refunds.ifCancelled,
    receipts,
    ...figuresOf(host),
    admin,
    recordSettings: admin.recordSettings,
    recordLinkShown: admin.recordLinkShown,

    ...courseRights(entitlements),
    rightsOf: async (actor: Actor) =>
      actor.role === 'ADMIN'
        ? [RIGHT_OF_ADMIN]
        : presentRights(host.database.db, await entitlements.rightsOf(actor.id), await languageFor(host, actor)),
    renewalsOf: checkout.renewalsOf,
    subscriptionOf,
    /** For the user's own visit: open attempts are looked up first, so that unreported payments are found. */
    currentAccessOf: async (userId: string, role: Role) => {
      const { everything, hasCourses } = await entitlements.summaryOf(userId);
      const isSettled = role === 'ADMIN' || !isNearEnd(everything, host.clock.now());
      if (isSettled || !(await refreshOf(userId))) return { subscription: toSubscription(everything), hasCourses };
      const found = await entitlements.summaryOf(userId);
      return { subscription: toSubscription(found.everything), hasCourses: found.hasCourses };
    },
    projections,
  };
};
