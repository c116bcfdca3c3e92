import { messages } from '#contract/messages.ts';
import type { IndianState } from '#contract/states.ts';
import type { Role } from '#contract/values.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { createAttempts, type Started } from './attempts.ts';
import { type Cancelled, createCancellation } from './cancellation.ts';
import { createSalesDesk, type SalesDesk } from './desk/sales-desk.ts';
import { entitlement, type Entitlement } from './entitlement.ts';
import { prepareAccessFacts, roleOf } from './entitlement.queries.ts';
import type { Gateway, Selling } from './gateway.ts';
import { createLedger } from './ledger.ts';
import { createPlanCheck, type PlanCheck } from './preflight.ts';
import { createPurchases } from './purchases.ts';
import { createReceiptIssuer } from './receipts/issue.ts';
import { receiptMail } from './receipts/receipt-mail.ts';
import { createReceipts, type Receipts } from './receipts/receipts.ts';
import { sellerOf } from './receipts/seller.ts';
import { createReconciliation, runReconciliationJobs } from './reconcile.ts';
import { runReminders } from './reminders.ts';
import { countEntitledUsers } from './running-access.ts';
import { createSales } from './sales.ts';
import { createCalendar } from './school-calendar.ts';
import { createSettlement, runSettlementJobs } from './settlement.ts';
import { RENEWAL_WINDOW_MS } from './terms.ts';
import { createVerification, type Proof } from './verification.ts';
import { type SubscriptionState, toSubscription } from './subscription-answer.ts';
import { createTotals, type Totals } from './totals.ts';
import { createWebhookReceiver, type Delivery } from './webhook.ts';

export interface PaymentNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  gateway: Gateway;
  mailer: Pick<Mailer, 'enqueue'>;
  /** Where this site is, without a slash at the end. */
  publicAddress: () => Promise<string>;
  config: Pick<Config, 'timeZone' | 'currencySymbol' | 'brandName' | 'seller'>;
  log: { info(facts: object, text: string): void; warn(facts: object, text: string): void };
}

export interface Payments {
  selling: () => Promise<Selling>;
  checkoutKey: () => Promise<{ key: string; checkoutScript: string }>;
  /** `state` is where the buyer lives, for tax invoices. */
  subscribe: (actor: Actor, state?: IndianState) => Promise<Started>;
  verify: (actor: Actor, proof: Proof) => Promise<SubscriptionState>;
  unsubscribe: (actor: Actor) => Promise<Cancelled & { subscription: SubscriptionState }>;
  receiveWebhook: (delivery: Delivery) => Promise<void>;
  sales: ReturnType<typeof createSales>;
  purchasesOf: ReturnType<typeof createPurchases>;
  receipts: Receipts;
  desk: SalesDesk;
  planCheck: PlanCheck;
  mayWatch: (actor: Pick<Actor, 'id' | 'role'>) => Promise<boolean>;
  /** The same question for somebody who is not here: false also for people that are gone. */
  mayStillWatch: (userId: string) => Promise<boolean>;
  subscriptionOf: (userId: string) => Promise<SubscriptionState>;
  /** The same on a person's own visit: open attempts are looked up first, so that money nobody told of is found. */
  currentSubscriptionOf: (userId: string, role: Role) => Promise<SubscriptionState>;
  countSubscribedUsers: () => Promise<number>;
  totals: Totals;
  /** Looks open attempts up at the provider, on the buyer's visit: seldom, and for 2 s at most. */
  refreshOf: (userId: string) => Promise<void>;
}

/** Buying, cancelling and knowing who may watch. Handles the jobs that carry unfinished money on. */
export const createPayments = ({
  database,
  jobs,
  clock,
  gateway,
  mailer,
  publicAddress,
  config,
  log,
}: PaymentNeeds): Payments => {
  const { db } = database;
  const { timeZone, currencySymbol } = config;
  const accessFacts = prepareAccessFacts(database);
  const calendar = createCalendar(timeZone);
  const seller = sellerOf(config);
  const paperFacts = { calendar, currencySymbol };
  const issueReceipts = createReceiptIssuer({
    // The financial year is India's, wherever the school is.
    calendar: createCalendar('Asia/Kolkata'),
    seller,
    onIssued: (tx, papers) => mailer.enqueue(tx, ...papers.map((paper) => receiptMail(paper, paperFacts))),
  });
  const receipts = createReceipts(db, paperFacts);
  const ledger = createLedger({ providerId: gateway.providerId, jobs, clock, calendar, issueReceipts });
  const attempts = createAttempts({ database, clock, publicAddress, log });
  const settlement = createSettlement({ database, clock, calendar, gateway, ledger, log });
  const cancellation = createCancellation({ database, jobs, clock, calendar, gateway, settlement, log });
  const reconciliation = createReconciliation({ database, clock, gateway, ledger, settlement, log });
  const verify = createVerification({ database, jobs, clock, gateway, ledger, log });
  runSettlementJobs(jobs, settlement);
  runReconciliationJobs(jobs, reconciliation);
  runReminders({ database, jobs, clock, calendar, gateway, mailer });

  const entitlementOf = async (userId: string): Promise<Entitlement> => {
    const { terms, changes } = await accessFacts(userId, await gateway.mode());
    return entitlement(terms, clock.now(), changes);
  };

  const subscriptionOf = async (userId: string): Promise<SubscriptionState> =>
    toSubscription(await entitlementOf(userId));

  /** Over, or so near its end that it may be bought again. */
  const isNearEnd = ({ isActive, accessUntil = 0 }: Entitlement): boolean =>
    !isActive || accessUntil - clock.now() <= RENEWAL_WINDOW_MS;

  /** Near its end a bundle that does not renew by itself may be bought again. */
  const assertMayBuy = async (userId: string): Promise<void> => {
    const entitled = await entitlementOf(userId);
    if (entitled.isActive && (!isNearEnd(entitled) || entitled.term?.willRenew)) throw fail('already_subscribed');
  };

  /** A tax invoice names the buyer's state. */
  const assertState = (state: IndianState | undefined): void => {
    if (seller.tax === null || state !== undefined) return;
    const message = messages.payment.chooseState;
    throw fail('validation_failed', { message, details: [{ path: 'state', message }] });
  };

  return {
    selling: gateway.selling,

    checkoutKey: async () => {
      const { keyId, checkoutScript } = await gateway.offer();
      return { key: keyId, checkoutScript };
    },

    subscribe: async ({ id, role }, state) => {
      if (role === 'ADMIN') throw fail('admin_has_access');
      assertState(state);
      await assertMayBuy(id);
      const offer = await gateway.offer();
      const provider = gateway.providerOf(offer.mode);
      if (!provider) throw fail('selling_off');
      await reconciliation.refreshOf(id);
      await assertMayBuy(id);
      return attempts.open(id, offer, provider, state);
    },

    verify: async ({ id }, proof) => {
      await verify(id, proof);
      return subscriptionOf(id);
    },

    unsubscribe: async ({ id }) => {
      const cancelled = await cancellation.cancel(id);
      return { ...cancelled, subscription: await subscriptionOf(id) };
    },

    receiveWebhook: createWebhookReceiver({ database, clock, gateway, ledger, log }),
    sales: createSales({ db, clock, calendar, gateway }),
    purchasesOf: createPurchases({ db, gateway, receipts }),
    receipts,
    planCheck: createPlanCheck({ clock, gateway, currencySymbol, log }),
    desk: createSalesDesk({ database, jobs, clock, calendar, currencySymbol, gateway, settlement, receipts, log }),

    mayWatch: async ({ id, role }) => role === 'ADMIN' || (await entitlementOf(id)).isActive,

    mayStillWatch: async (userId) => {
      const role = await roleOf(db, userId);
      if (role === undefined) return false;
      return role === 'ADMIN' || (await entitlementOf(userId)).isActive;
    },

    subscriptionOf,
    currentSubscriptionOf: async (userId, role) => {
      const known = await entitlementOf(userId);
      if (role === 'ADMIN' || !isNearEnd(known)) return toSubscription(known);
      await reconciliation.refreshOf(userId);
      return subscriptionOf(userId);
    },
    countSubscribedUsers: async () => countEntitledUsers(db, await gateway.mode(), clock.now()),
    totals: createTotals({ database, jobs, clock, calendar, timeZone }),
    refreshOf: reconciliation.refreshOf,
  };
};
