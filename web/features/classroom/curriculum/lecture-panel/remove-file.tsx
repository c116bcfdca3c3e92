import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

interface RemoveFileProps {
  /** Such as "Remove exercise.pdf". */
  label: string;
  isBusy: boolean;
  onRemove: () => void;
}

/** Removes a file of a lecture, after a question: unlike a lecture, it cannot be restored. */
export function RemoveFile({ label, isBusy, onRemove }: RemoveFileProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square text-error"
        aria-label={label}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${label}?`}
        confirmLabel="Remove"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
        onClose={() => setAsking(false)}
      >
        The file is deleted, and cannot be restored.
      </ConfirmDialog>
    </>
  );
}
