import { useQueries } from '@tanstack/react-query';
import type { BatchChoice } from '#contract/batches/batch-fields.ts';
import { batchChoicesQuery } from '#web/features/batches/batch-queries.ts';
import { daysOf } from '#web/features/batches/batch-words.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import type { Item } from './recorded-items.ts';

/** The batches that a purchase can be for. */
export const useBatchesOf = ({ order: { planId }, courseIds }: Item): readonly BatchChoice[] =>
  useQueries({ queries: courseIds.map((courseId) => batchChoicesQuery(courseId)) })
    .flatMap(({ data }) => data?.batches ?? [])
    .filter((batch) => batch.planId === null || batch.planId === planId);

interface BatchFieldProps {
  batches: readonly BatchChoice[];
  batchId: string | undefined;
  onChoose: (batchId: string | undefined) => void;
}

/** Which batch the person joins with the payment. */
export const BatchField = ({ batches, batchId = '', onChoose }: BatchFieldProps) => (
  <Field label="Batch" error={undefined}>
    {(described) => (
      <select
        className="select h-12"
        value={batchId}
        onChange={({ target }) => onChoose(target.value || undefined)}
        {...described}
      >
        <option value="">No batch</option>
        {batches.map(({ _id, name, isFull, ...days }) => (
          <option key={_id} value={_id} disabled={isFull}>
            {[name, daysOf(days), isFull && 'full'].filter(Boolean).join(', ')}
          </option>
        ))}
      </select>
    )}
  </Field>
);
