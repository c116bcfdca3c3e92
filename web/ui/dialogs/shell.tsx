import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import { addOpenDialog, useOpenDialogs } from './open-dialogs.ts';

interface ShellProps {
  className: string;
  /** The accessible name, or the id of the heading that is the name. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
  isOpen?: boolean | undefined;
  /** At the side of the window: beside the page, which stays usable, where there is room for both. */
  isSide?: boolean;
  /** For Escape and a click on the backdrop. A dialog at the side that makes way for another runs `next` afterwards. */
  onClose: (next?: () => void) => void;
  children: ReactNode;
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Tab wraps from the last control to the first, Shift+Tab back. */
const keepTabInside = (event: KeyboardEvent<HTMLDialogElement>): void => {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [stops[0], stops.at(-1)];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

const isOnBackdrop = (event: MouseEvent<HTMLDialogElement>): boolean => {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return event.target === event.currentTarget && (x < left || x > right || y < top || y > bottom);
};

/** Opens and closes the native dialog. `[data-first]` gets the focus, which returns to the element that had it before. */
const useNativeDialog = (
  dialog: RefObject<HTMLDialogElement | null>,
  { isOpen = true, isModal, onClose }: Pick<ShellProps, 'isOpen' | 'onClose'> & { isModal: boolean },
): void => {
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const opener = document.activeElement;
    if (isModal) element.showModal();
    else element.show();
    const remove = addOpenDialog({ element, isModal, leave: (next) => leave(next) });
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      remove();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [dialog, isOpen, isModal]);
};

/** The native <dialog> of every dialog, sheet and menu. Tab stays inside while it is modal. */
export function Shell({ className, isOpen, isSide = false, onClose, ...rest }: ShellProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isBeside = useMedia('(width >= 80rem)') && isSide;
  useNativeDialog(dialog, { isOpen, isModal: !isBeside, onClose });
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>): void => {
    // A dialog inside handles its own keys.
    if (!(event.target instanceof Element) || event.target.closest('dialog') !== dialog.current) return;
    if (event.key === 'Tab' && !isBeside) keepTabInside(event);
    if (event.key === 'Escape' && isBeside) {
      // Otherwise the browser closes a question with the same key that opens it.
      event.preventDefault();
      onClose();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the dialog
    <dialog
      {...rest}
      className={`shell ${className}`}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => !isSide && isOnBackdrop(event) && onClose()}
    />
  );
}

/** Whether the page, narrowed by a sheet or not, is wide enough for tables. */
export function useFitsTables(): boolean {
  const isNarrowed = useOpenDialogs().some(({ isModal }) => !isModal);
  return useMedia(isNarrowed ? '(width >= 90rem)' : '(width >= 48rem)');
}
