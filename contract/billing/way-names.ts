import { z } from 'zod';

/** Ways of paying: online through the payment provider, or offline to the school itself. */
export const Way = z.enum(['online', 'upi', 'bank', 'cash', 'other']);
export type Way = z.output<typeof Way>;
export const OwnWay = Way.exclude(['online']);
export type OwnWay = z.output<typeof OwnWay>;

/** Of an offline payment. Only those that wait are open. */
export const RequestState = z.enum(['waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'paid_otherwise']);
export type RequestState = z.output<typeof RequestState>;

/** How they are called in a sentence. */
export const wayNames: Record<Way, string> = {
  online: 'online',
  upi: 'UPI',
  bank: 'bank transfer',
  cash: 'cash',
  other: 'other way',
};
