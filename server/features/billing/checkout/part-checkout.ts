import type { InvoiceTo } from '#contract/billing/payments.ts';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { dueDayOf, duesOf, findInParts, type PurchaseInPartsRow } from '../parts/parts.ts';
import { termOf } from '../plans/plans.ts';
import { type ActiveProvider, refOfAttempt, type SellingAccount } from '../provider/provider.ts';
import type { Sync } from '../sync/sync.ts';
import type { Started } from './attempts.ts';
import { recordWindowOpened, type Sale } from './attempts.queries.ts';
import { insertSettledAttempt } from './free-purchase.ts';

interface Needs {
  activeProvider: ActiveProvider;
  sync: Sync;
  openAttempt: (userId: string, sale: Sale, invoiceTo: InvoiceTo) => Promise<Started>;
}

/** Its invoices are made out as that of its first payment. */
const invoiceToOf = (row: PurchaseInPartsRow): InvoiceTo => {
  const { buyer_gstin: gstin, buyer_name: name, buyer_address: address } = row;
  return {
    state: INDIAN_STATES.find((state) => state === row.buyer_state),
    ...(gstin && name && address && { business: { gstin, name, address } }),
  };
};

/** What is left to pay of a purchase up to a part; of the next one, with those that are due, when it is undefined. */
const leftUpTo = async (
  db: Db,
  row: PurchaseInPartsRow,
  { upTo, today }: { upTo: number | undefined; today: string },
): Promise<number> => {
  const missing = (await duesOf(db, [row.attempt_id]))(row.attempt_id).filter((due) => due.missing_in_paise > 0);
  const isNext = (n: number): boolean => n === missing[0]?.n;
  return missing
    .filter((due) => (upTo === undefined ? isNext(due.n) || dueDayOf(due) <= today : due.n <= upTo))
    .reduce((sum, due) => sum + due.missing_in_paise, 0);
};

/** Pays later parts of a purchase. */
export const createPartCheckout = (
  { database: { db }, clock, settings }: BillingPlatform,
  { activeProvider, sync, openAttempt }: Needs,
) => {
  /** Throws `payment_not_found` and `nothing_left_to_pay`. */
  const saleOf = async (
    userId: string,
    { paymentId, upTo }: { paymentId: string; upTo?: number | undefined },
    account: SellingAccount,
  ): Promise<{ sale: Sale; row: PurchaseInPartsRow }> => {
    const row = await findInParts(db, paymentId);
    if (row?.user_id !== userId || row.mode !== account.mode) throw fail('payment_not_found');
    const today = (await settings.calendar()).dayOf(clock.now());
    const amountInPaise = await leftUpTo(db, row, { upTo, today });
    if (amountInPaise === 0) throw fail('nothing_left_to_pay');
    const sale: Sale = {
      account,
      planId: row.plan_id,
      planVersionId: row.plan_version_id,
      opens: row.opens === 'everything' ? row.opens : { courseIds: [] },
      term: termOf(row),
      price: { amountInPaise, currency: row.currency },
      deducts: null,
      partsOf: row.attempt_id,
      planRef: '',
      cycles: 1,
    };
    return { sale, row };
  };

  const offlineAccount = async (): Promise<SellingAccount> =>
    activeProvider.offlineAccount(await settings.purchaseMode());

  const begin = async (
    userId: string,
    purchase: { paymentId: string; upTo?: number | undefined },
    account: SellingAccount,
  ): Promise<Started & { amountInPaise: number }> => {
    // Money that no event has reported yet is found before the buyer pays again.
    await sync.refreshOf(userId);
    const { sale, row } = await saleOf(userId, purchase, account);
    const started = await openAttempt(userId, sale, invoiceToOf(row));
    return { ...started, amountInPaise: sale.price.amountInPaise };
  };

  return {
    /** Throws `payment_not_found`, `nothing_left_to_pay`, `selling_off` and `provider_failed`. */
    start: async (userId: string, purchase: { paymentId: string; upTo?: number | undefined }) =>
      begin(userId, purchase, await activeProvider.sellingAccount()),
    /** The same for an offline payment. */
    startOrder: async (userId: string, purchase: { paymentId: string; upTo?: number | undefined }) => {
      const started = await begin(userId, purchase, await offlineAccount());
      await recordWindowOpened(db, { userId, subscriptionId: started.subscriptionId, now: clock.now() });
      return started;
    },
    /** What is left of a purchase, for an offline payment that is recorded. */
    saleTo: async (userId: string, paymentId: string) => {
      const account = await offlineAccount();
      const { sale, row } = await saleOf(userId, { paymentId }, account);
      const opens = row.opens;
      const courses = await db
        .selectFrom('plan_version_courses')
        .select('course_id')
        .where('version_id', '=', row.plan_version_id)
        .execute();
      return {
        opens: opens === 'everything' ? opens : { courseIds: courses.map((one) => one.course_id) },
        mode: account.mode,
        begin: (tx: Tx, now: number) =>
          insertSettledAttempt(tx, { userId, sale, invoiceTo: invoiceToOf(row), now, refOf: refOfAttempt }),
      };
    },
  };
};
