import { useQuery } from '@tanstack/react-query';
import type { PartToPay } from '#contract/billing/part-fields.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { couponPriceQuery } from '#web/features/billing/billing-queries.ts';
import { useOrderAddress } from '#web/features/billing/checkout/checkout-queries.ts';

/** Whether a plan is bought in parts, which the address says, and the parts of this buyer and day; none where it is not offered. */
export const usePartsChoice = (
  plan: Plan,
  { couponCode, totalInPaise }: { couponCode: string | undefined; totalInPaise: number },
  isGift: boolean,
) => {
  const { named, rename } = useOrderAddress();
  const isOffered = plan.parts !== null && !isGift;
  const { data } = useQuery({ ...couponPriceQuery(plan._id, couponCode ?? ''), enabled: isOffered });
  const parts: readonly PartToPay[] = (isOffered && data?.parts) || [];
  const inParts = parts.length > 0 && named('parts') !== null;
  return {
    parts,
    inParts,
    /** What is paid now. */
    nowInPaise: (inParts ? parts[0]?.amountInPaise : undefined) ?? totalInPaise,
    chooseParts: (isChosen: boolean): void => rename('parts', isChosen ? 'yes' : undefined),
  };
};

export type PartsChosen = ReturnType<typeof usePartsChoice>;
