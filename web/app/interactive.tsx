import { type ReactNode, useEffect } from 'react';

/**
 * Ends what `first-paint.js` began: the page now responds, shows who is logged in, and learns which files were chosen and which
 * button was pressed meanwhile.
 */
export function Interactive({ children }: { children: ReactNode }) {
  useEffect(() => {
    delete document.documentElement.dataset['loading'];
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=file]'))
      if (field.value !== '') field.dispatchEvent(new Event('change', { bubbles: true }));
    const pressed = document.querySelector<HTMLElement>('[data-pressed]');
    pressed?.click();
    delete pressed?.dataset['pressed'];
  }, []);
  return children;
}
