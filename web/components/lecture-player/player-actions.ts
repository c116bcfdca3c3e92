import type { WishKeeper } from '#web/components/lecture-player/open-stream.ts';
import { chooseCaptions, preferredCaptions, SPEEDS } from '#web/components/lecture-player/player-preferences.ts';
import { captionTracks } from '#web/components/lecture-player/caption-tracks.ts';

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest);

/** Browsers may refuse to start playing before a click; the play button stays then. */
const start = ({ video, wish }: PlayerParts) => {
  // A stream that opens in the same moment makes the video forget the call, without an event.
  wish.remember({ isPlaying: true });
  video.play().catch(() => undefined);
};

const stop = ({ video, wish }: PlayerParts) => {
  wish.remember({ isPlaying: false });
  video.pause();
};

const toggleFullscreen = async (stage: HTMLElement, video: HTMLVideoElement) => {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (typeof stage.requestFullscreen === 'function') return stage.requestFullscreen();
  // iPhones give the whole screen only to the video itself.
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
  /** What fills the screen; it stays when the lecture changes. */
  stage: HTMLElement;
  wish: WishKeeper;
  /** How long the lecture is as far as is known before the video is here. */
  durationSeconds: number | null;
  /** Called when a value was set: its event comes too late for the slider that is being dragged. */
  onChange: () => void;
}

const durationOf = ({ video, durationSeconds }: PlayerParts) =>
  Number.isFinite(video.duration) ? video.duration : durationSeconds;

/** Where the lecture goes on: before the video is here, that is only a wish. */
const placeOf = ({ video, wish }: PlayerParts) =>
  video.readyState === HTMLMediaElement.HAVE_NOTHING ? wish.seconds() : video.currentTime;

const seek = (parts: PlayerParts, seconds: number) => {
  const { video, wish, onChange } = parts;
  const target = clamp(seconds, 0, durationOf(parts) ?? Infinity);
  wish.remember({ seconds: target });
  video.currentTime = target;
  onChange();
};

const setRate = (video: HTMLVideoElement, rate: number) => {
  // The default too: a stream that is opened again starts with it.
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
  /** By the language; null for none. */
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

/** Everything that a button or a key can do to the video. */
export const createPlayerActions = (parts: PlayerParts) => {
  const { video, stage, onChange } = parts;
  return {
    ...soundActions(parts),
    ...captionActions(parts),
    play: () => start(parts),
    togglePlay: () => (video.paused ? start : stop)(parts),
    seekTo: (seconds: number) => seek(parts, seconds),
    seekBy: (seconds: number) => seek(parts, placeOf(parts) + seconds),
    /** 0 is the beginning, 1 the end. */
    seekToFraction: (fraction: number) => seek(parts, (durationOf(parts) ?? 0) * fraction),
    setRate: (rate: number) => {
      setRate(video, rate);
      onChange();
    },
    stepRate: (step: 1 | -1) => {
      const faster = SPEEDS.filter((speed) => speed > video.playbackRate);
      const slower = SPEEDS.filter((speed) => speed < video.playbackRate);
      setRate(video, (step === 1 ? faster.at(0) : slower.at(-1)) ?? video.playbackRate);
    },
    toggleFullscreen: () => {
      toggleFullscreen(stage, video).catch(() => undefined);
    },
    togglePicture: () => {
      togglePicture(video).catch(() => undefined);
    },
  };
};

export type PlayerActions = ReturnType<typeof createPlayerActions>;
