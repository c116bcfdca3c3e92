/** One language of captions. */
export interface CaptionSource {
  /** As BCP 47, such as "en" or "hi". */
  language: string;
  label: string;
  address: string;
}

export interface Chapter {
  startSeconds: number;
  title: string;
}

/** Where everything of one lecture is now; all of it is short-lived and renewed together. */
export interface PlayerSource {
  /** One file that plays in any browser. */
  address: string;
  /** The playlist of its qualities, where they are made. */
  hls: string | null;
  poster: string | null;
  /** A WebVTT file that tells which part of which picture shows which time. */
  storyboard: string | null;
  captions: readonly CaptionSource[];
}

/** `original` is the one file; a number is the height of a picture of the ladder, in lines. */
export type Quality = 'auto' | 'original' | number;

/** The chapter that a time lies in; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds + 0.05);
