import type { PictureFacts, SoundFacts, SourceFacts } from './probe.ts';

/** What is made of a file so that every browser plays it: its streams kept as they are, or encoded anew. */
export interface ProgressivePlan {
  /** `keep`: the file itself is served. */
  how: 'keep' | 'make';
  picture: 'copy' | 'encode';
  sound: 'copy' | 'encode' | 'none';
}

export const LARGEST_LINES = 1080;
const LADDER = [LARGEST_LINES, 720, 480] as const;
const MAX_LINES = 1088;
const MAX_LEVEL = 52;
const MAX_FRAMES_PER_SECOND = 60.5;
const MAX_BITS_PER_SECOND = 8_000_000;

const isAlike = (names: readonly string[], wanted: readonly string[]): boolean =>
  names.some((name) => wanted.includes(name));

/** The shorter side, so that a phone held upright counts as one lying down. */
export const linesOf = ({ width, height }: Pick<PictureFacts, 'width' | 'height'>): number => Math.min(width, height);

const isPicturePlain = (picture: PictureFacts, bitsPerSecond: number): boolean =>
  picture.codec === 'h264' &&
  ['yuv420p', 'yuvj420p'].includes(picture.pixelFormat) &&
  !picture.isInterlaced &&
  picture.level <= MAX_LEVEL &&
  linesOf(picture) <= MAX_LINES &&
  picture.framesPerSecond <= MAX_FRAMES_PER_SECOND &&
  bitsPerSecond <= MAX_BITS_PER_SECOND;

const isSoundPlain = ({ codec, profile, channels, samplesPerSecond }: SoundFacts): boolean =>
  codec === 'aac' && /^(?:LC|)$/.test(profile) && channels >= 1 && channels <= 2 && samplesPerSecond <= 48_000;

/** WebM in the codecs that it is made for plays in browsers as it is. */
const isPlainWebm = ({ containers, picture, sound }: SourceFacts, extension: string): boolean =>
  extension === 'webm' &&
  isAlike(containers, ['webm']) &&
  ['vp8', 'vp9', 'av1'].includes(picture?.codec ?? '') &&
  (picture?.pixelFormat ?? '') === 'yuv420p' &&
  (sound === undefined || ['opus', 'vorbis'].includes(sound.codec));

/** Whether browsers play the picture and the sound as they are. */
export const planStreams = (
  source: SourceFacts & { picture: PictureFacts },
): Pick<ProgressivePlan, 'picture' | 'sound'> => ({
  picture: isPicturePlain(source.picture, source.bitsPerSecond) ? 'copy' : 'encode',
  sound: source.sound === undefined ? 'none' : isSoundPlain(source.sound) ? 'copy' : 'encode',
});

/** Decides what to do with a file that has a picture; `isFastStart` says whether playing can begin before its end. */
export const planProgressive = (
  source: SourceFacts & { picture: PictureFacts },
  file: { extension: string; isFastStart: boolean },
): ProgressivePlan => {
  const { picture, sound } = planStreams(source);
  const isMp4 = file.extension === 'mp4' && isAlike(source.containers, ['mp4', 'mov']);
  const isReady = isMp4 && file.isFastStart && picture === 'copy' && sound !== 'encode';
  return { how: isReady || isPlainWebm(source, file.extension) ? 'keep' : 'make', picture, sound };
};

/** The sizes that a video is offered in, in lines, the smallest first: it is the first that a thin line needs. */
export const planLadder = (picture: PictureFacts): number[] => {
  const lines = linesOf(picture);
  const sizes = LADDER.filter((size) => size <= lines).toReversed();
  return sizes.length > 0 ? sizes : [Math.max(2, lines - (lines % 2))];
};
