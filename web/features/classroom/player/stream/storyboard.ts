import { useEffect, useState } from 'react';
import { parseUrl } from '#contract/parse-url.ts';

/** One image of the storyboard: a part of a larger file. */
export interface Thumbnail {
  startSeconds: number;
  endSeconds: number;
  address: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const MAX_THUMBNAILS = 5000;

const secondsOf = (time: string): number =>
  time.split(':').reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0);

const readCue = (cue: string, base: string): Thumbnail | undefined => {
  const timing = /([\d:.,]+)\s+-->\s+([\d:.,]+)[^\n]*\n+\s*(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/.exec(cue);
  if (!timing) return undefined;
  const [, start = '', end = '', file = '', ...numbers] = timing;
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
  const address = parseUrl(file, base)?.href;
  if (!address || width === 0 || height === 0) return undefined;
  return { startSeconds: secondsOf(start), endSeconds: secondsOf(end), address, x, y, width, height };
};

/** Parses a WebVTT storyboard with addresses relative to `base`. Invalid cues are left out. */
export const parseStoryboard = (text: string, base: string): Thumbnail[] =>
  text
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .slice(0, MAX_THUMBNAILS)
    .flatMap((cue) => readCue(cue, base) ?? []);

export const thumbnailAt = (thumbnails: readonly Thumbnail[], seconds: number): Thumbnail | undefined =>
  thumbnails.findLast(({ startSeconds }) => startSeconds <= seconds) ?? thumbnails[0];

const none: readonly Thumbnail[] = [];

/** The images of a storyboard; none until they are loaded, or when they do not load. */
export const useThumbnails = (address: string | null): readonly Thumbnail[] => {
  const [thumbnails, setThumbnails] = useState(none);
  useEffect(() => {
    if (address === null) return undefined;
    const leaving = new AbortController();
    fetch(address, { signal: leaving.signal })
      .then(async (response) => (response.ok ? parseStoryboard(await response.text(), response.url || address) : none))
      .then(setThumbnails)
      .catch(() => undefined);
    return () => leaving.abort();
  }, [address]);
  return thumbnails;
};

/** The images of the seek bar. `wanted` loads them once per address, so that nothing is fetched before the bar is used. */
export const useStoryboard = (address: string | null) => {
  const [asked, setAsked] = useState<string | null>(null);
  return { thumbnails: useThumbnails(asked), wanted: () => setAsked(address) };
};
