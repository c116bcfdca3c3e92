import { Menu } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';

/** The menu of the site. */
export interface SiteMenu {
  isOpen: boolean;
  open: () => void;
}

const MenuContext = createContext<SiteMenu>({ isOpen: false, open: () => undefined });

export const MenuProvider = MenuContext.Provider;

/** Opens the menu of the site. Its name is read aloud where it is not shown. */
export function MenuButton({ className, children }: { className: string; children?: ReactNode }) {
  const { isOpen, open } = use(MenuContext);
  return (
    <button
      type="button"
      className={className}
      aria-label="Menu"
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Menu size={22} aria-hidden="true" />
      {children}
    </button>
  );
}
