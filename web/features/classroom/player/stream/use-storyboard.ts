import { useCallback, useEffect, useRef, useState } from 'react';
import { parseStoryboard, type Thumbnail } from './storyboard.ts';

const none: readonly Thumbnail[] = [];

/**
 * The images of the seek bar. `wanted` loads them once per address, so that nothing is fetched before the bar is used.
 * When they do not load, the bar works without them.
 */
export const useStoryboard = (address: string | null) => {
  const [loaded, setLoaded] = useState({ address, thumbnails: none });
  const asked = useRef<string>(null);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const wanted = useCallback(() => {
    if (address === null || asked.current === address) return;
    asked.current = address;
    leaving.current ??= new AbortController();
    fetch(address, { signal: leaving.current.signal })
      .then(async (response) => (response.ok ? parseStoryboard(await response.text(), response.url || address) : none))
      .then((thumbnails) => setLoaded({ address, thumbnails }))
      .catch(() => undefined);
  }, [address]);

  return { thumbnails: loaded.thumbnails, wanted };
};
