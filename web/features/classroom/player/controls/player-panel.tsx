import { X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Shell } from '#web/ui/dialogs/shell.tsx';

interface PlayerPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Escape and a press outside the panel close it. */
const useClosing = (panel: { current: HTMLElement | null }, onClose: () => void) => {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const onPress = ({ target }: globalThis.PointerEvent) => {
      const isOpener = target instanceof Element && target.closest('[aria-haspopup="dialog"]');
      if (target instanceof Node && !panel.current?.contains(target) && !isOpener) latest.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('pointerdown', onPress, { signal });
    panel.current?.addEventListener('keydown', onKey, { signal });
    return () => closing.abort();
  }, [panel]);
};

const FIRST = 'input:checked, [aria-current="true"], button';

/** Above the control bar, beside the captions. Closing it returns the focus. */
const Popover = ({ title, onClose, children }: PlayerPanelProps) => {
  const panel = useRef<HTMLDialogElement>(null);
  useClosing(panel, onClose);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLElement>(FIRST)?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog ref={panel} open className="player-panel" aria-label={title}>
      {children}
    </dialog>
  );
};

const CLOSE_AFTER_PX = 80;

/** Moves the sheet with the finger, and closes it when it is pulled down far enough. */
const usePull = (onClose: () => void) => {
  const from = useRef<number>(undefined);
  const move = ({ currentTarget }: PointerEvent<HTMLElement>, downPx: number) =>
    currentTarget.closest('dialog')?.style.setProperty('translate', `0 ${Math.max(0, downPx)}px`);
  const downOf = ({ clientY }: PointerEvent) => clientY - (from.current ?? clientY);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => from.current !== undefined && move(event, downOf(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (downOf(event) > CLOSE_AFTER_PX) onClose();
      else move(event, 0);
      from.current = undefined;
    },
  };
};

/** From the bottom of the screen, below the video; beside it on a phone that lies on its side. */
const Sheet = ({ title, onClose, children }: PlayerPanelProps) => {
  const id = useId();
  const pull = usePull(onClose);
  return (
    <Shell className="player-sheet" aria-labelledby={id} onClose={onClose}>
      <div className="player-sheet-head" {...pull}>
        <span className="player-sheet-grip" aria-hidden="true" />
        <h2 id={id} className="text-title">
          {title}
        </h2>
        <button type="button" className="player-button" aria-label="Close" onClick={onClose} data-first>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      {children}
    </Shell>
  );
};

/** Choices of the player: a sheet on touch screens, otherwise a small panel in the player. */
export const PlayerPanel = ({ isSheet, ...props }: PlayerPanelProps & { isSheet: boolean }) =>
  isSheet ? <Sheet {...props} /> : <Popover {...props} />;
