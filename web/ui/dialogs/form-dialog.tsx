import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';

interface FormDialogProps {
  title: string;
  /** Above the fields: what will happen. */
  lead: ReactNode;
  /** The fields; the one with `data-first` gets the focus. */
  children: ReactNode;
  /** An error about the whole form. */
  formError: string | undefined;
  confirmLabel: string;
  /** The label of the button that cancels. */
  cancelLabel: string;
  /** The action cannot be undone. */
  isDestructive?: boolean;
  /** The dialog cannot be closed while it is busy. */
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
}

/** A dialog with a form. It is open while it is rendered. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    lead,
    children,
    formError,
    confirmLabel,
    cancelLabel,
    isDestructive = false,
    isBusy,
    onSubmit,
    onClose,
  } = props;
  const formId = useId();
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      actions={
        <>
          <Button type="submit" form={formId} tone={isDestructive ? 'delete' : 'primary'} size="large" isBusy={isBusy}>
            {confirmLabel}
          </Button>
          <Button tone="quiet" size="large" isDisabled={isBusy} onClick={close}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-2 text-muted">{lead}</div>
      <form id={formId} className="mt-4 space-y-4" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        {children}
      </form>
    </Dialog>
  );
}
