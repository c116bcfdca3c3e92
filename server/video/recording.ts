import type { Engine } from './engine.ts';
import { MAX_DURATION_MS, measureTracks, type TrackTimes } from './measure.ts';
import { type FileHeader, type PictureTrack, probe, type SoundTrack } from './probe.ts';

/** When a track begins and ends, from the start of the recording. */
interface Placed {
  startMs: number;
  endMs: number;
  /** Whether it lasts from the start of the recording to its end; sound without a hole, while a picture stays until the next. */
  isWhole: boolean;
  /** Whether what was cut off its start is still in the file, and an edit list hides it. */
  isTrimmed: boolean;
}

export type Picture = PictureTrack &
  Placed & {
    /** The rate to encode with: an uneven one is as fast as its fast parts. */
    encodedRate: number;
  };
export type Sound = SoundTrack & Placed;

/** What a player needs to know about a recording: read from its header, measured where headers lie or say nothing. */
export interface Recording extends Pick<FileHeader, 'containers' | 'isFirstOfKind'> {
  /** What the header says; 0 when it says nothing. */
  headerMs: number;
  /** From the first picture or sound to the end of the last. */
  durationMs: number;
  bitsPerSecond: number;
  /** Where it begins in the time of the file, when other tracks begin earlier. */
  offsetMs: number;
  picture: Picture;
  sound: Sound | undefined;
}

/** Players neither notice nor stop at less. */
const UNNOTICED_MS = 100;
/** Players show the last picture and play no sound for so long without stopping. */
const UNNOTICED_END_MS = 500;
const MAX_FRAME_RATE = 30;
const SLOWEST_UNEVEN = 10;
/** A rate that is so much faster than the average in its fast parts is uneven. */
const UNEVEN = 1.25;

const place = (times: TrackTimes, { offsetMs, durationMs }: { offsetMs: number; durationMs: number }): Placed => {
  const [startMs, endMs] = [times.startMs - offsetMs, times.endMs - offsetMs];
  const isWhole = startMs <= UNNOTICED_MS && endMs >= durationMs - UNNOTICED_END_MS;
  return { startMs, endMs, isWhole, isTrimmed: startMs < -UNNOTICED_MS };
};

const placeSound = (times: TrackTimes, span: { offsetMs: number; durationMs: number }): Placed => {
  const placed = place(times, span);
  return { ...placed, isWhole: placed.isWhole && times.longestHoleMs <= UNNOTICED_MS };
};

/** Frames that come as they like, as those of screen recorders, are shown at a steady rate that misses none. */
const encodedRateOf = ({ framesPerSecond }: PictureTrack, times: TrackTimes): number => {
  const { startMs, endMs, packets, shortIntervalMs } = times;
  const average = packets > 1 ? (packets * 1000) / Math.max(1, endMs - startMs) : framesPerSecond;
  const fast = shortIntervalMs > 0 ? 1000 / shortIntervalMs : average;
  if (fast > UNEVEN * average) return Math.min(MAX_FRAME_RATE, Math.max(SLOWEST_UNEVEN, fast));
  const isHeaderRight = Math.abs(framesPerSecond - average) <= average / 20;
  const steady = Math.max(1, isHeaderRight ? framesPerSecond : average);
  return steady > MAX_FRAME_RATE + 0.5 ? steady / Math.ceil(steady / (MAX_FRAME_RATE + 0.5)) : steady;
};

/** Reads a file with ffprobe and ffmpeg, or says what it lacks. Throws ToolError when it is no recording. */
export const readRecording = async (
  engine: Engine,
  url: string,
  signal?: AbortSignal,
): Promise<Recording | 'noPicture' | 'unreadable'> => {
  const { picture, sound, durationMs: headerMs, ...header } = await probe(engine, url, signal);
  if (!picture) return 'noPicture';
  const streams = [picture.streamIndex, ...(sound ? [sound.streamIndex] : [])];
  const [ofPicture, ofSound] = await measureTracks(engine, { url, streams, ...(signal ? { signal } : {}) });
  if (!ofPicture) return 'unreadable';
  // The picture of a decoder begins with the first frame that is shown, its sound before it with silence to skip.
  const offsetMs = Math.max(0, Math.min(ofPicture.startMs, ofSound?.startMs ?? Infinity));
  const durationMs = Math.round(Math.max(ofPicture.endMs, ofSound?.endMs ?? 0) - offsetMs);
  if (durationMs > MAX_DURATION_MS) return 'unreadable';
  const span = { offsetMs, durationMs };
  const bytes = ofPicture.bytes + (ofSound?.bytes ?? 0);
  return {
    ...header,
    headerMs,
    durationMs,
    offsetMs,
    bitsPerSecond: durationMs > 0 ? (bytes * 8000) / durationMs : 0,
    picture: { ...picture, ...place(ofPicture, span), encodedRate: encodedRateOf(picture, ofPicture) },
    sound: sound && ofSound && { ...sound, ...placeSound(ofSound, span) },
  };
};
