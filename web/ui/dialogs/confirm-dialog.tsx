import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen?: boolean;
  /** A question. */
  title: string;
  /** The button that does it, and the one that leaves everything as it is. */
  confirmLabel: string;
  cancelLabel: string;
  /** `delete` for what takes something away. */
  tone?: 'delete' | 'primary';
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What follows from it, in a sentence or two. */
  children: ReactNode;
}

/** Asks before something is done that cannot be undone by the same button. Stays open while it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen = true, title, confirmLabel, cancelLabel, tone = 'delete', isBusy = false } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !isBusy && props.onClose()}
      title={title}
      actions={
        <>
          <Button tone={tone} size="large" isBusy={isBusy} onClick={props.onConfirm}>
            {confirmLabel}
          </Button>
          <Button tone="quiet" size="large" data-first isDisabled={isBusy} onClick={props.onClose}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted">{props.children}</p>
    </Dialog>
  );
}
