import { useCallback, useSyncExternalStore } from 'react';

/** A number or text that is read from a video, and again at each of the events. */
export const useVideoValue = <T extends number | string | undefined>(
  video: HTMLVideoElement | undefined,
  events: readonly string[],
  read: (video: HTMLVideoElement | undefined) => T,
): T => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const leaving = new AbortController();
      for (const name of events) video?.addEventListener(name, onChange, { signal: leaving.signal });
      return () => leaving.abort();
    },
    [video, events],
  );
  return useSyncExternalStore(
    subscribe,
    () => read(video),
    () => read(undefined),
  );
};
