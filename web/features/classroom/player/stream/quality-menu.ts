import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Chapter } from '#contract/classroom/chapters.ts';

/** A size that a lecture can be played in. */
export interface Rendition {
  /** In lines, as people know sizes. */
  height: number;
  /** On average. */
  bitsPerSecond: number;
}

/** `original` is the single file; a number is the height of a rendition in pixels. */
export type Quality = 'auto' | 'original' | 'audio' | number;

/** The lines of a picture: its shorter side, so that an upright video in Full HD has 1080, too. */
export const linesOf = ({ width = 0, height = 0 }: { width?: number; height?: number }): number =>
  Math.min(width, height);

/** The index of the chapter at a time; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ startMs }) => startMs <= seconds * 1000 + 50);

interface QualityChoice {
  quality: Quality;
  name: MessageDescriptor;
  /** Beside the name, such as "480p". */
  detail: MessageDescriptor | string;
  /** "~350 MB/h"; undefined when it is not known. */
  data: string | undefined;
}

const NAMES = [
  [1080, msg`Full HD`],
  [720, msg`High`],
  [480, msg`Standard`],
  [360, msg`Low`],
] as const;

const nameOf = (height: number): MessageDescriptor => NAMES.find(([from]) => height >= from)?.[1] ?? msg`Data saver`;

/** 777000 → "~350 MB/h": two figures, because the rate varies more than that. */
export const dataPerHour = (bitsPerSecond: number): string => {
  const megabytes = (bitsPerSecond * 3600) / 8 / 1_000_000;
  return `~${Number(megabytes.toPrecision(2))} MB/h`;
};

interface Offer {
  renditions: readonly Rendition[];
  /** Undefined when the lecture has no audio alone. */
  audioBitsPerSecond: number | undefined;
  chosen: Quality;
  /** The height that plays now. */
  playing: number | null;
}

/** The qualities of a lecture, the best first. */
export const qualityChoices = ({ renditions, audioBitsPerSecond, chosen, playing: height }: Offer): QualityChoice[] => {
  const playing = chosen === 'auto' ? renditions.find((rendition) => rendition.height === height) : undefined;
  const automatic: QualityChoice = {
    quality: 'auto',
    name: msg`Auto`,
    detail: playing ? msg`${{ height: playing.height }}p now` : '',
    data: playing && dataPerHour(playing.bitsPerSecond),
  };
  const sizes = renditions.map(({ height, bitsPerSecond }) => ({
    quality: height,
    name: nameOf(height),
    detail: `${height}p`,
    data: dataPerHour(bitsPerSecond),
  }));
  const original: QualityChoice = {
    quality: 'original',
    name: msg`Original`,
    detail: msg`as uploaded`,
    data: undefined,
  };
  const audio: QualityChoice[] =
    audioBitsPerSecond === undefined
      ? []
      : [
          {
            quality: 'audio',
            name: msg`Audio only`,
            detail: msg`screen may sleep`,
            data: dataPerHour(audioBitsPerSecond),
          },
        ];
  return [automatic, ...sizes, ...audio, original];
};
