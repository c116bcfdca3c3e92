import { useQueries, useQuery } from '@tanstack/react-query';
import type { CourseWithBatches } from '#contract/batches/batch-fields.ts';
import type { CallOptions } from '#web/api/call.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { openParts, sumOfMissing } from '#web/features/billing/parts/part-words.ts';
import { partsOfQuery } from '#web/features/billing/parts/parts-queries.ts';

/** What a recorded payment is for: later parts of a purchase, a plan, or its first part. */
export interface Item {
  key: string;
  name: string;
  priceInPaise: number;
  /** Those whose batches can be joined with it. */
  courses: readonly CourseWithBatches[];
  order: Pick<CallOptions<'POST /admin/people/:userId/payments'>['body'], 'planId' | 'inParts' | 'partsOf'>;
}

/** Later parts take any amount, the oldest first. */
export const takesAnyAmount = ({ order }: Item): boolean => order.partsOf !== undefined;

/** By the price that an amount is compared with. */
export const expectedOf = (item: Item, cameInPaise: number): number =>
  takesAnyAmount(item) ? Math.min(cameInPaise, item.priceInPaise) : item.priceInPaise;

/** Empty until they are loaded; what is owed comes first. `inParts` are the first payments of purchases in parts. */
export const useItems = (inParts: readonly string[]): readonly Item[] => {
  const { data } = useQuery(adminPlansQuery());
  const owed = useQueries({ queries: inParts.map((paymentId) => partsOfQuery(paymentId)) });
  if (!data || owed.some(({ isPending }) => isPending)) return [];
  const later = owed.flatMap(({ data: parts }) => {
    const { purchase } = parts ?? {};
    const [next] = openParts(purchase?.parts ?? []);
    if (!purchase || !next) return [];
    const { paymentId, planId, planName } = purchase;
    return {
      key: paymentId,
      name: `${planName}, part ${next.n} of ${purchase.parts.length}`,
      priceInPaise: sumOfMissing([next]),
      courses: [],
      order: { planId, partsOf: paymentId },
    };
  });
  const plans = data.plans
    .filter(({ priceInPaise }) => priceInPaise > 0)
    .flatMap(({ _id: planId, name, priceInPaise, parts, opens }) => {
      const courses = data.coursesWithBatches.filter(
        ({ _id }) => opens === 'everything' || opens.courseIds.includes(_id),
      );
      const whole = { key: planId, name, priceInPaise, courses, order: { planId } };
      const [first] = parts?.list ?? [];
      if (!parts || !first) return [whole];
      const inFirst = { key: `${planId} in parts`, name: `${name}, part 1 of ${parts.list.length}` };
      return [whole, { ...inFirst, priceInPaise: first.amountInPaise, courses, order: { planId, inParts: true } }];
    });
  return [...later, ...plans];
};
