import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#web/api/call.ts';
import { messages } from '#contract/messages.ts';
import { formatRupeeInput } from '#web/features/billing/plans/rupee-input.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { sendPicture } from './send-picture.ts';
import { StatementFields } from './statement-fields.tsx';
import { type Statement, type StatementDraft, statementOf } from './statement.ts';
import type { OwnRequest } from './ways-queries.ts';

/** Corrects what was said of a payment that waits; the price stays. */
export default function ChangeRequest({ request, onClose }: { request: OwnRequest; onClose: () => void }) {
  const { t } = useLingui();
  const { _id: requestId, way, planId, amountInPaise, statedInPaise, reference, paidOn, hasPicture } = request;
  const contractForm = useContractForm<StatementDraft, Statement, unknown>({
    schema: statementOf(way),
    defaults: { reference, paidOn, amount: formatRupeeInput(statedInPaise ?? amountInPaise), picture: undefined },
    messages: {
      success: t`Saved`,
      error: messages.fields.notChanged,
      incomplete: messages.ways.referenceMissing,
    },
    run: async ({ picture, amount, ...said }) => {
      await call('POST /payments/requests', {
        body: { planId, way, ...said, orderId: requestId, amountInPaise: amount },
      });
      await sendPicture(requestId, picture);
    },
    onSuccess: () => onClose(),
    changes: ['own-requests'],
  });
  const { formError, isBusy, onSubmit } = contractForm;
  return (
    <FormDialog
      title={t`Change what you sent`}
      lead={
        <p>
          <Trans>Only the school sees it.</Trans>
        </p>
      }
      confirmLabel={t`Save`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <StatementFields way={way} contractForm={contractForm} hasPicture={hasPicture} />
    </FormDialog>
  );
}
