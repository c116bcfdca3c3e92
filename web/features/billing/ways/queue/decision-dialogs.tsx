import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { z } from 'zod';
import { ways } from '#contract/billing/ways.ts';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatRupeeInput } from '#web/features/billing/plans/rupee-input.ts';
import { ReceivedFields, receivedDraft, type ReceivedDraft } from '../received-fields.tsx';
import { CHANGED_BY_PAYMENTS, type Confirmation, type QueuedRequest } from './request-queries.ts';

interface DialogProps {
  request: QueuedRequest;
  onClose: () => void;
}

/** What really came, when, and from when the access counts. */
export function OtherAmountDialog({
  request,
  onConfirm,
  onClose,
}: DialogProps & { onConfirm: (confirmation: Confirmation) => void }) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { amountInPaise, statedInPaise, paidOn, warning, user } = request;
  // What was compared before this was opened, also when the buyer changes it under the dialog.
  const [{ way, reference }] = useState(request);
  const { form, formError, isBusy, onSubmit, field } = useContractForm<
    ReceivedDraft,
    z.output<ReturnType<typeof receivedDraft>>,
    void
  >({
    schema: receivedDraft(amountInPaise),
    defaults: {
      amountInPaise: formatRupeeInput(statedInPaise ?? amountInPaise),
      receivedOn: paidOn,
      accessFrom: 'received',
      reason: '',
    },
    messages: { success: '', error: '', incomplete: '' },
    run: async (received) => onConfirm({ ...received, isWarned: warning !== null, way, reference }),
  });
  return (
    <FormDialog
      title={t`What came from ${user.fullName}?`}
      lead={<p>{t`The price is ${formatMoney(amountInPaise, currencySymbol)}.`}</p>}
      confirmLabel={t`Confirm`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <ReceivedFields
        priceInPaise={amountInPaise}
        amount={form.watch('amountInPaise')}
        receivedOn={form.watch('receivedOn')}
        field={field}
      />
    </FormDialog>
  );
}

/** The buyer reads the reason. */
export function RefuseDialog({ request, onRefused, onClose }: DialogProps & { onRefused: () => void }) {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: ways.refuse.body,
    defaults: { reason: '' },
    messages: { error: t`The payment was not refused. Please try again.`, incomplete: messages.ways.reasonMissing },
    run: (body) => call('POST /admin/payment-requests/:requestId/refuse', { params: { requestId: request._id }, body }),
    onSuccess: () => {
      onClose();
      onRefused();
    },
    changes: CHANGED_BY_PAYMENTS,
  });
  return (
    <FormDialog
      title={t`Refuse the payment of ${request.user.fullName}?`}
      lead={<p>{t`Nothing opens. They read your reason, and may send it again.`}</p>}
      confirmLabel={t`Refuse`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea
        label={t`Reason`}
        rows={3}
        maxLength={500}
        required
        data-first=""
        {...field('reason', messages.ways.reasonMissing)}
      />
    </FormDialog>
  );
}
