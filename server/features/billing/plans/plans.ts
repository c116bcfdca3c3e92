import type { Money } from '../provider/provider.ts';

/** What is sold: what it costs, how long it gives access, and how long it can be returned. */
export interface Plan {
  price: Money;
  termYears: number;
  /** The whole price is refunded until the end of the day that is so many days after the payment. */
  refundDays: number;
}

/** The one plan that is on sale: the bundle. */
export const bundle: Plan = { price: { amountInPaise: 49_900, currency: 'INR' }, termYears: 1, refundDays: 7 };
