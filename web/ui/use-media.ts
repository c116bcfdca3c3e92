import { msg } from '@lingui/core/macro';
import { useCallback, useSyncExternalStore } from 'react';
import { useLanguage } from '#web/ui/language/language.tsx';

/** False on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** "phone" or "computer", as people call the device. */
export const useDeviceName = (): string => useLanguage()._(useMedia('(pointer: coarse)') ? msg`phone` : msg`computer`);

/** In Safari, or another browser of an iPhone, and not opened from the home screen: there notices and longer storage are missing. */
export const isInSafariTab = (): boolean =>
  'GestureEvent' in globalThis && !window.matchMedia('(display-mode: standalone)').matches;
