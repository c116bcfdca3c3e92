import { Trans, useLingui } from '@lingui/react/macro';
import type { Part, PurchaseInParts } from '#contract/billing/part-fields.ts';
import { partMessages } from '#contract/billing/part-messages.ts';
import { parts as endpoints } from '#contract/billing/parts.ts';
import { DAY_MS } from '#contract/durations.ts';
import { formatCalendarDay, formatMoney } from '#contract/format.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { CHANGED_BY_PARTS } from './parts-queries.ts';
import { useLocale } from '#web/ui/language/language.tsx';

interface DecisionProps {
  purchase: Pick<PurchaseInParts, 'paymentId' | 'planName'>;
  part: Part;
  onClose: () => void;
}

const nextDay = (day: string): string => dayOf(Date.parse(`${day}T12:00:00Z`) + DAY_MS, 'UTC');

/** A later day, with the reason. */
export function PostponeDialog({ purchase: { paymentId, planName }, part, onClose }: DecisionProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currencySymbol } = useSite();
  const { n, dueOn, missingInPaise } = part;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: endpoints.postpone.body,
    defaults: { n, until: '', reason: '' },
    messages: { error: t`The part was not postponed. Please try again.`, incomplete: partMessages.reasonMissing },
    run: (body) => call('POST /admin/parts/:paymentId/postpone', { params: { paymentId }, body }),
    onSuccess: () => onClose(),
    changes: CHANGED_BY_PARTS,
  });
  return (
    <FormDialog
      title={t`Postpone part ${n}?`}
      lead={
        <p>
          <Trans>
            {{ amount: formatMoney(missingInPaise, currencySymbol) }} of {planName}, due{' '}
            {{ day: formatCalendarDay(dueOn, locale) }}. Access that was paused for it comes back.
          </Trans>
        </p>
      }
      confirmLabel={t`Postpone`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Promised for`}
        type="date"
        min={nextDay(dueOn)}
        required
        data-first=""
        {...field('until', partMessages.dayMissing)}
      />
      <TextArea label={t`Reason`} rows={2} maxLength={500} required {...field('reason', partMessages.reasonMissing)} />
    </FormDialog>
  );
}

/** It is not owed any more. */
export function WriteOffDialog({ purchase: { paymentId, planName }, part, onClose }: DecisionProps) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { n, missingInPaise } = part;
  const amount = formatMoney(missingInPaise, currencySymbol);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: endpoints.writeOff.body,
    defaults: { n, reason: '' },
    messages: { error: t`The part was not written off. Please try again.`, incomplete: partMessages.reasonMissing },
    run: (body) => call('POST /admin/parts/:paymentId/write-off', { params: { paymentId }, body }),
    onSuccess: () => onClose(),
    changes: CHANGED_BY_PARTS,
  });
  return (
    <FormDialog
      title={t`Write off part ${n}?`}
      lead={
        <p>
          <Trans>
            {amount} of {planName} is not owed any more. Access that was paused for it comes back.
          </Trans>
        </p>
      }
      confirmLabel={t`Write off ${amount}`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea
        label={t`Reason`}
        rows={2}
        maxLength={500}
        required
        data-first=""
        {...field('reason', partMessages.reasonMissing)}
      />
    </FormDialog>
  );
}
