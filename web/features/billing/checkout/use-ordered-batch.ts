import { useQuery } from '@tanstack/react-query';
import { keptUntilDay } from '#contract/batches/batch-days.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { batchChoicesQuery } from '#web/features/batches/batch-queries.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';

/** The batch that the address names, of the course that the plan opens or whose page led here. */
export const useOrderedBatch = ({ opens, term }: Plan, batchId: string | null) => {
  const [only] = opens !== 'everything' && opens.courseIds.length === 1 ? opens.courseIds : [];
  const courseId = only ?? wantedCourse();
  const { data } = useQuery({
    ...batchChoicesQuery(courseId ?? ''),
    enabled: batchId !== null && courseId !== undefined,
  });
  const batch = data?.batches.find(({ _id }) => _id === batchId);
  return {
    id: batchId ?? undefined,
    courseId,
    batch,
    /** The last day of access with it, where that is not the plan's own. */
    keptUntil: batch?.afterEnd === 'open' ? keptUntilDay(batch.endsOn, term) : undefined,
    /** It cannot be joined any more. */
    isGone: data !== undefined && (batch === undefined || batch.isFull),
  };
};
export type OrderedBatch = ReturnType<typeof useOrderedBatch>;
