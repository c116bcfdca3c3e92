import { useCallback, useEffect, useState } from 'react';
import { captionTracks } from './player-preferences.ts';
import { hasData, isPaused, type PlaybackIntent } from '#web/features/classroom/player/stream/open-stream.ts';

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'canplay',
  'progress',
  'volumechange',
  'ratechange',
  'emptied',
  'enterpictureinpicture',
  'leavepictureinpicture',
  'webkitbeginfullscreen',
  'webkitendfullscreen',
] as const;

/** The end of the buffered range that contains the current position. */
const bufferedUntil = ({ buffered, currentTime }: HTMLVideoElement): number => {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
  }
  return 0;
};

/** The state of the controls, always read from the video element. */
const read = (video: HTMLVideoElement, intent: PlaybackIntent) => {
  const tracks = captionTracks(video);
  return {
    isPaused: isPaused(video, intent),
    hasEnded: video.ended,
    isWaiting: !isPaused(video, intent) && !video.ended && !hasData(video),
    seconds: video.currentTime,
    durationSeconds: Number.isFinite(video.duration) ? video.duration : null,
    bufferedSeconds: bufferedUntil(video),
    volume: video.volume,
    isMuted: video.muted,
    rate: video.playbackRate,
    captions: tracks.map(({ language, label }) => ({ language, label: label || language })),
    /** The index in `captions` of the shown track; -1 for none. */
    shownCaption: tracks.findIndex(({ mode }) => mode === 'showing'),
    isInPicture: document.pictureInPictureElement === video,
    /** In the full screen of an iPhone, which has controls of its own. */
    isInDevice: 'webkitDisplayingFullscreen' in video && video.webkitDisplayingFullscreen === true,
  };
};

export type MediaState = ReturnType<typeof read>;

/** Follows the events of the video, before it is there an empty one; `refresh` reads the state immediately. */
export const useMediaState = (video: HTMLVideoElement | null, intent: PlaybackIntent) => {
  const [state, setState] = useState(() => read(document.createElement('video'), intent));
  const refresh = useCallback(() => {
    if (video) setState(read(video, intent));
  }, [video, intent]);
  useEffect(() => {
    if (!video) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const name of EVENTS) video.addEventListener(name, refresh, { signal });
    for (const name of ['addtrack', 'removetrack', 'change'])
      video.textTracks.addEventListener(name, refresh, { signal });
    return () => leaving.abort();
  }, [video, refresh]);
  return { state, refresh };
};
