import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen?: boolean;
  /** A question. */
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** `delete` for actions that remove something. */
  tone?: 'delete' | 'primary';
  /** The dialog cannot be closed while it is busy. */
  isBusy?: boolean;
  onClose: () => void;
  /** The consequences, in a sentence or two; or the form. */
  children: ReactNode;
}

/** The action, or the form that the button submits. */
type Confirmed = { onConfirm: () => void; formId?: never } | { formId: string; onConfirm?: never };

/** Asks for confirmation of an action, and stays open while it runs. */
export function ConfirmDialog(props: ConfirmDialogProps & Confirmed) {
  const { t } = useLingui();
  const { isOpen = true, title, confirmLabel, cancelLabel = t`Cancel`, tone = 'delete', isBusy = false } = props;
  const { formId, onConfirm, onClose, children } = props;
  const close = () => !isBusy && onClose();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      actions={
        <>
          <Button
            {...(formId === undefined ? { onClick: onConfirm } : { type: 'submit', form: formId })}
            tone={tone}
            size="large"
            isBusy={isBusy}
          >
            {confirmLabel}
          </Button>
          <Button
            tone="quiet"
            size="large"
            data-first={formId === undefined ? '' : undefined}
            isDisabled={isBusy}
            onClick={close}
          >
            {cancelLabel}
          </Button>
        </>
      }
    >
      {formId === undefined ? <p className="text-muted">{children}</p> : children}
    </Dialog>
  );
}

interface DiscardDialogProps {
  isOpen: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before unsaved changes are lost. */
export const DiscardDialog = ({ isOpen, onDiscard, onKeep }: DiscardDialogProps) => {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Discard changes?`}
      confirmLabel={t`Discard`}
      cancelLabel={t`Keep editing`}
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      <Trans>What you changed here is not saved.</Trans>
    </ConfirmDialog>
  );
};
