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

/** Everything that a button or a key can do to the video. */
export const createPlayerActions = (video: HTMLVideoElement, frame: HTMLElement) => ({
  play: () => start(video),
  togglePlay: () => {
    if (video.paused) start(video);
    else video.pause();
  },
  seekTo: (seconds: number) => {
    video.currentTime = clamp(seconds, 0, Number.isFinite(video.duration) ? video.duration : seconds);
  },
  seekBy: (seconds: number) => {
    const end = Number.isFinite(video.duration) ? video.duration : video.currentTime;
    video.currentTime = clamp(video.currentTime + seconds, 0, end);
  },
  setVolume: (volume: number) => {
    video.volume = clamp(volume, 0, 1);
    video.muted = volume <= 0;
  },
  changeVolumeBy: (step: number) => {
    video.volume = clamp((video.muted ? 0 : video.volume) + step, 0, 1);
    video.muted = video.volume === 0;
  },
  toggleMute: () => {
    video.muted = !video.muted;
    if (!video.muted && video.volume === 0) video.volume = 0.5;
  },
  /** The default rate too: a stream that is opened again starts with it. */
  setRate: (rate: number) => {
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
  },
  stepRate: (step: 1 | -1) => {
    const faster = SPEEDS.filter((speed) => speed > video.playbackRate);
    const slower = SPEEDS.filter((speed) => speed < video.playbackRate);
    const rate = (step === 1 ? faster.at(0) : slower.at(-1)) ?? video.playbackRate;
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
  },
  toggleCaptions: () => {
    const tracks = [...(video.textTracks ?? [])];
    const isShown = tracks.some((track) => track.mode === 'showing');
    for (const [index, track] of tracks.entries()) track.mode = !isShown && index === 0 ? 'showing' : 'hidden';
  },
  toggleFullscreen: () => {
    toggleFullscreen(frame, video).catch(() => undefined);
  },
});

export type PlayerActions = ReturnType<typeof createPlayerActions>;
