import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { DiscardDialog } from './confirm-dialog.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { SaveStatus } from '#web/ui/inputs/save-status.tsx';
import { Shell } from './shell.tsx';

interface SheetProps {
  title: string;
  /** Above the fields, from edge to edge. */
  lead?: ReactNode;
  /** The fields; the one with `data-first` gets the focus. */
  children: ReactNode;
  /** An error about the whole form. */
  formError: string | undefined;
  confirmLabel: string;
  /** How many fields differ from what is saved; closing asks when there are any. */
  changeCount: number;
  /** The sheet cannot be closed while it is busy. */
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
}

/** Closes the sheet, after a question when something changed. `next` runs when it is closed, with the focus where it was. */
const useLeave = ({ changeCount, isBusy, onClose }: Pick<SheetProps, 'changeCount' | 'isBusy' | 'onClose'>) => {
  const [asked, setAsked] = useState<{ close: () => void }>();
  const leave = (next?: () => void): void => {
    if (isBusy) return;
    const pressed = document.activeElement;
    const close = (): void => {
      flushSync(onClose);
      if (next && pressed instanceof HTMLElement) pressed.focus();
      next?.();
    };
    if (changeCount > 0) setAsked({ close });
    else close();
  };
  return { leave, asked, keep: () => setAsked(undefined) };
};

/**
 * A form at the side of the window: beside the page where there is room, else over it, on phones over all of it. It is open
 * while it is rendered; `openSheet` closes another one before.
 */
export function Sheet(props: SheetProps) {
  const { t } = useLingui();
  const { title, lead, children, formError, confirmLabel, changeCount, isBusy, onSubmit, onClose } = props;
  const id = useId();
  const { leave, asked, keep } = useLeave({ changeCount, isBusy, onClose });
  const close = () => leave();
  return (
    <Shell className="side-sheet" aria-labelledby={id} isSide onClose={leave}>
      <div className="flex items-center justify-between gap-4 border-b border-line py-2 ps-5 pe-2">
        <h2 id={id} className="text-title min-w-0 wrap-anywhere">
          {title}
        </h2>
        <button type="button" className="side-button" aria-label={t`Close`} onClick={close}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain">
        {lead}
        <form id={`${id}-form`} className="space-y-4 p-5" noValidate onSubmit={onSubmit}>
          {formError && <FormAlert>{formError}</FormAlert>}
          {children}
        </form>
      </div>
      <div className="save-bar">
        {changeCount > 0 ? <SaveStatus {...{ changeCount, isBusy }} /> : <span />}
        <div className="flex gap-3">
          <Button tone="quiet" isDisabled={isBusy} onClick={close}>
            {changeCount > 0 ? <Trans>Discard</Trans> : <Trans>Close</Trans>}
          </Button>
          <Button type="submit" form={`${id}-form`} isBusy={isBusy} isDisabled={changeCount === 0}>
            {confirmLabel}
          </Button>
        </div>
      </div>
      <DiscardDialog isOpen={asked !== undefined} onDiscard={() => asked?.close()} onKeep={keep} />
      <LeaveGuard isDirty={changeCount > 0 && !isBusy} />
    </Shell>
  );
}
