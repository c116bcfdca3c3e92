import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';

interface DiscardDialogProps {
  isOpen: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before what was typed is lost. */
export const DiscardDialog = ({ isOpen, onDiscard, onKeep }: DiscardDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onKeep}
    title="Discard changes?"
    actions={
      <>
        <Button tone="danger" onClick={onDiscard}>
          Discard
        </Button>
        <Button tone="quiet" data-first onClick={onKeep}>
          Keep editing
        </Button>
      </>
    }
  >
    <p>What you changed here is not saved.</p>
  </Dialog>
);
