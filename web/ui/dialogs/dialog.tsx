import { type ReactNode, useId, useRef } from 'react';
import { isBeside, keepTabInside, useModal } from './modal.ts';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons; the one with `data-first`, normally the safe one, gets the focus. */
  actions: ReactNode;
}

/** A modal dialog. Escape and a click on the backdrop close it. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(dialog, isOpen);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the dialog
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={keepTabInside}
      onClick={(event) => isBeside(event) && onClose()}
    >
      {isOpen && (
        <>
          <h2 id={id} className="text-title">
            {title}
          </h2>
          <div className="mt-3">{children}</div>
          <div className="mt-6 flex flex-col gap-2.5 sm:flex-row-reverse sm:*:flex-1">{actions}</div>
        </>
      )}
    </dialog>
  );
}
