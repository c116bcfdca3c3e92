import type { CoverSize } from '#contract/catalog/covers.ts';

/** Why the rendering process draws nothing. */
export const REFUSALS = ['not_an_image', 'damaged_image', 'too_many_pixels'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The task of the rendering process. */
export interface Drawing {
  shape: 'avatar' | 'thumbnail' | 'mark' | 'tile' | 'card' | 'cover' | 'paper' | 'signature';
  path: string;
  isSvg: boolean;
  /** Of a cover. */
  size?: CoverSize | undefined;
}
