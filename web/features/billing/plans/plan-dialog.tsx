import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Info } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { Price } from '#web/features/billing/plan-terms.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import {
  draftOf,
  isFreeDraft,
  makesVersion,
  mayBeInParts,
  mayRenew,
  newPlan,
  type PlanDraft,
  planSchema,
  renews,
  shownLengthOf,
  toBody,
} from './plan-draft.ts';
import { PartsFields } from './parts-fields.tsx';
import { OpensFields } from './plan-opens.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The plan as buyers see it, while it is typed. */
function Preview({ draft }: { draft: PlanDraft }) {
  const language = useLanguage();
  const { t } = useLingui();
  const { priceInPaise, refundDays, term, parts } = toBody(draft);
  const isFree = priceInPaise === 0;
  const benefits = [
    ...(draft.opens.kind === 'everything'
      ? [t`Every lecture in every course`, t`New courses as they are published`]
      : [t`Every lecture in ${plural(draft.opens.courseIds.length, { one: '# course', other: '# courses' })}`]),
    ...(refundDays > 0 ? [t`100% refund within ${plural(refundDays, { one: '# day', other: '# days' })}`] : []),
  ];
  return (
    <div inert aria-hidden="true" className="overflow-hidden bg-base-300 p-5">
      <div className="surface mx-auto max-w-72 p-5 shadow-lift">
        <p className="font-semibold wrap-anywhere">{draft.name || t`Name`}</p>
        {isFree ? (
          <p className="font-display pt-2 text-5xl leading-none font-medium">
            <Trans>Free</Trans>
          </p>
        ) : (
          <Price amountInPaise={priceInPaise || 0} className="mt-1 text-5xl" />
        )}
        <p className="meta mt-2">
          <Trans>Access {shownLengthOf(term, language)}.</Trans>{' '}
          {isFree
            ? t`Free with an account.`
            : renews(draft)
              ? t`Renews automatically.`
              : parts
                ? t`Pay once or in ${plural(parts.list.length, { one: '# part', other: '# parts' })}.`
                : t`Pay once.`}
        </p>
        <ul className="mt-3 space-y-1.5 text-sm">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex gap-2">
              <Check size={16} className="mt-1 shrink-0 text-success" />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The first message of errors that are nested as their fields are. */
const firstMessageIn = (errors: unknown): string | undefined => {
  if (typeof errors !== 'object' || errors === null) return undefined;
  if ('message' in errors && typeof errors.message === 'string') return errors.message;
  for (const [name, error] of Object.entries(errors)) {
    const message = name === 'ref' ? undefined : firstMessageIn(error);
    if (message !== undefined) return message;
  }
  return undefined;
};

interface PlanDialogProps {
  /** The plan that is changed; a new one without it. */
  plan?: AdminPlan | undefined;
  onClose: () => void;
}

const usePlanForm = ({ plan, onClose }: PlanDialogProps) => {
  const queryClient = useQueryClient();
  const refreshSite = useRefreshSite();
  return useContractForm({
    schema: planSchema,
    defaults: plan ? draftOf(plan) : newPlan,
    messages: { error: messages.plans.failed, incomplete: messages.plans.incomplete },
    run: (body) =>
      plan
        ? call('PUT /admin/plans/:planId', { params: { planId: plan._id }, body })
        : call('POST /admin/plans', { body }),
    onSuccess: async (): Promise<void> => {
      await Promise.all([refreshSite(), invalidate(queryClient, ['plans'])]);
      onClose();
    },
  });
};

type PlanForm = Pick<ReturnType<typeof usePlanForm>, 'field' | 'form' | 'errorOf'>;

function PlanSwitches({ form }: Pick<PlanForm, 'form'>) {
  const { t } = useLingui();
  return (
    <>
      {mayRenew(form.watch()) && (
        <CheckField
          label={t`Renews automatically`}
          hint={t`Charged automatically each term until cancelled.`}
          {...form.register('isRenewing')}
        />
      )}
      <CheckField
        label={t`Show on the site`}
        hint={t`Off: only people with the link can buy it.`}
        {...form.register('isVisible')}
      />
    </>
  );
}

const RefundField = ({ field }: Pick<PlanForm, 'field'>) => {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Refund within, in days`}
      inputMode="numeric"
      autoComplete="off"
      hint={t`0: no refund`}
      required
      {...field('refundDays', messages.plans.refundDaysMissing)}
    />
  );
};

/** A length with its unit, or the last day. */
function TermFields({ field, form, errorOf }: PlanForm) {
  const { t } = useLingui();
  const unit = form.watch('term.unit');
  return (
    <>
      {unit === 'until' ? (
        <TextField
          label={t`Last day`}
          type="date"
          hint={t`Until its end, whenever people buy. It is not sold later.`}
          required
          {...field('term.date', messages.plans.dateMissing)}
        />
      ) : (
        <TextField
          label={t`Access for`}
          inputMode="numeric"
          autoComplete="off"
          disabled={unit === 'lifetime'}
          {...field('term.count', messages.plans.termMissing)}
        />
      )}
      <Field label={t`Unit`} error={errorOf('term.unit', messages.plans.termMissing)}>
        {(described) => (
          <select {...described} {...form.register('term.unit')} className="select h-12">
            <option value="day">
              <Trans>days</Trans>
            </option>
            <option value="month">
              <Trans>months</Trans>
            </option>
            <option value="year">
              <Trans>years</Trans>
            </option>
            <option value="lifetime">
              <Trans>a lifetime</Trans>
            </option>
            <option value="until">
              <Trans>until a date</Trans>
            </option>
          </select>
        )}
      </Field>
    </>
  );
}

function PlanFields({ field, form, errorOf }: PlanForm) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  return (
    <>
      <TextField
        label={t`Name`}
        autoComplete="off"
        data-first=""
        required
        {...field('name', messages.plans.nameMissing)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Price in ${currencySymbol}`}
          inputMode="decimal"
          autoComplete="off"
          hint={isFreeDraft(form.watch()) ? t`Free with an account` : t`0 makes it free. Taxes included.`}
          required
          {...field('priceInPaise', messages.plans.priceMissing)}
        />
        <TextField
          label={t`Compare-at price in ${currencySymbol}`}
          inputMode="decimal"
          autoComplete="off"
          hint={t`Optional`}
          {...field('comparePriceInPaise', messages.plans.priceMissing)}
        />
        <TermFields {...{ field, form, errorOf }} />
      </div>
      {!isFreeDraft(form.watch()) && <RefundField field={field} />}
    </>
  );
}

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { t } = useLingui();
  const { form, formError, isBusy, onSubmit, field, errorOf } = usePlanForm({ plan, onClose });
  const draft = form.watch();
  return (
    <Sheet
      title={plan ? t`Edit ${plan.name}` : t`Add a plan`}
      lead={<Preview draft={draft} />}
      confirmLabel={t`Save plan`}
      changeCount={Object.keys(form.formState.dirtyFields).length}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <PlanFields {...{ form, field, errorOf }} />
      {!plan?.isDefault && (
        <OpensFields
          plan={plan}
          value={draft.opens}
          error={errorOf('opens.courseIds', messages.plans.coursesMissing)}
          onChange={(opens) =>
            form.setValue('opens', opens, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
      )}
      {mayBeInParts(draft) && (
        <PartsFields
          value={draft.parts}
          priceInPaise={toBody(draft).priceInPaise || 0}
          error={firstMessageIn(form.formState.errors.parts)}
          onChange={(parts) =>
            form.setValue('parts', parts, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
      )}
      <PlanSwitches form={form} />
      {plan && makesVersion(plan, draft) && (
        <output className="rounded-box bg-base-200 flex gap-3 p-4 text-sm">
          <Info size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          <span>
            <Trans>
              This makes version {(plan.versions[0]?.number ?? 0) + 1}.{' '}
              <Plural value={plan.members} one="# member keeps" other="# members keep" /> the price, the length and the
              refund window they bought.
            </Trans>
          </span>
        </output>
      )}
    </Sheet>
  );
}
