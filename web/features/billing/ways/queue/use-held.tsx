import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { heldPayment } from '#web/api/held-payment.ts';

const UNDO_MS = 8000;

interface Held {
  id: string;
  /** `isLeaving`: the page is about to be closed. */
  send: (isLeaving: boolean) => Promise<void>;
  timer: ReturnType<typeof setTimeout>;
  toastId: string;
}

/**
 * Holds a decision back for some seconds, in which it can be undone: one key opens access and sends a receipt. It is sent before
 * the next one, and when the page is left.
 */
export const useHeld = () => {
  const held = useRef<Held>(undefined);
  const [heldId, setHeldId] = useState<string>();

  const release = (isLeaving = false): void => {
    const current = held.current;
    if (!current) return;
    held.current = undefined;
    clearTimeout(current.timer);
    toast.dismiss(current.toastId);
    void current.send(isLeaving).finally(() => setHeldId((id) => (id === current.id ? undefined : id)));
  };

  const undo = (): string | undefined => {
    const current = held.current;
    if (!current) return undefined;
    held.current = undefined;
    clearTimeout(current.timer);
    toast.dismiss(current.toastId);
    setHeldId(undefined);
    return current.id;
  };

  const hold = (id: string, text: string, onUndo: (id: string) => void, send: Held['send']): void => {
    release();
    const toastId = toast.success(
      <>
        {text}{' '}
        <button
          type="button"
          className="ms-2 cursor-pointer font-semibold underline underline-offset-3"
          onClick={() => {
            const undone = undo();
            if (undone !== undefined) onUndo(undone);
          }}
        >
          <Trans>Undo</Trans>
        </button>
      </>,
      { duration: UNDO_MS },
    );
    held.current = { id, send, toastId, timer: setTimeout(() => release(), UNDO_MS) };
    setHeldId(id);
  };

  // The counts of the navigation leave it out, as the list does.
  useEffect(() => {
    heldPayment.set(heldId);
    return () => heldPayment.set(undefined);
  }, [heldId]);

  const leave = useRef(release);
  useEffect(() => {
    leave.current = release;
  });
  useEffect(() => {
    const onHide = (): void => leave.current(true);
    globalThis.addEventListener('pagehide', onHide);
    return () => {
      globalThis.removeEventListener('pagehide', onHide);
      leave.current(true);
    };
  }, []);

  return { heldId, hold, undo };
};
