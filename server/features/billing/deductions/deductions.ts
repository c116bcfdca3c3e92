import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import type { Mode } from '../provider/provider.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';
import { courseSpendingOf, takenDeductsOf } from './deductions.queries.ts';

/** How long what was paid for single courses is deducted from the price of everything. */
const DEDUCTIBLE_MS = 30 * DAY_MS;
/** The minimum that a provider charges. Without a payment there is no refund, which would release the courses. */
const MIN_CHARGE_IN_PAISE = 100;

/** A purchase of single courses, and what of it is deducted from the price of everything. */
const Deduction = z.object({ paymentId: z.string(), name: z.string(), amountInPaise: z.int() });
export type Deduction = z.output<typeof Deduction>;
export const Deductions = z.array(Deduction);

export const readDeductions = (deducts: string | null): Deduction[] =>
  deducts === null ? [] : Deductions.parse(JSON.parse(deducts));

export const sumOfDeductions = (deductions: readonly Deduction[]): number =>
  deductions.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);

/** The deduction as an attempt stores it; null for none. */
export const writeDeductions = (deductions: readonly Deduction[]): string | null =>
  deductions.length === 0 ? null : JSON.stringify(deductions);

/** What a price leaves of a deduction, in its order. */
const fitDeductions = (available: readonly Deduction[], priceInPaise: number): Deduction[] => {
  let left = Math.max(0, priceInPaise - MIN_CHARGE_IN_PAISE);
  return available.flatMap((one) => {
    const amountInPaise = Math.min(one.amountInPaise, left);
    left -= amountInPaise;
    return amountInPaise > 0 ? [{ ...one, amountInPaise }] : [];
  });
};

interface Of {
  userId: string;
  mode: Mode;
}

/** What was deducted by purchases of this user that stand, by the payment that it was paid with. */
export const takenDeductionsOf = async (db: Db, of: Of): Promise<Map<string, number>> => {
  const taken = new Map<string, number>();
  for (const { paymentId, amountInPaise } of (await takenDeductsOf(db, of)).flatMap(readDeductions))
    taken.set(paymentId, (taken.get(paymentId) ?? 0) + amountInPaise);
  return taken;
};

/** Whether a payment was deducted from a purchase that stands: it cannot be refunded alone. */
export const isPaymentDeducted = async (
  db: Db,
  payment: { provider_payment_id: string; user_id: string | null; mode: Mode },
): Promise<boolean> =>
  payment.user_id !== null &&
  (await takenDeductionsOf(db, { userId: payment.user_id, mode: payment.mode })).has(payment.provider_payment_id);

/** What is left of each of a user's purchases of single courses, the oldest first: paid, not refunded and not deducted. */
const leftOf = async (db: Db, of: Of) => {
  const taken = await takenDeductionsOf(db, of);
  return (await courseSpendingOf(db, of)).map(({ claimedInPaise, ...one }) => ({
    ...one,
    amountInPaise: one.amountInPaise - claimedInPaise - (taken.get(one.paymentId) ?? 0),
  }));
};

/** What a user paid for single courses in the last 30 days and that the price of everything is reduced by. */
export const deductionsFor = async (db: Db, of: Of & { priceInPaise: number; now: number }): Promise<Deduction[]> => {
  const recent = (await leftOf(db, of)).filter(
    ({ capturedAt, problem }) => problem === null && capturedAt >= of.now - DEDUCTIBLE_MS,
  );
  return fitDeductions(
    recent.map(({ paymentId, name, amountInPaise }) => ({ paymentId, name, amountInPaise })),
    of.priceInPaise,
  );
};

/**
 * Takes the deduction of an attempt that has been paid, if all of it is still there: its purchases can be refunded, and
 * deducted by another attempt, until then. Without it too little was paid. An earlier payment that is recorded later makes a
 * purchase a duplicate, but its money is still there. The caller has locked the user.
 */
export const takeDeductions = async (
  tx: Tx,
  { id, deducts }: Pick<PaymentAttemptRow, 'id' | 'deducts'>,
  of: Of & { now: number },
): Promise<boolean> => {
  const left = new Map((await leftOf(tx, of)).map(({ paymentId, amountInPaise }) => [paymentId, amountInPaise]));
  const isAvailable = readDeductions(deducts).every((one) => one.amountInPaise <= (left.get(one.paymentId) ?? 0));
  if (isAvailable) await updateAttempt(tx, id, { deducted_at: of.now }).execute();
  return isAvailable;
};
