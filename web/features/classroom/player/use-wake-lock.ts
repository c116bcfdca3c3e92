import { useEffect } from 'react';

/** Keeps the screen on while a video plays. Browsers release the lock when the page is hidden. */
export const useWakeLock = (isPlaying: boolean): void => {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let hasEnded = false;
    const release = () => lock?.release().catch(() => undefined);
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (hasEnded) void release();
      } catch {
        // Refused, as on a low battery: the screen then goes off as usual.
      }
    };
    const onVisible = () => void request();
    void request();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      hasEnded = true;
      document.removeEventListener('visibilitychange', onVisible);
      void release();
    };
  }, [isPlaying]);
};
