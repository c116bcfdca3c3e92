import { Menu } from 'lucide-react';

export interface NavigationProps {
  isMenuOpen: boolean;
  /** Opens the menu of the site. */
  onMenu: () => void;
}

export const MenuButton = ({ isMenuOpen, onMenu }: NavigationProps) => (
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
