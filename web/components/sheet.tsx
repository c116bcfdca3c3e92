import { X } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { DiscardDialog } from '#web/components/discard-dialog.tsx';
import { FormAlert } from '#web/components/fields.tsx';
import { keepTabInside, useModal } from '#web/components/modal.ts';
import { SaveStatus } from '#web/components/save-status.tsx';

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

/** A form at the side of the window, on phones over all of it. It is open while it is rendered. */
export function Sheet(props: SheetProps) {
  const { title, lead, children, formError, confirmLabel, changeCount, isBusy, onSubmit, onClose } = props;
  const sheet = useRef<HTMLDialogElement>(null);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  useModal(sheet, true);
  const close = (): void => {
    if (isBusy) return;
    if (changeCount > 0) setAsking(true);
    else onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps Tab inside
    <dialog
      ref={sheet}
      className="side-sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === sheet.current) close();
      }}
      onKeyDown={isAsking ? undefined : keepTabInside}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-2 ps-5 pe-2">
        <h2 id={id} className="text-title min-w-0 wrap-anywhere">
          {title}
        </h2>
        <button type="button" className="side-button" aria-label="Close" onClick={close}>
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
            {changeCount > 0 ? 'Discard' : 'Close'}
          </Button>
          <Button type="submit" form={`${id}-form`} isBusy={isBusy} isDisabled={changeCount === 0}>
            {confirmLabel}
          </Button>
        </div>
      </div>
      <DiscardDialog isOpen={isAsking} onDiscard={onClose} onKeep={() => setAsking(false)} />
    </dialog>
  );
}
