import { ConfirmDialog } from './confirm-dialog.tsx';

interface DiscardDialogProps {
  isOpen: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before what was typed is lost. */
export const DiscardDialog = ({ isOpen, onDiscard, onKeep }: DiscardDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Discard changes?"
    confirmLabel="Discard"
    cancelLabel="Keep editing"
    onConfirm={onDiscard}
    onClose={onKeep}
  >
    What you changed here is not saved.
  </ConfirmDialog>
);
