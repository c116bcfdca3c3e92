import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ways } from '#contract/billing/ways.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { Reference } from '#contract/billing/way-reference.ts';
import { formatMoney } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { type Payment, paymentQuery } from '#web/features/billing/billing-queries.ts';
import { PaidBackFields } from '#web/features/billing/ways/way-buttons.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';

interface DialogProps {
  payment: Payment;
  onClose: () => void;
}

const CHANGES = ['payments', 'people', 'notices', 'attention', 'overview'] as const;

const useShown = ({ payment: { paymentId }, onClose }: DialogProps) => {
  const queryClient = useQueryClient();
  return (response: { success: true; message: string; payment: Payment }): void => {
    queryClient.setQueryData(paymentQuery(paymentId).queryKey, response);
    onClose();
  };
};

/** A payment that did not stay: nothing comes back, and its reference counts again. */
export function ReverseDialog(props: DialogProps) {
  const { payment, onClose } = props;
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const amount = formatMoney(payment.amountInPaise, currencySymbol);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: ways.reverse.body,
    defaults: { reason: '' },
    messages: { error: t`The payment was not reversed. Please try again.`, incomplete: messages.ways.reasonMissing },
    run: (body) => call('POST /admin/payments/:paymentId/reverse', { params: { paymentId: payment.paymentId }, body }),
    onSuccess: useShown(props),
    changes: CHANGES,
  });
  return (
    <FormDialog
      title={payment.userName ? t`Reverse ${amount} of ${payment.userName}?` : t`Reverse ${amount} of this buyer?`}
      lead={
        <p>
          <Trans>
            <strong className="font-semibold text-base-content">Access from this purchase ends immediately.</strong> For
            a bounced cheque, or a payment recorded for the wrong person. No money is refunded. The payment stays listed
            with your reason.
          </Trans>
        </p>
      }
      confirmLabel={t`Reverse`}
      isDestructive
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea
        label={t`Reason`}
        rows={2}
        maxLength={500}
        required
        data-first=""
        {...field('reason', messages.ways.reasonMissing)}
      />
    </FormDialog>
  );
}

/** Says how an owed refund was paid back. */
export function PaidBackDialog({ refundId, ...props }: DialogProps & { refundId: string }) {
  const { t } = useLingui();
  const { payment, onClose } = props;
  const [way, setWay] = useState<OwnWay>(payment.way === 'online' ? 'bank' : payment.way);
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: z.object({ reference: Reference }),
    defaults: { reference: '' },
    messages: { error: messages.fields.notSaved, incomplete: messages.ways.referenceMissing },
    run: ({ reference }) =>
      call('POST /admin/payments/:paymentId/paid-back', {
        params: { paymentId: payment.paymentId },
        body: { refundId, way, reference },
      }),
    onSuccess: useShown(props),
    changes: CHANGES,
  });
  return (
    <FormDialog
      title={t`How did you pay it back?`}
      lead={<p>{t`It is stored with the refund, and the buyer sees it.`}</p>}
      confirmLabel={t`Save`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <PaidBackFields way={way} onWay={setWay} {...field('reference', '')} />
    </FormDialog>
  );
}
