import { Undo2 } from 'lucide-react';
import { Button } from '#web/components/button.tsx';

interface UndoNoticeProps {
  /** What was deleted. */
  title: string;
  isBusy: boolean;
  onUndo: () => void;
}

/** Says what was just deleted, with the way back. */
export const UndoNotice = ({ title, isBusy, onUndo }: UndoNoticeProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-base-200 px-4 py-3">
    <output className="min-w-0 text-sm wrap-anywhere">“{title}” was deleted. It can come back for 24 hours.</output>
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={onUndo}>
      <Undo2 size={16} aria-hidden="true" />
      Undo
      <span className="sr-only"> deleting {title}</span>
    </Button>
  </div>
);
