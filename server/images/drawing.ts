import type { CoverSize } from '#contract/covers.ts';

/** The task of the rendering process. */
export interface Drawing {
  shape: 'avatar' | 'thumbnail' | 'mark' | 'tile' | 'card' | 'cover';
  path: string;
  isSvg: boolean;
  /** Whether this program wrote the image. */
  isStored?: boolean | undefined;
  /** Of a cover. */
  size?: CoverSize | undefined;
}
