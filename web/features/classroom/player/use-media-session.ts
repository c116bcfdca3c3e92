import { useEffect } from 'react';
import type { PlayerActions } from './player-actions.ts';
import { SKIP_SECONDS } from '#web/features/classroom/player/controls/touch-gestures.ts';

interface PlayingLecture {
  title: string;
  /** Shown beside the title, where there is one. */
  course: { title: string; teacher: string } | undefined;
  artwork: string | null;
}

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
export const useMediaSession = (lecture: PlayingLecture, { video, actions, playNext }: SessionParts): void => {
  const { title, course, artwork } = lecture;
  const [courseTitle, teacher] = [course?.title ?? '', course?.teacher ?? ''];
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
        artwork: artwork === null ? [] : [{ src: artwork, sizes: '1280x720', type: 'image/jpeg' }],
      });
      for (const [name, handler] of handlers) mediaSession.setActionHandler(name, handler);
    };
    const update = () => setPosition(video);
    video.addEventListener('play', show);
    if (!video.paused) show();
    for (const name of ['play', 'seeked', 'ratechange', 'loadedmetadata']) video.addEventListener(name, update);
    return () => {
      video.removeEventListener('play', show);
      for (const name of ['play', 'seeked', 'ratechange', 'loadedmetadata']) video.removeEventListener(name, update);
      for (const [name] of handlers) mediaSession.setActionHandler(name, null);
      mediaSession.metadata = null;
    };
  }, [video, actions, playNext, title, courseTitle, teacher, artwork]);
};
