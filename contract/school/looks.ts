/** How the pages of a school are drawn: typeface and shape, in the colours of the theme. */
export const looks = ['ledge', 'slate', 'courtyard'] as const;
export type Look = (typeof looks)[number];
export const DEFAULT_LOOK: Look = 'ledge';
