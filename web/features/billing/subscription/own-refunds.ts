import type { OwnPurchase } from '#web/features/billing/purchase-queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A processed refund may take this long to arrive. */
const SHOWN_FOR_MS = 30 * DAY_MS;

export type OwnRefund = OwnPurchase['refunds'][number];

/** Refunds that are open or recent, newest first. */
export const visibleRefunds = (purchases: readonly OwnPurchase[], nowMs: number): OwnRefund[] =>
  purchases
    .flatMap(({ refunds }) => refunds)
    .filter(({ state, at }) => state !== 'processed' || nowMs - Date.parse(at) < SHOWN_FOR_MS)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

/** The provider never reports that a refund has arrived, so these texts do not claim it. */
export const refundLabels: Record<OwnRefund['state'], { label: string; meaning: string }> = {
  requested: { label: 'requested', meaning: 'It starts as soon as the payment provider accepts it.' },
  initiated: {
    label: 'initiated',
    meaning: 'It goes to your original payment method. Your bank may take a few days to show it.',
  },
  processed: {
    label: 'processed',
    meaning: 'The payment provider has sent it. Your bank may take 5 to 7 working days to show it.',
  },
  delayed: {
    label: 'delayed',
    meaning: 'It has not gone through yet. It will be retried or paid another way. You don’t need to do anything.',
  },
};
