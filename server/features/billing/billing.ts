import type { FastifyInstance } from 'fastify';
import type { Role } from '#contract/fields.ts';
import type { Actor } from '#server/http/actor.ts';
import type { RateLimits } from '#server/http/rate-limit.ts';
import type { Tx } from '#server/database/database.ts';
import { formatPaise } from '#server/money.ts';
import { createBillingAdmin } from './admin/admin.ts';
import { recordAudit } from './audit/audit.ts';
import { createCheckout, isNearEnd } from './checkout/checkout.ts';
import { createCoupons } from './coupons/coupons.ts';
import { createEntitlements, type SubscriptionState, toSubscription } from './entitlement/entitlement.ts';
import { createGifts } from './gifts/gifts.ts';
import { createLedger } from './ledger/ledger.ts';
import type { BillingParts, BillingPlatform } from './parts.ts';
import { createPlans } from './plans/plans.ts';
import { createProjections } from './projections/projections.ts';
import { chooseProvider, type ConnectProvider, type ProviderHost } from './provider/provider.ts';
import { createProviderPlans } from './provider-plans/provider-plans.ts';
import { createPurchases } from './purchases/purchases.ts';
import { createReceipts } from './receipts/receipts.ts';
import { createRefunds } from './refunds/refunds.ts';
import { runReminders } from './reminders/reminders.ts';
import { createSalesOfToday, createTrends, runSales } from './reports/reports.ts';
import { createSync, examinePayments, type Sync } from './sync/sync.ts';

export interface BillingHost extends BillingPlatform {
  http: FastifyInstance;
  limits: Pick<RateLimits, 'attempt'>;
  isPublic: () => Promise<boolean>;
}

export type Billing = ReturnType<typeof createBilling>;

/** Examines the settings of the provider, for a process that sells nothing. */
export const openPaymentHealth = (
  host: ProviderHost & Pick<BillingPlatform, 'config' | 'log'>,
  { providers }: { providers: ConnectProvider[] },
): Sync['health'] => {
  const { currencySymbol } = host.config;
  return examinePayments({
    ...host,
    money: (inPaise) => formatPaise(inPaise, currencySymbol),
    activeProvider: chooseProvider(providers, host),
  });
};

/** What other features record of admins. */
const adminRecords = ({ database, clock }: BillingPlatform) => ({
  recordSettings: (tx: Tx, { adminId, ...detail }: { adminId: string; section: string; fields: string[] }) =>
    recordAudit(tx, { at: clock.now(), source: { kind: 'admin', id: adminId }, kind: 'settings_changed', detail }),
  /** Records that an admin saw the private link in an email to this user. */
  recordLinkShown: ({ adminId, userId, emailId }: { adminId: string; userId: string; emailId: string }) =>
    recordAudit(database.db, {
      at: clock.now(),
      source: { kind: 'admin', id: adminId },
      userId,
      kind: 'private_link_shown',
      detail: { mailId: emailId },
    }),
});

/** Creates the rooms, and handles their jobs. */
const createRooms = (host: BillingHost, options: { providers: ConnectProvider[] }) => {
  const { database, clock, config } = host;
  const { currencySymbol } = config;
  const activeProvider = chooseProvider(options.providers, host);
  const money = (inPaise: number): string => formatPaise(inPaise, currencySymbol);
  const parts: BillingParts = { ...host, activeProvider, money };

  const plans = createPlans(host);
  const providerPlans = createProviderPlans(parts);
  const coupons = createCoupons(parts, { plans, limits: host.limits });
  const entitlements = createEntitlements(database, clock, host.settings);
  const receipts = createReceipts(parts);
  const ledger = createLedger(host, activeProvider.providerId);
  const refunds = createRefunds(parts, ledger);
  const gifts = createGifts(parts, { ledger, refunds });
  const sync = createSync(parts, { ledger, refunds, plans, providerPlans });
  const checkout = createCheckout(parts, { ledger, plans, providerPlans, coupons, entitlements, receipts, sync });
  runSales(parts);
  runReminders(parts, plans);
  return { parts, ledger, plans, coupons, entitlements, receipts, refunds, gifts, sync, checkout };
};

/** Checkout, access, refunds and receipts: puts the rooms together. */
export const createBilling = (host: BillingHost, options: { providers: ConnectProvider[] }) => {
  const { parts, ledger, plans, coupons, entitlements, receipts, refunds, gifts, sync, checkout } = createRooms(
    host,
    options,
  );
  const { activeProvider, clock } = parts;
  const { entitlementOf, hasAccess, stillHasAccess } = entitlements;
  const { receiveWebhook, planCheck, health, account, refreshOf } = sync;

  const subscriptionOf = async (userId: string): Promise<SubscriptionState> =>
    toSubscription(await entitlementOf(userId));

  return {
    plans,
    coupons,
    plansOnSale: plans.items,
    paymentProvider: activeProvider.providerId,
    selling: activeProvider.selling,
    /** What the checkout page may load from other origins. */
    checkoutSources: async () => (await activeProvider.account()).pageSources,
    checkout,
    gifts,

    verify: async ({ id }: Actor, payload: unknown) => {
      await checkout.verify(id, payload);
      return subscriptionOf(id);
    },

    unsubscribe: async ({ id }: Actor) => {
      const cancelled = await refunds.cancelForBuyer(id);
      return { ...cancelled, subscription: await subscriptionOf(id) };
    },

    receiveWebhook,
    planCheck,
    health,
    account,
    /** Asks the provider about the buyer's open attempts: each at most once in 30 s, for at most 2 s. */
    refreshOf,
    purchasesOf: createPurchases(parts, receipts),
    ifCancelled: refunds.ifCancelled,
    receipts,
    salesToday: createSalesOfToday(parts),
    trends: createTrends(parts),
    admin: createBillingAdmin(parts, { ledger, refunds, receipts, plans }),
    ...adminRecords(host),

    hasAccess,
    stillHasAccess,
    /** Undefined for an admin, whose access does not end. */
    accessEndsAt: async ({ id, role }: { id: string; role: Role }) =>
      role === 'ADMIN' ? undefined : (await entitlementOf(id)).endsAt,
    countSubscribedUsers: entitlements.countEntitledUsers,
    subscriptionOf,
    /** For the user's own visit: open attempts are looked up first, so that payments nobody reported are found. */
    currentSubscriptionOf: async (userId: string, role: Role) => {
      const known = await entitlementOf(userId);
      if (role === 'ADMIN' || !isNearEnd(known, clock.now())) return toSubscription(known);
      return (await refreshOf(userId)) ? subscriptionOf(userId) : toSubscription(known);
    },
    projections: createProjections(parts),
  };
};
