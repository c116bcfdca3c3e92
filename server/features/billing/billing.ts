import type { FastifyInstance } from 'fastify';
import type { Role } from '#contract/fields.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Mailer } from '#server/email/mailer.ts';
import type { Platform } from '#server/platform.ts';
import { type Checkout, createCheckout, isNearEnd } from './checkout/checkout.ts';
import { createBillingAdmin, type BillingAdmin } from './admin/admin.ts';
import { createEntitlements, type SubscriptionState, toSubscription } from './entitlement/entitlement.ts';
import type { PageSources } from '#server/http/content-policy.ts';
import { chooseProvider, type ConnectProvider, type ProviderHost, type Selling } from './provider/provider.ts';
import { createLedger } from './ledger/ledger.ts';
import { bundle, type Plan } from './plans/plans.ts';
import { createPurchases } from './purchases/purchases.ts';
import { createReceipts, type Receipts } from './receipts/receipts.ts';
import { runReminders } from './reminders/reminders.ts';
import { createSalesReport } from './reports/reports.ts';
import { createCalendar } from '#server/calendar.ts';
import { createRefunds, type Refunds } from './refunds/refunds.ts';
import { createProjections, type Projections } from './projections/projections.ts';
import { createSync, examinePayments, type Sync } from './sync/sync.ts';

export interface BillingPlatform extends Pick<
  Platform,
  'config' | 'clock' | 'log' | 'database' | 'jobs' | 'publicAddress'
> {
  mailer: Pick<Mailer, 'enqueue'>;
  http: FastifyInstance;
  isPublic: () => Promise<boolean>;
}

export interface Billing {
  /** What is on sale. */
  plan: Plan;
  selling: () => Promise<Selling>;
  /** What the checkout page may load from other origins. */
  checkoutSources: PageSources;
  checkout: Pick<Checkout, 'key' | 'start'>;
  verify: (actor: Actor, payload: unknown) => Promise<SubscriptionState>;
  unsubscribe: (
    actor: Actor,
  ) => Promise<Awaited<ReturnType<Refunds['cancelForBuyer']>> & { subscription: SubscriptionState }>;
  receiveWebhook: Sync['receiveWebhook'];
  sales: ReturnType<typeof createSalesReport>;
  purchasesOf: ReturnType<typeof createPurchases>;
  receipts: Receipts;
  admin: BillingAdmin;
  planCheck: Sync['planCheck'];
  health: Sync['health'];
  mayWatch: (actor: Pick<Actor, 'id' | 'role'>) => Promise<boolean>;
  /** For a user who did not send this request: also false when the account is deleted. */
  mayStillWatch: (userId: string) => Promise<boolean>;
  subscriptionOf: (userId: string) => Promise<SubscriptionState>;
  /** For the user's own visit: open attempts are looked up first, so that payments nobody reported are found. */
  currentSubscriptionOf: (userId: string, role: Role) => Promise<SubscriptionState>;
  countSubscribedUsers: () => Promise<number>;
  projections: Projections;
  /** Asks the provider about the buyer's open attempts: each at most once in 30 s, for at most 2 s. */
  refreshOf: (userId: string) => Promise<void>;
}

/** Examines the settings of the provider, for a process that sells nothing. */
export const openPaymentHealth = (
  host: ProviderHost & Pick<Platform, 'config' | 'log'>,
  { providers }: { providers: ConnectProvider[] },
): Sync['health'] => {
  const { subscriptionCycles, currencySymbol } = host.config;
  return examinePayments({
    ...host,
    currencySymbol,
    activeProvider: chooseProvider(providers, host, subscriptionCycles),
  });
};

/** Checkout, access, refunds and receipts: puts the rooms together and handles their jobs. */
export const createBilling = (platform: BillingPlatform, options: { providers: ConnectProvider[] }): Billing => {
  const { database, jobs, clock, mailer, publicAddress, config, log } = platform;
  const { db } = database;
  const activeProvider = chooseProvider(options.providers, platform, config.subscriptionCycles);
  const { timeZone, currencySymbol } = config;
  const entitlements = createEntitlements(database, clock, activeProvider);
  const { entitlementOf, mayWatch, mayStillWatch } = entitlements;
  const calendar = createCalendar(timeZone);
  const receipts = createReceipts({ db, calendar, mailer, config });
  const ledger = createLedger({
    providerId: activeProvider.providerId,
    jobs,
    clock,
    calendar,
    issueReceipts: receipts.issue,
    onRefundFailed: (tx, refund, source) => refunds.requestAgain(tx, refund, source),
  });
  const parts = { database, jobs, clock, calendar, activeProvider, ledger, log };
  const refunds = createRefunds(parts);
  const sync = createSync({ ...parts, refunds, currencySymbol });
  const { refreshOf } = sync;
  const { asksBuyerState } = receipts;
  const checkout = createCheckout({ ...parts, entitlementOf, asksBuyerState, publicAddress, refreshOf });
  runReminders({ database, jobs, clock, calendar, activeProvider, mailer });

  const subscriptionOf = async (userId: string): Promise<SubscriptionState> =>
    toSubscription(await entitlementOf(userId));

  return {
    plan: bundle,
    selling: activeProvider.selling,
    checkoutSources: activeProvider.pageSources,

    checkout,

    verify: async ({ id }, payload) => {
      await checkout.verify(id, payload);
      return subscriptionOf(id);
    },

    unsubscribe: async ({ id }) => {
      const cancelled = await refunds.cancelForBuyer(id);
      return { ...cancelled, subscription: await subscriptionOf(id) };
    },

    receiveWebhook: sync.receiveWebhook,
    sales: createSalesReport({ db, clock, calendar, activeProvider }),
    purchasesOf: createPurchases({ db, activeProvider, receipts }),
    receipts,
    planCheck: sync.planCheck,
    health: sync.health,
    admin: createBillingAdmin({ database, clock, calendar, currencySymbol, activeProvider, refunds, receipts }),

    mayWatch,
    mayStillWatch,

    subscriptionOf,
    currentSubscriptionOf: async (userId, role) => {
      const known = await entitlementOf(userId);
      if (role === 'ADMIN' || !isNearEnd(known, clock.now())) return toSubscription(known);
      await refreshOf(userId);
      return subscriptionOf(userId);
    },
    countSubscribedUsers: entitlements.countEntitledUsers,
    projections: createProjections({ database, jobs, clock, calendar, timeZone }),
    refreshOf,
  };
};
