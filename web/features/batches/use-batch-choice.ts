import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch, BatchChoice } from '#contract/batches/batch-fields.ts';
import { batchChoicesQuery } from './batch-queries.ts';

/** The batches of a course that may be chosen with a plan, and what of them is chosen. */
export interface ChoiceOfBatch {
  batches: readonly BatchChoice[];
  /** The batch that the learner is in. */
  mine: Batch | undefined;
  chosen: BatchChoice | undefined;
  choose: (batchId: string) => void;
}

/** The first one that has a place is chosen until another is. Nothing is asked about a course without batches. */
export const useBatchChoice = (courseId: string, hasBatches: boolean, planId: string | undefined): ChoiceOfBatch => {
  const [chosenId, choose] = useState<string>();
  const { data } = useQuery({ ...batchChoicesQuery(courseId), enabled: hasBatches });
  const batches = (data?.batches ?? []).filter((batch) => batch.planId === null || batch.planId === planId);
  const free = batches.filter(({ isFull }) => !isFull);
  return {
    batches,
    mine: data?.mine ?? undefined,
    chosen: free.find(({ _id }) => _id === chosenId) ?? free[0],
    choose,
  };
};
