import type { ComponentProps } from 'react';

interface ControlButtonProps extends ComponentProps<'button'> {
  label: string;
  shortcut?: string | undefined;
}

export const controlIcon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A button of the control bar: an icon with an accessible name. */
export const ControlButton = ({ label, shortcut, className = '', ...rest }: ControlButtonProps) => (
  <button
    {...rest}
    type="button"
    className={`player-button ${className}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={label}
  />
);
