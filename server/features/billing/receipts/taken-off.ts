import { readDeductions } from '../deductions/deductions.ts';
import { wayOf } from '../provider/provider.ts';
import type { ReceiptDocument } from './document.ts';
import type { UnreceiptedPayment } from './receipts.queries.ts';

/**
 * What was taken off the price of a plan, and the price itself where an admin agreed to less for money that came to the school.
 * Of a purchase in parts nothing is named: it is spread over the parts, each of which is less.
 */
export const takenOff = (
  payment: UnreceiptedPayment,
): Pick<ReceiptDocument, 'priceInPaise' | 'discount' | 'deductions'> => {
  const { coupon_code: code, discount_in_paise: amountInPaise, deducts, price_in_paise: priceInPaise } = payment;
  // Also one that came when nothing was left to pay.
  if (payment.in_parts !== null || payment.parts_of !== null) return {};
  const discount = code === null || amountInPaise === null ? undefined : { code, amountInPaise };
  const deductions =
    deducts === null
      ? undefined
      : readDeductions(deducts).map((one) => ({ name: one.name, amountInPaise: one.amountInPaise }));
  const taken = [...(discount ? [discount] : []), ...(deductions ?? [])];
  const due = taken.reduce((rest, one) => rest - one.amountInPaise, priceInPaise);
  return {
    ...(wayOf(payment) !== 'online' && payment.amount_in_paise < due && { priceInPaise }),
    ...(discount && { discount }),
    ...(deductions && { deductions }),
  };
};
