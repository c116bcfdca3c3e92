import { type ReactNode, useEffect } from 'react';

/** Ends what `first-paint.js` began: the page now responds, and shows who is logged in. */
export function Interactive({ children }: { children: ReactNode }) {
  useEffect(() => {
    delete document.documentElement.dataset['loading'];
    const pressed = document.querySelector<HTMLElement>('[data-pressed]');
    pressed?.click();
    delete pressed?.dataset['pressed'];
  }, []);
  return children;
}
