import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';

/** A payment came with no word of what it is for: ask the provider. */
export const lookUpPayment = defineJob({ name: 'payments.look-up', payload: z.object({ paymentId: z.string() }) });

/** A refund that was asked for is brought to the provider until it is taken. */
export const settleRefund = defineJob({ name: 'payments.settle-refund', payload: z.object({ refundId: z.string() }) });

/** A renewal that was turned off is turned off at the provider. */
export const settleCancel = defineJob({ name: 'payments.settle-cancel', payload: z.object({ attemptId: z.string() }) });

/** Asks the provider about everything that is still open, for when no webhook came. */
export const reconcilePayments = defineJob({
  name: 'payments.reconcile',
  payload: z.object({}),
  everyMs: 5 * 60_000,
  maxAttempts: 1,
});
