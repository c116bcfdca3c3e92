import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2, X } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface UndoNoticeProps {
  /** The title of the deleted item. */
  title: string;
  isBusy: boolean;
  onUndo: () => void;
  /** Where it would stay in the way. */
  onHide?: () => void;
}

export const UndoNotice = ({ title, isBusy, onUndo, onHide }: UndoNoticeProps) => {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-base-200 px-4 py-3">
      <output className="min-w-0 text-sm wrap-anywhere">
        <Trans>
          “<bdi>{title}</bdi>” was deleted. You can restore it for 24 hours.
        </Trans>
      </output>
      <div className="flex gap-2">
        <Button tone="quiet" size="small" isBusy={isBusy} onClick={onUndo}>
          <Undo2 size={16} aria-hidden="true" />
          <Trans>Undo</Trans>
          <span className="sr-only">
            {' '}
            <Trans>deleting {title}</Trans>
          </span>
        </Button>
        {onHide && (
          <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={t`Hide`} onClick={onHide}>
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
};
