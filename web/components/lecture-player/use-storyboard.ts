import { useCallback, useEffect, useRef, useState } from 'react';
import { parseStoryboard, type Thumbnail } from '#web/components/lecture-player/storyboard.ts';

const none: readonly Thumbnail[] = [];

/**
 * The pictures of the time bar. `wanted` loads them, once per address: a lecture whose bar nobody points at costs
 * nothing. A storyboard that does not load leaves the bar without pictures.
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
      .then(async (answer) => (answer.ok ? parseStoryboard(await answer.text(), answer.url || address) : none))
      .then((thumbnails) => setLoaded({ address, thumbnails }))
      .catch(() => undefined);
  }, [address]);

  return { thumbnails: loaded.thumbnails, wanted };
};
