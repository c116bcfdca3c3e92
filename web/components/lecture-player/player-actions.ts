import { SPEEDS } from '#web/components/lecture-player/player-preferences.ts';

const clamp = (value: number, lowest: number, highest: number) => Math.min(Math.max(value, lowest), highest);

/** Browsers may refuse to start playing before a click; the play button stays then. */
const start = (video: HTMLVideoElement) => {
  video.play().catch(() => undefined);
};

const toggleFullscreen = async (frame: HTMLElement, video: HTMLVideoElement) => {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (typeof frame.requestFullscreen === 'function') return frame.requestFullscreen();
  // iPhones give the whole screen only to the video itself.
  if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
    video.webkitEnterFullscreen();
  }
};

interface PlayerParts {
  video: HTMLVideoElement;
  /** What fills the screen: the video with its controls. */
  frame: HTMLElement;
  onSeek: (seconds: number) => void;
  /** Called when a value was set: its event comes too late for the slider that is being dragged. */
  onChange: () => void;
}

const seek = ({ video, onSeek, onChange }: PlayerParts, seconds: number) => {
  const target = clamp(seconds, 0, Number.isFinite(video.duration) ? video.duration : 0);
  onSeek(target);
  video.currentTime = target;
  onChange();
};

const setRate = (video: HTMLVideoElement, rate: number) => {
  // The default too: a stream that is opened again starts with it.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
};

/** Everything that a button or a key can do to the video. */
export const createPlayerActions = (parts: PlayerParts) => {
  const { video, frame, onChange } = parts;
  return {
    togglePlay: () => {
      if (video.paused) start(video);
      else video.pause();
    },
    seekTo: (seconds: number) => seek(parts, seconds),
    seekBy: (seconds: number) => seek(parts, video.currentTime + seconds),
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
    setRate: (rate: number) => {
      setRate(video, rate);
      onChange();
    },
    stepRate: (step: 1 | -1) => {
      const faster = SPEEDS.filter((speed) => speed > video.playbackRate);
      const slower = SPEEDS.filter((speed) => speed < video.playbackRate);
      setRate(video, (step === 1 ? faster.at(0) : slower.at(-1)) ?? video.playbackRate);
    },
    toggleCaptions: () => {
      const tracks = [...video.textTracks];
      const isShown = tracks.some((track) => track.mode === 'showing');
      for (const [index, track] of tracks.entries()) track.mode = !isShown && index === 0 ? 'showing' : 'hidden';
      onChange();
    },
    toggleFullscreen: () => {
      toggleFullscreen(frame, video).catch(() => undefined);
    },
  };
};

export type PlayerActions = ReturnType<typeof createPlayerActions>;
