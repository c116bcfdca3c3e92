import { Menu } from 'lucide-react';

export interface MenuProps {
  isMenuOpen: boolean;
  /** Opens the menu of the site. */
  onMenu: () => void;
}

export interface NavigationProps extends MenuProps {
  onSearch: () => void;
}

export const MenuButton = ({ isMenuOpen, onMenu }: MenuProps) => (
  <button
    type="button"
    className="side-button"
    aria-label="Menu"
    aria-expanded={isMenuOpen}
    aria-haspopup="dialog"
    onClick={onMenu}
  >
    <Menu size={22} aria-hidden="true" />
  </button>
);
