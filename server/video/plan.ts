import type { Picture, Recording, Sound } from './recording.ts';

/**
 * The version of what is made of a recording. A higher one names below what the previous version got wrong, so that videos of
 * that kind are made again.
 */
export const PIPELINE_VERSION = 2;

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
/** A header that is so far from what is in the file is wrong. */
const WRONG_LENGTH_MS = 1000;

const isAlike = (names: readonly string[], wanted: readonly string[]): boolean =>
  names.some((name) => wanted.includes(name));

/** The shorter side, so that portrait and landscape videos are treated alike. */
export const heightOf = ({ width, height }: Pick<Picture, 'width' | 'height'>): number => Math.min(width, height);

/** Whether a length is missing, or not what was measured. */
export const isLengthWrong = (measuredMs: number, saidMs: number | null): boolean =>
  measuredMs > 0 && (!saidMs || Math.abs(saidMs - measuredMs) > WRONG_LENGTH_MS);

const isPlainPicture = ({ picture, bitsPerSecond }: Recording): boolean =>
  picture.codec === 'h264' &&
  ['yuv420p', 'yuvj420p'].includes(picture.pixelFormat) &&
  !picture.isInterlaced &&
  !picture.isMirrored &&
  picture.colour !== 'hdr' &&
  picture.isWhole &&
  picture.level <= MAX_LEVEL &&
  heightOf(picture) <= MAX_HEIGHT &&
  picture.framesPerSecond <= MAX_FRAMES_PER_SECOND &&
  bitsPerSecond <= MAX_BITS_PER_SECOND;

const isPlainSound = ({ codec, profile, channels, samplesPerSecond, isWhole }: Sound): boolean =>
  codec === 'aac' && /^(?:LC|)$/.test(profile) && channels <= 2 && samplesPerSecond <= 48_000 && isWhole;

/** Browsers play WebM with its usual codecs. */
const isPlainWebm = ({ containers, picture, sound }: Recording, extension: string): boolean =>
  extension === 'webm' &&
  isAlike(containers, ['webm']) &&
  ['vp8', 'vp9', 'av1'].includes(picture.codec) &&
  picture.pixelFormat === 'yuv420p' &&
  picture.isWhole &&
  (sound === undefined || (['opus', 'vorbis'].includes(sound.codec) && sound.isWhole));

/** What browsers play as it is, in a file: they turn and stretch its picture as it says. */
const planFile = (recording: Recording): Pick<ProgressivePlan, 'video' | 'audio'> => ({
  video: isPlainPicture(recording) ? 'copy' : 'encode',
  audio: recording.sound === undefined ? 'none' : isPlainSound(recording.sound) ? 'copy' : 'encode',
});

/** What may be copied into segments, where players see neither rotation nor the shape of pixels, and all that was cut off. */
export const planSegments = (recording: Recording): Pick<ProgressivePlan, 'video' | 'audio'> => {
  const { isUpright, hasSquarePixels, isTrimmed } = recording.picture;
  const { video, audio } = planFile(recording);
  return {
    video: isUpright && hasSquarePixels && !isTrimmed ? video : 'encode',
    audio: recording.sound?.isTrimmed ? 'encode' : audio,
  };
};

/** Plans the single file; `isFastStart`: playback can start before it is loaded. */
export const planProgressive = (
  recording: Recording,
  file: { extension: string; isFastStart: boolean },
): ProgressivePlan => {
  const { video, audio } = planFile(recording);
  const isMp4 = file.extension === 'mp4' && isAlike(recording.containers, ['mp4', 'mov']);
  const isReady = isMp4 && file.isFastStart && video === 'copy' && audio !== 'encode';
  const isKept =
    (isReady || isPlainWebm(recording, file.extension)) && !isLengthWrong(recording.durationMs, recording.headerMs);
  return { how: isKept && recording.isFirstOfKind ? 'keep' : 'make', video, audio };
};

/** The heights of the renditions, the smallest first, which slow connections need. */
export const planLadder = (picture: Picture): number[] => {
  const height = heightOf(picture);
  const sizes = LADDER.filter((size) => size <= height).toReversed();
  return sizes.length > 0 ? sizes : [Math.max(2, height - (height % 2))];
};

/** Even sizes of the picture: the shorter side at most `height`, and no side longer than players take. */
export const fitInto = (
  { width, height }: Pick<Picture, 'width' | 'height'>,
  shorter: number,
  longer = 4096,
): { width: number; height: number } => {
  const scale = Math.min(1, shorter / Math.min(width, height), longer / Math.max(width, height));
  const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
};

/**
 * Whether version 1 got a recording wrong: it took tracks as they are (sound that begins late, ends early or has holes), copied
 * turned, mirrored and trimmed pictures, stretched others, showed HDR pale, slowed down uneven rates, took the first tracks
 * instead of the default ones, and believed the length in the header.
 */
export const isWronglyMade = (recording: Recording, saidMs: number | null): boolean => {
  const { picture, sound, offsetMs, isFirstOfKind } = recording;
  const wasCopied = heightOf(picture) >= LARGEST_HEIGHT && isPlainPicture(recording);
  const isSlowed = picture.encodedRate > picture.framesPerSecond * 1.2;
  return (
    !picture.isWhole ||
    sound?.isWhole === false ||
    offsetMs > 100 ||
    !isFirstOfKind ||
    !picture.hasSquarePixels ||
    picture.isMirrored ||
    ['hdr', 'rgb'].includes(picture.colour) ||
    (wasCopied && (!picture.isUpright || picture.isTrimmed || sound?.isTrimmed === true)) ||
    isSlowed ||
    isLengthWrong(recording.durationMs, saidMs)
  );
};
