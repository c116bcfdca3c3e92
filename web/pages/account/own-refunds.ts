import type { OwnPurchase } from '#web/api/purchases.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After a refund is done, banks may need this long; then it is only history. */
const TOLD_FOR_MS = 30 * DAY_MS;

export type OwnRefund = OwnPurchase['refunds'][number];

/** Refunds that a person still waits for, or that were done not long ago; newest first. */
export const refundsToTell = (purchases: readonly OwnPurchase[], nowMs: number): OwnRefund[] =>
  purchases
    .flatMap(({ refunds }) => refunds)
    .filter(({ state, at }) => state !== 'processed' || nowMs - Date.parse(at) < TOLD_FOR_MS)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

/** What "cancel and refund" does now: how much goes back, and until when other purchases still give access. */
export const cancellationOf = (
  purchases: readonly OwnPurchase[],
  nowMs: number,
): { refundInPaise: number; keptUntil: string | undefined } => {
  const standing = purchases.filter(({ status }) => ['paid', 'partly_refunded', 'being_checked'].includes(status));
  const isOpen = ({ refundableUntil }: OwnPurchase): boolean =>
    refundableUntil !== null && nowMs <= Date.parse(refundableUntil);
  const leftOf = ({ amountInPaise, refunds }: OwnPurchase): number =>
    amountInPaise - refunds.reduce((sum, refund) => sum + refund.amountInPaise, 0);
  const kept = standing
    .filter((purchase) => !isOpen(purchase))
    .flatMap(({ accessUntil }) => (accessUntil !== null && Date.parse(accessUntil) > nowMs ? [accessUntil] : []));
  return {
    refundInPaise: standing.filter(isOpen).reduce((sum, purchase) => sum + leftOf(purchase), 0),
    keptUntil: kept.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1),
  };
};

/** Whether a cancellation is under way whose money has not gone yet: there is nothing more to ask for. */
export const isBeingCancelled = (purchases: readonly OwnPurchase[], nowMs: number): boolean =>
  cancellationOf(purchases, nowMs).refundInPaise === 0 && purchases.some(({ status }) => status === 'refund_pending');

/** Where a refund is, in the buyer's words: never that the money has arrived, because nobody tells. */
export const refundWords: Record<OwnRefund['state'], { word: string; meaning: string }> = {
  requested: { word: 'requested', meaning: 'It starts as soon as the payment provider takes it.' },
  initiated: {
    word: 'initiated',
    meaning: 'It goes back the way you paid; your bank may take some days to show it.',
  },
  processed: {
    word: 'processed',
    meaning: 'The payment provider has sent it; your bank may take 5 to 7 working days to show it.',
  },
  delayed: {
    word: 'delayed',
    meaning:
      'It did not go through yet, and you are owed it: it is tried again or paid another way. Nothing is left for you to do.',
  },
};
