import type { CoverSize } from '#contract/covers.ts';

/** What the drawing process is sent. */
export interface Drawing {
  shape: 'avatar' | 'thumbnail' | 'mark' | 'tile' | 'card' | 'cover';
  path: string;
  isSvg: boolean;
  /** Of a cover. */
  size?: CoverSize | undefined;
}
