/** What both lectures of the monsoon course have in common. */
export const COURSE = 'A Short Science of the Monsoon';
export const LAND = '#8F6416';
export const SEA = '#2F7A80';

/** D, B minor, G, A. */
export const CHORDS = [
  [73.42, 146.83, 220, 369.99],
  [123.47, 246.94, 293.66],
  [98, 196, 293.66],
  [110, 220, 277.18],
] as const;
