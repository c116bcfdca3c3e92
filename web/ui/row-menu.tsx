import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';

/** An action, or a link. */
export type MenuItem = {
  label: string;
  icon: LucideIcon;
  isDestructive?: boolean;
  /** A line below the label. */
  hint?: string;
  /** The letter that selects it while the menu is open. */
  shortcut?: string;
} & ({ onSelect: () => void; to?: never } | { to: string; onSelect?: never });

interface RowMenuProps {
  /** The purpose of the menu, for screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** The look of its button. */
  className?: string;
  /** The content of its button, instead of three dots. */
  children?: ReactNode;
}

/** Where the menu opens, in the window: under its button, or above it where there is more room. */
type Place = Pick<CSSProperties, 'left' | 'right' | 'top' | 'bottom' | 'maxHeight'>;

/** Between the menu and the edges of the window. */
const EDGE_PX = 8;
const GAP_PX = 4;
/** The width of a menu whose items have hints. */
const WIDE_PX = 368;

const placeUnder = (button: HTMLElement, isWide: boolean): Place => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const isOnLeft = left + right < width;
  const across =
    isWide || isOnLeft
      ? { left: Math.max(EDGE_PX, isWide ? Math.min(left, width - WIDE_PX - EDGE_PX) : left) }
      : { right: Math.max(EDGE_PX, width - right) };
  const outside = GAP_PX + EDGE_PX;
  return bottom > height / 2
    ? { ...across, bottom: height - top + GAP_PX, maxHeight: top - outside }
    : { ...across, top: bottom + GAP_PX, maxHeight: height - bottom - outside };
};

/** The actions of a row or a page that have no button of their own. */
export function RowMenu({ label, items, className = 'btn-ghost', children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place>();
  const close = (): void => {
    setPlace(undefined);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={children ? className : `btn btn-square ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        aria-controls={place && id}
        onClick={({ currentTarget }) =>
          setPlace(
            place
              ? undefined
              : placeUnder(
                  currentTarget,
                  items.some(({ hint }) => hint !== undefined),
                ),
          )
        }
      >
        {children ?? <Ellipsis size={18} aria-hidden="true" />}
      </button>
      {place && (
        <Menu
          {...{ id, label, items, place }}
          onClose={close}
          // The button closes it by itself.
          onLeave={(to) => to !== button.current && setPlace(undefined)}
        />
      )}
    </>
  );
}

interface MenuProps extends Omit<RowMenuProps, 'className' | 'children'> {
  id: string;
  place: Place;
  onClose: () => void;
  /** The focus went elsewhere, or the page moved. */
  onLeave: (to: EventTarget | null) => void;
}

/** The next item for a key, around the ends. */
const itemFor = (key: string, items: readonly HTMLElement[], current: number): HTMLElement | undefined => {
  const count = items.length;
  const positions: Record<string, number> = {
    ArrowDown: (current + 1) % count,
    ArrowUp: (current - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return items[positions[key] ?? -1];
};

/** The item that a letter selects. */
const shortcutIn = (items: readonly MenuItem[], { key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey ? undefined : items.find(({ shortcut }) => shortcut === key.toUpperCase());

/** At the end of the document, where no table clips it. */
function Menu({ id, label, items, place, onClose, onLeave }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const onScroll = ({ target }: Event): void => {
      // The menu itself scrolls in a low window.
      if (!(target instanceof Node && menu.current?.contains(target))) leave.current(null);
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      window.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab') onClose();
    const chosen = shortcutIn(items, event);
    if (chosen) {
      event.preventDefault();
      onClose();
      chosen.onSelect?.();
    }
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const next = itemFor(
      event.key,
      stops,
      stops.findIndex((stop) => stop === document.activeElement),
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      className="row-menu"
      style={place}
      onKeyDown={onKeyDown}
      // A press on an item of it must not blur it away: Safari focuses no buttons.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave(relatedTarget)}
    >
      {items.map((item) => (
        <Item key={item.label} item={item} onClose={onClose} />
      ))}
    </div>,
    document.body,
  );
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { label, icon: Icon, isDestructive = false, hint, shortcut, to } = item;
  const id = useId();
  const content = (
    <>
      <Icon size={18} className="shrink-0" aria-hidden="true" />
      {hint === undefined ? (
        label
      ) : (
        <span className="min-w-0 flex-1 py-1.5 text-start">
          <span id={id} className="block font-semibold">
            {label}
          </span>
          <span id={`${id}-hint`} className="meta block">
            {hint}
          </span>
        </span>
      )}
      {shortcut !== undefined && (
        <kbd className="kbd kbd-sm pointer-coarse:hidden" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </>
  );
  if (to !== undefined)
    return (
      <Link role="menuitem" tabIndex={-1} to={to} onClick={onClose}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...(hint === undefined ? {} : { 'aria-labelledby': id, 'aria-describedby': `${id}-hint` })}
      aria-keyshortcuts={shortcut}
      className={isDestructive ? 'text-error' : undefined}
      onClick={() => {
        onClose();
        item.onSelect();
      }}
    >
      {content}
    </button>
  );
}
