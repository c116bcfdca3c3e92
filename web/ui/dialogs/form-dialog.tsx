import { type ComponentProps, type FormEventHandler, type ReactNode, useId } from 'react';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface FormDialogProps extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'isBusy' | 'onClose'
> {
  /** Above the fields: the effect. */
  lead: ReactNode;
  /** The fields; the one with `data-first` gets the focus. */
  children: ReactNode;
  /** An error about the whole form. */
  formError: string | undefined;
  /** The action cannot be undone. */
  isDestructive?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** A dialog with a form. It is open while it is rendered. */
export function FormDialog({ lead, children, formError, isDestructive = false, onSubmit, ...rest }: FormDialogProps) {
  const formId = useId();
  return (
    <ConfirmDialog {...rest} formId={formId} tone={isDestructive ? 'delete' : 'primary'}>
      <div className="space-y-2 text-muted">{lead}</div>
      <form id={formId} className="mt-4 space-y-4" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        {children}
      </form>
    </ConfirmDialog>
  );
}
