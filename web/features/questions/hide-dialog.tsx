import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';

interface HideDialogProps {
  isBusy: boolean;
  onHide: (reason: string) => void;
  onClose: () => void;
}

/** The reason for which the staff hides a post; others read it in the place of the text. */
export const HideDialog = ({ isBusy, onHide, onClose }: HideDialogProps) => {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t`Hide this?`}
      lead={t`Others read the reason in its place. The author still sees the text.`}
      confirmLabel={t`Hide`}
      cancelLabel={t`Keep`}
      isBusy={isBusy}
      formError={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onHide(reason);
      }}
    >
      <label className="block">
        <span className="mb-1.5 block font-semibold">{t`Reason`}</span>
        <input
          data-first
          className="input w-full"
          maxLength={200}
          placeholder={t`e.g. names another person`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
};
