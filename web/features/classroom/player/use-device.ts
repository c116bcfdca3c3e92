import { useEffect } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { SKIP_SECONDS } from '#web/features/classroom/player/controls/touch.ts';
import type { PlayerActions } from './player-actions.ts';

interface SessionParts {
  video: HTMLVideoElement | null;
  actions: PlayerActions | null;
  playNext: (() => void) | undefined;
}

const setPosition = ({ duration, currentTime, playbackRate }: HTMLVideoElement): void => {
  if (!Number.isFinite(duration) || currentTime > duration) return;
  navigator.mediaSession.setPositionState({ duration, position: currentTime, playbackRate });
};

/** Shows the lecture on the lock screen and in the notifications of the device, with controls that work. */
export const useMediaSession = (
  { title, poster }: Lecture,
  course: Course | undefined,
  { video, actions, playNext }: SessionParts,
): void => {
  const [courseTitle, teacher] = [course?.title ?? '', course?.createdBy ?? ''];
  useEffect(() => {
    if (!('mediaSession' in navigator) || !video || !actions) return undefined;
    const { mediaSession } = navigator;
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', actions.play],
      ['pause', actions.pause],
      ['seekbackward', ({ seekOffset }) => actions.seekBy(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => actions.seekBy(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && actions.seekTo(seekTime)],
    ];
    if (playNext) handlers.push(['nexttrack', playNext]);
    const show = () => {
      mediaSession.metadata = new MediaMetadata({
        title,
        album: courseTitle,
        artist: teacher,
        artwork: poster === null ? [] : [{ src: poster, sizes: '1280x720', type: 'image/jpeg' }],
      });
      for (const [name, handler] of handlers) mediaSession.setActionHandler(name, handler);
    };
    const update = () => setPosition(video);
    const leaving = new AbortController();
    const { signal } = leaving;
    video.addEventListener('play', show, { signal });
    if (!video.paused) show();
    for (const name of ['play', 'seeked', 'ratechange', 'loadedmetadata'])
      video.addEventListener(name, update, { signal });
    return () => {
      leaving.abort();
      for (const [name] of handlers) mediaSession.setActionHandler(name, null);
      mediaSession.metadata = null;
    };
  }, [video, actions, playNext, title, courseTitle, teacher, poster]);
};

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
