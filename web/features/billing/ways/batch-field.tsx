import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import type { BatchChoice, CourseWithBatches } from '#contract/batches/batch-fields.ts';
import { batchChoicesQuery } from '#web/features/batches/batch-queries.ts';
import { daysOf } from '#web/features/batches/batch-words.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

/** A batch, with its course where there are several. */
type Choice = BatchChoice & { course: string | undefined };

/** The batches of these courses that a purchase of a plan can be for. */
export const useBatchesOf = (planId: string, courses: readonly CourseWithBatches[]): readonly Choice[] =>
  useQueries({ queries: courses.map(({ _id }) => batchChoicesQuery(_id)) }).flatMap(({ data }, index) =>
    (data?.batches ?? [])
      .filter((batch) => batch.planId === null || batch.planId === planId)
      .map((batch) => ({ ...batch, course: courses.length > 1 ? courses[index]?.title : undefined })),
  );

interface BatchFieldProps {
  batches: readonly Choice[];
  batchId: string | undefined;
  onChoose: (batchId: string | undefined) => void;
}

/** Which batch the person joins with the payment. */
export const BatchField = ({ batches, batchId = '', onChoose }: BatchFieldProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <Field label={t`Batch`} error={undefined}>
      {(described) => (
        <select
          className="select h-12"
          value={batchId}
          onChange={({ target }) => onChoose(target.value || undefined)}
          {...described}
        >
          <option value="">{t`No batch`}</option>
          {batches.map(({ _id, course, name, isFull, ...days }) => (
            <option key={_id} value={_id} disabled={isFull}>
              {[course, name, daysOf(days, language), isFull && t({ message: 'full', context: 'batch' })]
                .filter(Boolean)
                .join(', ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};
