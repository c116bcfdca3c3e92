import { useEffect, useState } from 'react';

export type Theme = 'morning' | 'evening';

const YEAR_SECONDS = 365 * 24 * 3600;

const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  if (theme === 'morning' || theme === 'evening') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'evening' : 'morning';
};

/**
 * The current theme and its toggle. The choice is kept in a cookie, which `first-paint.js` reads before the first paint;
 * storage would not do, because a logout clears it.
 */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const [theme, setTheme] = useState<Theme>('morning');

  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setTheme(currentTheme());
    const observer = new MutationObserver(follow);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', follow);
    follow();
    return () => {
      observer.disconnect();
      system.removeEventListener('change', follow);
    };
  }, []);

  const toggle = () => {
    const next: Theme = currentTheme() === 'morning' ? 'evening' : 'morning';
    document.documentElement.dataset['theme'] = next;
    // oxlint-disable-next-line unicorn/no-document-cookie -- the script before the first paint can read nothing async
    document.cookie = `theme=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };

  return { theme, toggle };
}
