import { useEffect, useState } from 'react';

/** What the controls draw, read from the video element, which is the only truth. */
export interface MediaState {
  isPaused: boolean;
  hasEnded: boolean;
  isWaiting: boolean;
  seconds: number;
  durationSeconds: number | null;
  bufferedSeconds: number;
  volume: number;
  isMuted: boolean;
  rate: number;
  hasCaptions: boolean;
  showsCaptions: boolean;
}

const initial: MediaState = {
  isPaused: true,
  hasEnded: false,
  isWaiting: false,
  seconds: 0,
  durationSeconds: null,
  bufferedSeconds: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
  hasCaptions: false,
  showsCaptions: false,
};

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
] as const;

/** The end of the stretch of loaded video that the present place lies in. */
const bufferedUntil = ({ buffered, currentTime }: HTMLVideoElement): number => {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
  }
  return 0;
};

const read = (video: HTMLVideoElement): MediaState => {
  const captions = [...(video.textTracks ?? [])];
  return {
    isPaused: video.paused,
    hasEnded: video.ended,
    isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    seconds: video.currentTime,
    durationSeconds: Number.isFinite(video.duration) ? video.duration : null,
    bufferedSeconds: bufferedUntil(video),
    volume: video.volume,
    isMuted: video.muted,
    rate: video.playbackRate,
    hasCaptions: captions.length > 0,
    showsCaptions: captions.some((track) => track.mode === 'showing'),
  };
};

export const useMediaState = (video: HTMLVideoElement | null): MediaState => {
  const [state, setState] = useState(initial);
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setState(read(video));
    update();
    for (const name of EVENTS) video.addEventListener(name, update);
    const tracks: TextTrackList | undefined = video.textTracks;
    for (const name of ['addtrack', 'removetrack', 'change']) tracks?.addEventListener(name, update);
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, update);
      for (const name of ['addtrack', 'removetrack', 'change']) tracks?.removeEventListener(name, update);
    };
  }, [video]);
  return state;
};
