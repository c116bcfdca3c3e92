/** One language of captions. */
interface CaptionSource {
  /** As BCP 47, such as "en" or "hi". */
  language: string;
  label: string;
  address: string;
}

export interface Chapter {
  startSeconds: number;
  title: string;
}

/** The addresses of a lecture. They expire, and are renewed together. */
export interface PlayerSource {
  /** The single file, which plays in any browser. */
  address: string;
  /** The HLS playlist, once the renditions exist. */
  hls: string | null;
  poster: string | null;
  /** A WebVTT file that maps times to parts of images. */
  storyboard: string | null;
  captions: readonly CaptionSource[];
}

/** A size that a lecture can be played in. */
export interface Rendition {
  height: number;
  /** On average. */
  bitsPerSecond: number;
}

/** `original` is the single file; a number is the height of a rendition in pixels. */
export type Quality = 'auto' | 'original' | 'audio' | number;

/** The index of the chapter at a time; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds + 0.05);
