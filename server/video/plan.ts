import type { VideoTrack, AudioTrack, SourceFacts } from './probe.ts';

/** How a file becomes playable in every browser: its tracks are copied or encoded. */
export interface ProgressivePlan {
  /** `keep`: the file itself is served. */
  how: 'keep' | 'make';
  video: 'copy' | 'encode';
  audio: 'copy' | 'encode' | 'none';
}

export const LARGEST_HEIGHT = 1080;
const LADDER = [LARGEST_HEIGHT, 720, 480, 360, 240] as const;
const MAX_HEIGHT = 1088;
const MAX_LEVEL = 52;
const MAX_FRAMES_PER_SECOND = 60.5;
const MAX_BITS_PER_SECOND = 8_000_000;

const isAlike = (names: readonly string[], wanted: readonly string[]): boolean =>
  names.some((name) => wanted.includes(name));

/** The shorter side, so that portrait and landscape videos are treated alike. */
export const heightOf = ({ width, height }: Pick<VideoTrack, 'width' | 'height'>): number => Math.min(width, height);

const isPlainVideo = (video: VideoTrack, bitsPerSecond: number): boolean =>
  video.codec === 'h264' &&
  ['yuv420p', 'yuvj420p'].includes(video.pixelFormat) &&
  !video.isInterlaced &&
  video.level <= MAX_LEVEL &&
  heightOf(video) <= MAX_HEIGHT &&
  video.framesPerSecond <= MAX_FRAMES_PER_SECOND &&
  bitsPerSecond <= MAX_BITS_PER_SECOND;

const isPlainAudio = ({ codec, profile, channels, samplesPerSecond }: AudioTrack): boolean =>
  codec === 'aac' && /^(?:LC|)$/.test(profile) && channels >= 1 && channels <= 2 && samplesPerSecond <= 48_000;

/** Browsers play WebM with its usual codecs. */
const isPlainWebm = ({ containers, video, audio }: SourceFacts, extension: string): boolean =>
  extension === 'webm' &&
  isAlike(containers, ['webm']) &&
  ['vp8', 'vp9', 'av1'].includes(video?.codec ?? '') &&
  (video?.pixelFormat ?? '') === 'yuv420p' &&
  (audio === undefined || ['opus', 'vorbis'].includes(audio.codec));

/** Whether browsers play the video and the audio as they are. */
export const planStreams = (source: SourceFacts & { video: VideoTrack }): Pick<ProgressivePlan, 'video' | 'audio'> => ({
  video: isPlainVideo(source.video, source.bitsPerSecond) ? 'copy' : 'encode',
  audio: source.audio === undefined ? 'none' : isPlainAudio(source.audio) ? 'copy' : 'encode',
});

/** Plans a file with a video track; `isFastStart`: playback can start before the file is loaded. */
export const planProgressive = (
  source: SourceFacts & { video: VideoTrack },
  file: { extension: string; isFastStart: boolean },
): ProgressivePlan => {
  const { video, audio } = planStreams(source);
  const isMp4 = file.extension === 'mp4' && isAlike(source.containers, ['mp4', 'mov']);
  const isReady = isMp4 && file.isFastStart && video === 'copy' && audio !== 'encode';
  return { how: isReady || isPlainWebm(source, file.extension) ? 'keep' : 'make', video, audio };
};

/** The heights of the renditions, the smallest first, which slow connections need. */
export const planLadder = (video: VideoTrack): number[] => {
  const height = heightOf(video);
  const sizes = LADDER.filter((size) => size <= height).toReversed();
  return sizes.length > 0 ? sizes : [Math.max(2, height - (height % 2))];
};
