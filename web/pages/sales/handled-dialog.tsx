import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { sales } from '#contract/sales.ts';
import { call } from '#web/api/call.ts';
import { paymentDetailQuery } from '#web/api/sales.ts';
import { TextArea } from '#web/components/fields.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';

interface HandledDialogProps {
  paymentId: string;
  onClose: () => void;
}

/** Takes a payment off the to-do list, with what was done about it. */
export function HandledDialog({ paymentId, onClose }: HandledDialogProps) {
  const queryClient = useQueryClient();
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: sales.markHandled.body,
    defaults: { reason: '' },
    sentences: {
      error: 'The payment stays on the list. Please try again.',
      incomplete: messages.admin.reasonMissing,
    },
    run: (body) => call('POST /admin/payments/:paymentId/handled', { params: { paymentId }, body }),
    onSuccess: async (answer): Promise<void> => {
      queryClient.setQueryData(paymentDetailQuery(paymentId).queryKey, answer);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['sales'] });
      await queryClient.invalidateQueries({ queryKey: ['notices'] });
    },
  });
  return (
    <FormDialog
      title="Take this payment off the list?"
      lead={<p>Nothing else changes: no money moves and access stays as it is.</p>}
      confirm="It is settled"
      refuse="Keep it on the list"
      {...{ complaint, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextArea
        label="What was done"
        rows={2}
        maxLength={500}
        required
        data-first=""
        {...field('reason', 'Write what was done')}
      />
    </FormDialog>
  );
}
