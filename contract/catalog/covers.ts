/** The widths in pixels and the types in which covers are drawn, smallest and newest first. No page loads larger ones. */
export const COVER_WIDTHS = [320, 640, 960, 1280] as const;
export const COVER_TYPES = ['avif', 'webp'] as const;

export interface CoverSize {
  width: (typeof COVER_WIDTHS)[number];
  type: (typeof COVER_TYPES)[number];
}
