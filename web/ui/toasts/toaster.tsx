import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Said } from '#web/ui/language/language.tsx';
import { resolveValue, type Toast, toast as toasting, useToaster } from 'react-hot-toast/headless';
import { useOpenDialogs } from '#web/ui/dialogs/open-dialogs.ts';

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'loading') return <span className="loading loading-spinner loading-xs shrink-0" aria-hidden="true" />;
  if (type === 'success') return <CircleCheck size={20} className="text-success" aria-hidden="true" />;
  return type === 'error' ? <CircleAlert size={20} className="text-error" aria-hidden="true" /> : null;
}

/** Toasts must not cover headings, main buttons, bars at the bottom of the window, and the footer. */
const OBSTACLES =
  'h1, h2, .btn-primary, .btn-accent, .btn-error, .bottom-bar, .learner-bar, .player-bottom, .upload-tray, footer';
/** Nor these, unless that takes them far up into the page. */
const NEAR_OBSTACLES = `${OBSTACLES}, input, textarea, [role=tab], video`;
const FAR_PX = 200;

const edgesOf = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());

/** Moves the pile off the obstacles whenever it or the page changes, before the next frame, and after scrolling. */
const useLift = (isOpen: boolean, isEmpty: boolean): RefObject<HTMLDivElement | null> => {
  const pile = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isEmpty) return undefined;
    const place = (): void => {
      // A pile that is being read must not move.
      if (!pile.current || isOpen) return;
      pile.current.style.removeProperty('translate');
      const box = pile.current.getBoundingClientRect();
      const nearPx = liftOver(box, edgesOf(NEAR_OBSTACLES));
      const liftPx = nearPx > FAR_PX ? liftOver(box, edgesOf(OBSTACLES)) : nearPx;
      pile.current.style.setProperty('translate', `0 ${-liftPx}px`);
    };
    let frame = 0;
    const placeBeforeFrame = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    placeBeforeFrame();
    // An error beside a field moves the buttons below it.
    const observer = new MutationObserver(placeBeforeFrame);
    observer.observe(document.body, { childList: true, subtree: true });
    globalThis.addEventListener('scrollend', place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      globalThis.removeEventListener('scrollend', place);
    };
  });
  return pile;
};

/** A press dismisses a toast, unless it still runs or the press selected its text. */
const dismiss = ({ id, type }: Toast): void => {
  if (type !== 'loading' && getSelection()?.isCollapsed !== false) toasting.dismiss(id);
};

/** The pile may move during a press, as another toast leaves: what begins on a button and ends beside it presses it. */
const usePress = () => {
  const button = useRef<HTMLButtonElement>(null);
  return {
    onPointerDown: ({ target }: PointerEvent): void => {
      button.current = target instanceof Element ? target.closest('button') : null;
    },
    /** Whether the button was pressed now. */
    movedOff: ({ target, currentTarget }: MouseEvent): boolean => {
      const begun = button.current;
      button.current = null;
      const isOff =
        target instanceof Node && begun !== null && currentTarget.contains(begun) && !begun.contains(target);
      if (isOff) begun.click();
      return isOff;
    },
  };
};

/** A mouse that rests this long is not reading: the toasts appeared where it was about to press something else. */
const RESTING_MS = 5000;

/** Calls back once an open pile has not been restarted for as long as a mouse rests. */
const useRestTimer = (isOpen: boolean, onRest: () => void): (() => void) => {
  const latest = useRef(onRest);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = onRest;
  });
  useEffect(() => (isOpen ? () => clearTimeout(timer.current) : undefined), [isOpen]);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), RESTING_MS);
  };
};

interface PileProps {
  toasts: readonly Toast[];
  startPause: () => void;
  endPause: () => void;
}

/**
 * The newest toast is in front. Once a mouse moves onto the pile, all are shown and none expires, until it leaves or rests.
 */
function Pile({ toasts, startPause, endPause }: PileProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = toasts.filter(({ visible }) => visible);
  const { t } = useLingui();
  const moreCount = shown.length - 1;
  const isEmpty = shown.length === 0;
  const pile = useLift(isOpen, isEmpty);
  const open = (): void => {
    setOpen(true);
    startPause();
  };
  const close = (): void => {
    setOpen(false);
    endPause();
  };
  const restartRest = useRestTimer(isOpen, close);
  const { onPointerDown, movedOff } = usePress();
  // An emptied pile fires no pointerleave; without this, the next toast would never expire.
  if (isEmpty && isOpen) setOpen(false);
  useEffect(() => {
    if (isEmpty) endPause();
  }, [isEmpty, endPause]);
  return (
    <div
      ref={pile}
      className="toast-pile"
      onPointerDown={onPointerDown}
      data-open={isOpen ? '' : undefined}
      // A mouse that rests is also where the page or the pile moves below it.
      onPointerMove={({ pointerType, movementX, movementY }) => {
        if (pointerType !== 'mouse' || (movementX === 0 && movementY === 0)) return;
        if (!isOpen) open();
        restartRest();
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="toast-slot"
          data-leaving={toast.visible ? undefined : ''}
          data-behind={shown.indexOf(toast) > 0 ? shown.indexOf(toast) : undefined}
        >
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it goes by itself, and keyboards reach what lies below it */}
          <div className="toast-card" {...toast.ariaProps} onClick={(event) => movedOff(event) || dismiss(toast)}>
            {toast.icon ?? <ToastIcon type={toast.type} />}
            <span className="min-w-0">
              <Said>{resolveValue(toast.message, toast)}</Said>
            </span>
          </div>
        </div>
      ))}
      {shown.length > 1 && (
        <button
          type="button"
          className="self-end min-h-8 mb-1 px-3.5 border border-line-strong rounded-full bg-base-100 shadow-raise text-(length:--text-xs) font-semibold pointer-events-auto cursor-pointer"
          aria-expanded={isOpen}
          // Keyboards open the pile by focus; a press must not open it by focus and close it by click.
          onPointerDown={(event) => event.preventDefault()}
          onFocus={open}
          onBlur={close}
          onClick={isOpen ? close : open}
        >
          {isOpen ? t`Show less` : t`${moreCount} more`}
        </button>
      )}
    </div>
  );
}

/**
 * Toasts at the bottom of the page. The limits are those of the library: 20 at once; blank, error and custom for 4 s,
 * success for 2 s, loading until it is resolved; removed 1 s after they leave.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  // Anything outside a modal dialog is covered, and inert for screen readers.
  const dialog = useOpenDialogs().findLast(({ isModal }) => isModal)?.element;
  const pile = <Pile toasts={toasts} startPause={handlers.startPause} endPause={handlers.endPause} />;
  if (dialog) return createPortal(<AboveDialog>{pile}</AboveDialog>, dialog);
  return <div className="toast-stack">{pile}</div>;
}

/** Inside the dialog, because everything else is inert; in the top layer, because the dialog would clip it. */
function AboveDialog({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if ('showPopover' in HTMLElement.prototype) stack.current?.showPopover();
  }, []);
  return (
    <div ref={stack} popover="manual" className="toast-stack">
      {children}
    </div>
  );
}

type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

const GAP_PX = 8;

/** How far a box at the bottom of the window must move up to cover none of the obstacles; 0 when there is no room. */
export const liftOver = (box: Edges, obstacles: readonly Edges[]): number => {
  const height = box.bottom - box.top;
  let { bottom } = box;
  for (const obstacle of obstacles.toSorted((one, other) => other.bottom - one.bottom)) {
    const isBeside = obstacle.right <= box.left || obstacle.left >= box.right;
    const isClear = obstacle.top >= bottom || obstacle.bottom <= bottom - height;
    if (!isBeside && !isClear) bottom = obstacle.top - GAP_PX;
  }
  return bottom < height ? 0 : box.bottom - bottom;
};
