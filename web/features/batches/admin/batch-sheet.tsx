import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod';
import { BatchBody, type ManagedBatch } from '#contract/batches/batch-fields.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { opensCourse, opensEverything } from '#web/features/billing/plan-terms.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';

const words = messages.batches;

const orNull = (typed: string): string | null => (typed === '' ? null : typed);

/** The fields as they are typed; the contract checks the result. */
const batchSchema = z
  .object({
    name: z.string(),
    startsOn: z.string(),
    endsOn: z.string(),
    places: z.string(),
    joinUntil: z.string(),
    planId: z.string(),
    afterEnd: z.enum(['open', 'closed']),
    showsPlaces: z.boolean(),
  })
  .transform(({ places, joinUntil, planId, ...rest }): z.input<typeof BatchBody> => ({
    ...rest,
    places: places.trim() === '' ? null : numberOf(places),
    joinUntil: orNull(joinUntil),
    planId: orNull(planId),
  }))
  .pipe(BatchBody);

type BatchDraft = z.input<typeof batchSchema>;

const newBatch: BatchDraft = {
  name: '',
  startsOn: '',
  endsOn: '',
  places: '',
  joinUntil: '',
  planId: '',
  afterEnd: 'open',
  showsPlaces: true,
};

const draftOf = (batch: ManagedBatch): BatchDraft => ({
  name: batch.name,
  startsOn: batch.startsOn,
  endsOn: batch.endsOn,
  places: batch.places?.toString() ?? '',
  // The first day is what it is without one.
  joinUntil: batch.joinUntil === batch.startsOn ? '' : batch.joinUntil,
  planId: batch.planId ?? '',
  afterEnd: batch.afterEnd,
  showsPlaces: batch.showsPlaces,
});

interface BatchSheetProps {
  courseId: string;
  /** The batch that is changed; a new one without it. */
  batch?: ManagedBatch | undefined;
  onClose: () => void;
}

const useBatchForm = ({ courseId, batch, onClose }: BatchSheetProps) => {
  return useContractForm({
    schema: batchSchema,
    defaults: batch ? draftOf(batch) : newBatch,
    messages: { error: messages.fields.notSaved, incomplete: words.nameMissing },
    run: (body) =>
      batch
        ? call('PUT /courses/:courseId/batches/:batchId', { params: { courseId, batchId: batch._id }, body })
        : call('POST /courses/:courseId/batches', { params: { courseId }, body }),
    onSuccess: onClose,
    changes: ['batches', 'courses'],
  });
};

type BatchForm = Pick<ReturnType<typeof useBatchForm>, 'form' | 'field' | 'errorOf'>;

const DayFields = ({ field }: Pick<BatchForm, 'field'>) => {
  const { t } = useLingui();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={t`First day`} type="date" required {...field('startsOn', words.dayMissing)} />
      <TextField label={t`Last day`} type="date" required {...field('endsOn', words.dayMissing)} />
      <TextField
        label={t`Join until`}
        type="date"
        hint={t`Leave empty for the first day`}
        {...field('joinUntil', words.dayMissing)}
      />
      <TextField
        label={t`Places`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Leave empty for no limit`}
        {...field('places', words.placesMissing)}
      />
    </div>
  );
};

function PlanField({ courseId, form, errorOf }: BatchForm & { courseId: string }) {
  const { t } = useLingui();
  const plans = useSite().plans.filter((plan) => opensEverything(plan) || opensCourse(plan, courseId));
  const planId = form.getValues('planId');
  const isHidden = planId !== '' && plans.every(({ _id }) => _id !== planId);
  return (
    <Field label={t`For buyers of`} error={errorOf('planId', words.planElsewhere)}>
      {(described) => (
        <select {...described} {...form.register('planId')} className="select h-12">
          <option value="">
            <Trans>Any plan that opens the course</Trans>
          </option>
          {plans.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          {isHidden && (
            <option value={planId}>
              <Trans>Another plan</Trans>
            </option>
          )}
        </select>
      )}
    </Field>
  );
}

/** Makes a batch, or changes one. */
export function BatchSheet(props: BatchSheetProps) {
  const { t } = useLingui();
  const { courseId, batch, onClose } = props;
  const { form, formError, isBusy, onSubmit, field, errorOf } = useBatchForm(props);
  return (
    <Sheet
      title={batch ? t`Edit ${batch.name}` : t`New batch`}
      lead={
        <p className="px-5 pt-5 text-muted">
          {batch && batch.members > 0
            ? t`A later end makes the access of its members longer. An earlier one does not shorten it.`
            : t`The lectures open to its members on the first day.`}
        </p>
      }
      confirmLabel={t`Save batch`}
      changeCount={Object.keys(form.formState.dirtyFields).length}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        placeholder={t`December 2026`}
        data-first=""
        required
        {...field('name', words.nameMissing)}
      />
      <DayFields field={field} />
      <PlanField {...{ courseId, form, field, errorOf }} />
      <Field label={t`After the last day`} error={errorOf('afterEnd', words.keepsOpen)}>
        {(described) => (
          <select {...described} {...form.register('afterEnd')} className="select h-12">
            <option value="open">
              <Trans>The lectures stay open</Trans>
            </option>
            <option value="closed">
              <Trans>The lectures close</Trans>
            </option>
          </select>
        )}
      </Field>
      <CheckField
        label={t`Show how many places are left`}
        hint={t`On the page of the course.`}
        {...form.register('showsPlaces')}
      />
    </Sheet>
  );
}
