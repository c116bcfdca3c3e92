import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { captionTracks, chooseCaptions, preferredCaptions, SPEEDS } from './player-preferences.ts';
import { isPaused, type PlaybackIntent } from '#web/features/classroom/player/stream/open-stream.ts';

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest);

/** Browsers may block playback before the first click; the play button stays visible then. */
const start = ({ video, intent, onChange }: PlayerParts) => {
  // If a stream opens at this moment, the video drops the call without an event.
  intent.isPlaying = true;
  video.play().catch(() => undefined);
  onChange();
};

const stop = ({ video, intent, onChange }: PlayerParts) => {
  intent.isPlaying = false;
  video.pause();
  onChange();
};

/** Phones turn the screen for a wide video; other devices refuse. */
const turnScreen = async ({ videoWidth, videoHeight }: HTMLVideoElement) => {
  const { orientation } = screen;
  if (videoWidth > videoHeight && 'lock' in orientation && typeof orientation.lock === 'function')
    await orientation.lock('landscape');
};

const toggleFullscreen = async ({ stage, video, isInline }: PlayerParts) => {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (typeof stage.requestFullscreen === 'function') {
    await stage.requestFullscreen();
    return void turnScreen(video).catch(() => undefined);
  }
  // iPhones allow fullscreen only for the video element, which shows nothing of ours.
  if (isInline) return void toast(messages.player.turnPhone);
  if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
    video.webkitEnterFullscreen();
  }
};

const togglePicture = async (video: HTMLVideoElement) => {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
  else await video.requestPictureInPicture();
};

interface PlayerParts {
  video: HTMLVideoElement;
  /** The element for fullscreen; it is kept when the lecture changes. */
  stage: HTMLElement;
  intent: PlaybackIntent;
  /** The stored duration, used until the video has loaded its own. */
  knownSeconds: number | null;
  /** Something is drawn over the video, which plays in the page alone. */
  isInline: boolean;
  /** Called right after a value was set, because the media event is too late for a slider that is dragged. */
  onChange: () => void;
}

const durationOf = ({ video, knownSeconds }: PlayerParts) =>
  Number.isFinite(video.duration) ? video.duration : knownSeconds;

/** Before the video has loaded, the position is the intended one. */
const placeOf = ({ video, intent }: PlayerParts) =>
  video.readyState === HTMLMediaElement.HAVE_NOTHING ? intent.seconds : video.currentTime;

const seek = (parts: PlayerParts, seconds: number) => {
  const { video, intent, onChange } = parts;
  const target = clamp(seconds, 0, durationOf(parts) ?? Infinity);
  intent.seconds = target;
  video.currentTime = target;
  onChange();
};

const FAST = 2;

const setRate = (video: HTMLVideoElement, rate: number) => {
  // Also the default rate: a reopened stream starts with it.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
};

const soundActions = ({ video, onChange }: PlayerParts) => ({
  setVolume: (volume: number) => {
    video.volume = clamp(volume, 0, 1);
    video.muted = volume <= 0;
    onChange();
  },
  changeVolumeBy: (step: number) => {
    video.volume = clamp((video.muted ? 0 : video.volume) + step, 0, 1);
    video.muted = video.volume === 0;
  },
  toggleMute: () => {
    video.muted = !video.muted;
    if (!video.muted && video.volume === 0) video.volume = 0.5;
  },
});

const captionActions = ({ video, onChange }: PlayerParts) => ({
  /** By language; null hides captions. */
  showCaptions: (language: string | null) => {
    chooseCaptions(video, language);
    onChange();
  },
  toggleCaptions: () => {
    const isShown = captionTracks(video).some(({ mode }) => mode === 'showing');
    chooseCaptions(video, isShown ? null : preferredCaptions(video));
    onChange();
  },
});

/** The actions of buttons and keys. */
export const createPlayerActions = (parts: PlayerParts) => {
  const { video, onChange } = parts;
  return {
    ...soundActions(parts),
    ...captionActions(parts),
    play: () => start(parts),
    pause: () => stop(parts),
    togglePlay: () => (isPaused(video, parts.intent) ? start : stop)(parts),
    seekTo: (seconds: number) => seek(parts, seconds),
    seekBy: (seconds: number) => seek(parts, placeOf(parts) + seconds),
    /** From 0 to 1. */
    seekToFraction: (fraction: number) => seek(parts, (durationOf(parts) ?? 0) * fraction),
    setRate: (rate: number) => {
      setRate(video, rate);
      onChange();
    },
    /** Plays at double speed for a while; the chosen speed stays. Returns whether it plays. */
    playFast: (isFast: boolean): boolean => {
      video.playbackRate = isFast && !video.paused ? FAST : video.defaultPlaybackRate;
      return !video.paused;
    },
    stepRate: (step: 1 | -1) => {
      const faster = SPEEDS.filter((speed) => speed > video.playbackRate);
      const slower = SPEEDS.filter((speed) => speed < video.playbackRate);
      setRate(video, (step === 1 ? faster.at(0) : slower.at(-1)) ?? video.playbackRate);
    },
    toggleFullscreen: () => {
      toggleFullscreen(parts).catch(() => toast.error(messages.player.noFullscreen));
    },
    leaveFullscreen: () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
      if ('webkitExitFullscreen' in video && typeof video.webkitExitFullscreen === 'function')
        video.webkitExitFullscreen();
    },
    togglePicture: () => {
      togglePicture(video).catch(() => toast.error(messages.player.noPicture));
    },
  };
};

export type PlayerActions = ReturnType<typeof createPlayerActions>;

/** The controls of an open player for its page. */
export interface PlayerHandle {
  video: HTMLVideoElement;
  actions: PlayerActions;
}
