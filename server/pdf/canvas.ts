import type { Weight } from './fonts.ts';

/** Where something is drawn, in points from the top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Writing {
  x: number;
  y: number;
  width: number;
  size: number;
  color: string;
  weight?: Weight;
  align?: 'left' | 'right';
  /** The text gets smaller until it needs no more than these. */
  lines?: number;
  least?: number;
  /** In font sizes. */
  lineHeight?: number;
}

/** What a page is drawn on: a PDF or a picture. */
export interface Canvas {
  /** Text of any script. Returns where the next line begins. */
  write(text: string, writing: Writing): number;
  rect(box: Box, color: string, opacity?: number): void;
  /** Circles around the lower right corner of a box, each clipped to it. */
  arcs(box: Box, radii: readonly number[], color: string, opacity: number): void;
  /** A path in a square of `size` units. */
  path(path: { path: string; size: number }, box: Box, color: string): void;
  /** A PNG or JPEG: over the whole box, or whole in it, at a corner. */
  image(bytes: Uint8Array, box: Box, fit: 'fill' | 'top left' | 'bottom right'): void;
  link(box: Box, address: string): void;
}
