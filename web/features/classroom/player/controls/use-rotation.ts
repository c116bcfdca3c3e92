import { useEffect } from 'react';

/** A phone that is turned on its side while it plays goes full screen, and leaves it when it is turned back. */
export const useRotation = (stage: HTMLElement | null, video: HTMLVideoElement | null): void => {
  useEffect(() => {
    if (!stage || !video || !('orientation' in screen)) return undefined;
    const { orientation } = screen;
    let hasTurned = false;
    const onTurn = () => {
      const isOnItsSide = orientation.type.startsWith('landscape');
      if (isOnItsSide && !document.fullscreenElement && !video.paused) {
        hasTurned = true;
        // Where it is refused, the page shows the video over the whole window.
        stage.requestFullscreen?.().catch(() => undefined);
      } else if (!isOnItsSide && hasTurned) {
        hasTurned = false;
        if (document.fullscreenElement === stage) document.exitFullscreen().catch(() => undefined);
      }
    };
    orientation.addEventListener('change', onTurn);
    return () => orientation.removeEventListener('change', onTurn);
  }, [stage, video]);
};
