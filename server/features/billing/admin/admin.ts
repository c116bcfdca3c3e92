import type { Write } from '#contract/languages/say.ts';
import type { Tx } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { Entitlements } from '../entitlement/entitlement.ts';
import { type Ledger, lockExistingPayment } from '../ledger/ledger.ts';
import type { Plans } from '../plans/plans.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { createSalesReport } from '../reports/reports.ts';
import { createCoursePrices } from './course-prices.ts';
import { createExplanation } from './explanation.ts';
import { createGrantedPlans } from './given-plans.ts';
import { createManualAccess } from './manual-access.ts';
import { createPlanAdmin } from './plan-admin.ts';
import { createNotices } from './notices.ts';
import { createPaymentDetail } from './payment-detail.ts';
import { createPaymentList, lastInvoiceTo, toSalesPayment } from './payment-list.ts';
import { newestPayments, paymentsOfUser } from './payment-list.queries.ts';
import { findPerson } from './people.queries.ts';
import { createAdminRecords } from './records.ts';
import { createToDo } from './to-do.ts';
import { createUserTimeline } from './user-timeline.ts';

export type BillingAdmin = ReturnType<typeof createBillingAdmin>;

/** Payments and access for admins. */
export const createBillingAdmin = (
  platform: BillingPlatform,
  {
    activeProvider,
    ledger,
    refunds,
    receipts,
    plans,
    entitlements,
    recomputeHolders,
  }: {
    activeProvider: ActiveProvider;
    ledger: Ledger;
    refunds: Refunds;
    receipts: Receipts;
    plans: Plans;
    entitlements: Pick<Entitlements, 'accessOf'>;
    /** Recomputes the access of everyone who bought a plan, after the transaction. */
    recomputeHolders: (tx: Tx, planId: string) => Promise<void>;
  },
) => {
  const { database, clock, settings } = platform;
  const { db } = database;
  const salesReport = createSalesReport(platform);
  const explain = createExplanation(platform);
  const sentenceFor = async (userId: string, write: Write): Promise<string | undefined> =>
    (await findPerson(db, userId)) ? (await explain(userId, write)).sentence : undefined;
  const toDo = createToDo(platform);

  return {
    /** Totals of the current mode, with the newest payments. */
    sales: async (count: number) => {
      const { sold, ...totals } = await salesReport();
      const newest = await newestPayments(db, await settings.purchaseMode(), count);
      return { allPayments: { count: sold, items: newest.map(toSalesPayment) }, ...totals };
    },
    list: createPaymentList(platform),
    toDo,
    notices: createNotices(platform, activeProvider, toDo),
    detail: createPaymentDetail(platform, { receipts, explain: sentenceFor }),
    refund: refunds.refundForAdmin,
    payBack: refunds.payBack,
    reverse: refunds.reverse,
    plans: createPlanAdmin(platform, { plans, recomputeHolders }),
    coursePrices: createCoursePrices(platform, { plans }),
    access: createManualAccess(platform, ledger),
    plansToGive: createGrantedPlans(platform, plans),
    explain,
    ...createAdminRecords(platform),
    mode: settings.purchaseMode,
    accessOf: entitlements.accessOf,
    /** A user's payments in both modes, newest first, and whom the last invoice of the user's own was to be made out to. */
    purchasesOf: async (userId: string) => {
      const payments = await paymentsOfUser(db, userId);
      return { purchases: payments.map(toSalesPayment), invoiceTo: lastInvoiceTo(payments, userId) };
    },
    /** A user's timeline, newest first. Throws `person_not_found`. */
    timelineOf: createUserTimeline(platform),

    /** Marks a payment as resolved. Throws `payment_not_found`. */
    markResolved: (paymentId: string, { adminId, reason }: { adminId: string; reason: string }): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        await lockExistingPayment(tx, paymentId, now);
        await updatePayment(tx, paymentId, { handled_at: now }).execute();
        const source = { kind: 'admin', id: adminId } as const;
        await recordAudit(tx, { at: now, source, paymentId, kind: 'payment_handled', detail: { reason } });
      }),
  };
};
