import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { type Coupon, CouponBody } from '#contract/billing/coupons.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { dayOf, endOfDay, startOfDay } from '#web/ui/text/days.ts';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';

/** What a coupon may be for: plans, and courses that are sold. */
export interface CouponTargets {
  plans: readonly { _id: string; name: string }[];
  courses: readonly { _id: string; title: string }[];
}

interface CouponDialogProps {
  /** The coupon that is changed, or copied into a new one. */
  from?: Coupon | undefined;
  isCopy?: boolean;
  targets: CouponTargets;
  onClose: () => void;
}

type Schema = ReturnType<typeof couponSchema>;
type CouponForm = ReturnType<typeof useContractForm<z.input<Schema>, z.output<Schema>, unknown>>;
type FieldsProps = Pick<CouponForm, 'form' | 'field'>;

function DiscountFields({ form, field }: FieldsProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const isPercent = form.watch('kind') === 'percent';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t`Discount`}>
        {(described) => (
          <select {...described} {...form.register('kind')} className="select h-12">
            <option value="percent">{t`Percent of the price`}</option>
            <option value="amount">{t`Amount`}</option>
          </select>
        )}
      </Field>
      <TextField
        label={isPercent ? t`Percent off` : t`${{ discount: currencySymbol }} off`}
        inputMode={isPercent ? 'numeric' : 'decimal'}
        autoComplete="off"
        required
        {...field('value', isPercent ? messages.coupons.badPercent : messages.coupons.badAmount)}
      />
    </div>
  );
}

const Limits = ({ form, field }: FieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`First day`}
          type="date"
          hint={t`Leave empty to start now`}
          {...field('startsOn', messages.coupons.incomplete)}
        />
        <TextField
          label={t`Last day`}
          type="date"
          hint={t`Leave empty for no end`}
          {...field('endsOn', messages.coupons.incomplete)}
        />
        <TextField
          label={t`Total uses`}
          inputMode="numeric"
          hint={t`Leave empty for no limit`}
          {...field('maxUses', messages.coupons.badLimit)}
        />
        <TextField
          label={t`Uses per person`}
          inputMode="numeric"
          hint={t`Leave empty for no limit`}
          {...field('maxUsesPerPerson', messages.coupons.badLimit)}
        />
      </div>
      <CheckField
        label={t`First purchase only`}
        hint={t`For people who have not bought before.`}
        {...form.register('isFirstPurchaseOnly')}
      />
    </>
  );
};

interface TargetsProps {
  label: string;
  kind: 'plan' | 'course';
  items: readonly (readonly [id: string, name: string])[];
}

const Targets = ({ label, kind, items }: TargetsProps) =>
  items.length === 0 ? null : (
    <optgroup label={label}>
      {items.map(([id, name]) => (
        <option key={id} value={`${kind} ${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
  );

export function CouponDialog({ from, isCopy = false, targets, onClose }: CouponDialogProps) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const changed = isCopy ? undefined : from;
  const { form, formError, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: couponSchema(timeZone),
    defaults: from
      ? { ...draftOf(from, timeZone), ...(isCopy ? { code: '', startsOn: '', endsOn: '' } : {}) }
      : newCoupon,
    messages: { error: messages.coupons.failed, incomplete: messages.coupons.incomplete },
    run: (body) =>
      changed
        ? call('PUT /admin/coupons/:couponId', { params: { couponId: changed._id }, body })
        : call('POST /admin/coupons', { body }),
    onSuccess: async (): Promise<void> => {
      await invalidate(queryClient, ['coupons']);
      onClose();
    },
  });
  return (
    <Sheet
      title={changed ? t`Edit ${changed.code}` : t({ message: 'Add a coupon', context: 'school' })}
      lead={
        <p className="px-5 pt-5 text-muted">
          {changed ? t`Purchases that have begun keep their price.` : t`Buyers enter the code at checkout.`}
        </p>
      }
      confirmLabel={t`Save coupon`}
      changeCount={Object.keys(form.formState.dirtyFields).length}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t({ message: 'Code', context: 'coupon' })}
        hint={t`Not case-sensitive`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-first=""
        required
        {...field('code', messages.coupons.badCode)}
      />
      <DiscountFields {...{ form, field }} />
      <Field
        label={t`Valid for`}
        hint={t`A coupon for a course is for the plans that open it, not for everything`}
        error={errorOf('validFor', messages.coupons.incomplete)}
      >
        {(described) => (
          <select {...described} {...form.register('validFor')} className="select h-12">
            <option value="">{t`All plans`}</option>
            <Targets label={t`One plan`} kind="plan" items={targets.plans.map(({ _id, name }) => [_id, name])} />
            <Targets
              label={t`One course`}
              kind="course"
              items={targets.courses.map(({ _id, title }) => [_id, title])}
            />
          </select>
        )}
      </Field>
      <Limits {...{ form, field }} />
    </Sheet>
  );
}

export const newCoupon = {
  code: '',
  kind: 'percent',
  value: '',
  /** Empty for all plans, or a kind and an id. */
  validFor: '',
  maxUses: '',
  maxUsesPerPerson: '1',
  startsOn: '',
  endsOn: '',
  isFirstPurchaseOnly: false,
};
type CouponDraft = typeof newCoupon;

const validForOf = ({ planId, courseId }: Coupon): string => {
  if (planId !== null) return `plan ${planId}`;
  return courseId === null ? '' : `course ${courseId}`;
};

const targetOf = (validFor: string) => {
  const [kind, id = null] = validFor.split(' ', 2);
  return { planId: kind === 'plan' ? id : null, courseId: kind === 'course' ? id : null };
};

/** A coupon as the form shows it. Its days are those of the school; the last one is the last on which it is accepted. */
export const draftOf = (coupon: Coupon, timeZone: string): CouponDraft => ({
  code: coupon.code,
  kind: coupon.percentOff === null ? 'amount' : 'percent',
  value: coupon.percentOff === null ? formatRupeeInput(coupon.amountOffInPaise ?? 0) : String(coupon.percentOff),
  validFor: validForOf(coupon),
  maxUses: coupon.maxUses?.toString() ?? '',
  maxUsesPerPerson: coupon.maxUsesPerPerson?.toString() ?? '',
  startsOn: coupon.startsAt === null ? '' : dayOf(coupon.startsAt, timeZone),
  endsOn: coupon.endsAt === null ? '' : dayOf(Date.parse(coupon.endsAt) - 1, timeZone),
  isFirstPurchaseOnly: coupon.isFirstPurchaseOnly,
});

const limit = z.string().transform((typed) => (typed.trim() === '' ? null : numberOf(typed)));

/** The schema of the form; the contract checks the result. */
export const couponSchema = (timeZone: string) =>
  z
    .object({
      code: CouponBody.shape.code,
      kind: z.string(),
      value: z.string(),
      validFor: z.string(),
      maxUses: limit.pipe(CouponBody.shape.maxUses.unwrap()),
      maxUsesPerPerson: limit.pipe(CouponBody.shape.maxUsesPerPerson.unwrap()),
      startsOn: z.string(),
      endsOn: z.string(),
      isFirstPurchaseOnly: z.boolean(),
    })
    .refine(({ kind, value }) => kind !== 'percent' || CouponBody.shape.percentOff.safeParse(numberOf(value)).success, {
      error: messages.coupons.badPercent,
      path: ['value'],
    })
    .refine(
      ({ kind, value }) =>
        kind !== 'amount' || CouponBody.shape.amountOffInPaise.safeParse(parseRupees(value) ?? 0).success,
      { error: messages.coupons.badAmount, path: ['value'] },
    )
    .refine(({ startsOn, endsOn }) => endsOn === '' || startsOn <= endsOn, {
      error: messages.coupons.endsBeforeStart,
      path: ['endsOn'],
    })
    .transform(({ kind, value, validFor, startsOn, endsOn, ...rest }) => ({
      ...rest,
      percentOff: kind === 'percent' ? numberOf(value) : null,
      amountOffInPaise: kind === 'amount' ? (parseRupees(value) ?? null) : null,
      ...targetOf(validFor),
      startsAt: startsOn === '' ? null : startOfDay(startsOn, timeZone),
      endsAt: endsOn === '' ? null : endOfDay(endsOn, timeZone),
    }));
