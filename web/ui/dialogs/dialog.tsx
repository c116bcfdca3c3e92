import { type ReactNode, useId } from 'react';
import { Shell } from './shell.tsx';

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
  const id = useId();
  return (
    <Shell className="sheet" aria-labelledby={id} isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <>
          <h2 id={id} className="text-title">
            {title}
          </h2>
          <div className="mt-3">{children}</div>
          <div className="mt-6 flex flex-col gap-2.5 sm:flex-row-reverse sm:*:flex-1">{actions}</div>
        </>
      )}
    </Shell>
  );
}
