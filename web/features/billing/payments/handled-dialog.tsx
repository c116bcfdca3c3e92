import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { sales } from '#contract/sales.ts';
import { invalidatePayments, paymentQuery } from '#web/features/billing/admin-billing-queries.ts';
import { call } from '#web/api/call.ts';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

interface HandledDialogProps {
  paymentId: string;
  onClose: () => void;
}

/** Removes a payment from the to-do list, with a reason. */
export function HandledDialog({ paymentId, onClose }: HandledDialogProps) {
  const queryClient = useQueryClient();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: sales.markHandled.body,
    defaults: { reason: '' },
    messages: {
      error: 'The payment could not be marked as resolved. Please try again.',
      incomplete: messages.admin.reasonMissing,
    },
    run: (body) => call('POST /admin/payments/:paymentId/handled', { params: { paymentId }, body }),
    onSuccess: async (response): Promise<void> => {
      queryClient.setQueryData(paymentQuery(paymentId).queryKey, response);
      onClose();
      await invalidatePayments(queryClient);
    },
  });
  return (
    <FormDialog
      title="Mark this payment as resolved?"
      lead={<p>It leaves the to-do list. No money moves and access does not change.</p>}
      confirmLabel="Mark as resolved"
      cancelLabel="Cancel"
      {...{ formError, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextArea
        label="What was done"
        rows={2}
        maxLength={500}
        required
        data-first=""
        {...field('reason', 'Enter what was done')}
      />
    </FormDialog>
  );
}
