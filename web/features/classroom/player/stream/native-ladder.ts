import type { Ladder, LadderEvents, LadderQuality } from './hls-stream.ts';

interface NativeLadder extends Pick<LadderEvents, 'onRenditions' | 'onHeight'> {
  video: HTMLVideoElement;
  /** Of the master playlist. */
  address: string;
  quality: LadderQuality;
  signal: AbortSignal;
}

/** Sizes where the browser plays playlists itself and offers none, as iPhones before iOS 17.1: each is a playlist of its own. */
export const openNativeLadder = async (options: NativeLadder): Promise<Ladder> => {
  const { video, address, quality, signal, onRenditions, onHeight } = options;
  const { readRenditions } = await import('#web/features/classroom/offline/offline-quality.ts');
  const response = await fetch(address);
  const renditions = response.ok ? readRenditions(await response.text(), address) : [];
  const sizes = renditions.flatMap(({ quality: height, bitsPerSecond }) =>
    typeof height === 'number' ? [{ height, bitsPerSecond }] : [],
  );
  const choose = (wanted: LadderQuality): void => {
    const size = wanted === 'lowest' ? sizes.at(-1)?.height : wanted;
    const chosen = renditions.find((rendition) => rendition.quality === size);
    if (chosen && typeof size === 'number') onHeight(size);
    video.src = chosen?.address ?? address;
  };
  if (!signal.aborted) {
    onRenditions(sizes, renditions.find((rendition) => rendition.quality === 'audio')?.bitsPerSecond);
    choose(quality);
  }
  return { choose, stop: () => undefined };
};
