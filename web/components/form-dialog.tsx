import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FormAlert } from '#web/components/fields.tsx';

interface FormDialogProps {
  /** The question. */
  title: string;
  /** What happens, before the fields. */
  lead: ReactNode;
  /** The fields; give the first to be filled `data-first`. */
  children: ReactNode;
  /** What is wrong with the whole. */
  complaint: string | undefined;
  confirm: string;
  /** The words of the way out. */
  refuse: string;
  /** The confirmed thing cannot be undone. */
  isHard?: boolean;
  /** While it runs, nothing can be pressed and the dialog stays. */
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
}

/** A question that needs more than yes: it is open as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, children, complaint, confirm, refuse, isHard = false, isBusy, onSubmit, onClose } = props;
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
          <Button type="submit" form={formId} tone={isHard ? 'delete' : 'primary'} size="large" isBusy={isBusy}>
            {confirm}
          </Button>
          <Button tone="quiet" size="large" isDisabled={isBusy} onClick={close}>
            {refuse}
          </Button>
        </>
      }
    >
      <div className="space-y-2 text-muted">{lead}</div>
      <form id={formId} className="mt-4 space-y-4" noValidate onSubmit={onSubmit}>
        {complaint && <FormAlert>{complaint}</FormAlert>}
        {children}
      </form>
    </Dialog>
  );
}
