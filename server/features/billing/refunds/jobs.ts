import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';

/** A request calls the provider itself; the job runs later, for when that call failed. */
export const SETTLE_AFTER_MS = 10_000;

/** Sends a refund request to the provider until it is accepted. */
export const settleRefund = defineJob({
  name: 'payments.settle-refund',
  lane: 'money',
  payload: z.object({ refundId: z.string() }),
});

/** Turns renewal off at the provider. */
export const settleCancel = defineJob({
  name: 'payments.settle-cancel',
  lane: 'money',
  payload: z.object({ attemptId: z.string() }),
});
