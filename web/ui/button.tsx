import { useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

type Tone = 'primary' | 'buy' | 'quiet' | 'ghost' | 'danger' | 'delete';
type Size = 'small' | 'normal' | 'large';

const tones: Record<Tone, string> = {
  primary: 'btn-primary',
  buy: 'btn-accent',
  quiet: 'btn-quiet',
  ghost: 'btn-ghost',
  danger: 'btn-danger',
  delete: 'btn-error',
};
const sizes: Record<Size, string> = { small: 'btn-sm', normal: '', large: 'btn-lg' };

interface Look {
  tone?: Tone | undefined;
  size?: Size | undefined;
}

const classOf = ({ tone = 'primary', size = 'normal' }: Look, more = ''): string =>
  `btn ${tones[tone]} ${sizes[size]} ${more}`.replace(/\s+/g, ' ').trim();

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, Look {
  /** Shows a spinner and disables the button; its width does not change. */
  isBusy?: boolean;
  /** Replaces the label while busy. */
  busyText?: string;
  isDisabled?: boolean;
}

export function Button({ tone, size, isBusy = false, busyText, isDisabled = false, ...rest }: ButtonProps) {
  const { children, className, type = 'button', ...attributes } = rest;
  useRestoredFocus(isBusy);
  return (
    <button
      {...attributes}
      type={type}
      disabled={isBusy || isDisabled}
      aria-busy={isBusy || undefined}
      className={classOf({ tone, size }, className)}
    >
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={`inline-flex items-center justify-center gap-2 ${isBusy ? 'invisible' : ''}`}>{children}</span>
        {isBusy && (
          <span className="inline-flex items-center justify-center gap-2">
            <span className="loading loading-spinner loading-xs" aria-hidden="true" />
            {busyText ?? children}
          </span>
        )}
      </span>
    </button>
  );
}

interface LinkButtonProps extends ComponentProps<typeof Link>, Look {}

/** A link that looks like a button. */
export function LinkButton({ tone, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classOf({ tone, size }, className)} />;
}

/** Disabling the focused control loses the focus. This restores it afterwards, unless something else has it by then. */
const useRestoredFocus = (isBusy: boolean): void => {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      focused.current = document.activeElement;
      return;
    }
    const last = focused.current;
    focused.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
  }, [isBusy]);
};

/** The menu of the site. */
interface SiteMenu {
  isOpen: boolean;
  open: () => void;
}

const MenuContext = createContext<SiteMenu>({ isOpen: false, open: () => undefined });

export const MenuProvider = MenuContext.Provider;

/** Opens the menu of the site. Its name is read aloud where it is not shown. */
export function MenuButton({ className, children }: { className: string; children?: ReactNode }) {
  const { isOpen, open } = use(MenuContext);
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={className}
      aria-label={t`Menu`}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Menu size={22} aria-hidden="true" />
      {children}
    </button>
  );
}
