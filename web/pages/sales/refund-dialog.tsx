import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { sales } from '#contract/sales.ts';
import { call } from '#web/api/call.ts';
import { type PaymentDetail, paymentDetailQuery } from '#web/api/sales.ts';
import { TextArea, TextField } from '#web/components/fields.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';
import { asTyped, paiseIn } from '#web/pages/sales/rupees.ts';

const SMALLEST_IN_PAISE = 100;
const { admin } = messages;

/** The amount is checked here too, so that the question names the very sum that goes back. */
const draftOf = (mostInPaise: number) =>
  z.object({
    amount: z
      .string()
      .refine((typed) => (paiseIn(typed) ?? 0) >= SMALLEST_IN_PAISE, admin.refundTooSmall)
      .refine((typed) => (paiseIn(typed) ?? 0) <= mostInPaise, admin.refundTooLarge),
    reason: sales.refund.body.shape.reason,
  });

interface RefundDialogProps {
  payment: PaymentDetail;
  onClose: () => void;
}

/** Asks how much goes back and why. While it runs nothing can be pressed; the server takes each request once. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { currencySymbol } = useSite();
  const queryClient = useQueryClient();
  const { paymentId, refundableInPaise } = payment;
  const { form, complaint, isBusy, onSubmit, field } = useContractForm({
    schema: draftOf(refundableInPaise),
    defaults: { amount: asTyped(refundableInPaise), reason: '' },
    sentences: {
      loading: 'Asking for the refund...',
      success: admin.refundInitiated,
      error: 'The refund could not be asked for. Nothing was sent twice: please try again.',
      incomplete: admin.reasonMissing,
    },
    run: ({ amount, reason }) => {
      const amountInPaise = paiseIn(amount);
      const isPart = amountInPaise !== undefined && amountInPaise < refundableInPaise;
      return call('POST /admin/payments/:paymentId/refund', {
        params: { paymentId },
        body: { reason, ...(isPart ? { amountInPaise } : {}) },
      });
    },
    onSuccess: async (answer): Promise<void> => {
      queryClient.setQueryData(paymentDetailQuery(paymentId).queryKey, answer);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['sales'] });
      await queryClient.invalidateQueries({ queryKey: ['notices'] });
      await queryClient.invalidateQueries({ queryKey: ['payments'] });
    },
  });
  const asked = paiseIn(form.watch('amount')) ?? refundableInPaise;
  return (
    <FormDialog
      title={`Refund ${formatMoney(asked, currencySymbol)} to ${payment.userName ?? payment.userEmail ?? 'the payer'}?`}
      lead={<WhatHappens payment={payment} isPart={asked < refundableInPaise} />}
      confirm="Initiate refund"
      refuse="Keep the payment"
      isHard
      {...{ complaint, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label={`Amount in ${currencySymbol}`}
        inputMode="decimal"
        autoComplete="off"
        hint={`At most ${formatMoney(refundableInPaise, currencySymbol)}`}
        {...field('amount', admin.refundTooSmall)}
      />
      <TextArea
        label="Reason"
        rows={2}
        maxLength={500}
        required
        data-first=""
        hint="It stays with the payment, for whoever looks later."
        {...field('reason', 'Write the reason')}
      />
    </FormDialog>
  );
}

function WhatHappens({ payment, isPart }: { payment: PaymentDetail; isPart: boolean }) {
  const { timeZone } = useSite();
  const { isInRefundWindow, refundableUntil } = payment;
  return (
    <>
      <p>
        {isPart ? (
          'A part goes back and the access stays as it is.'
        ) : (
          <>
            <strong className="font-semibold text-base-content">The access of this purchase ends at once</strong> and
            the money goes back the way it was paid.
          </>
        )}{' '}
        The bank may take some days to show it; the provider keeps its fee.
      </p>
      {!isInRefundWindow && refundableUntil && (
        <p>
          The refund window ended on {formatDay(refundableUntil, timeZone)}: this refund is the school’s own choice.
        </p>
      )}
    </>
  );
}
