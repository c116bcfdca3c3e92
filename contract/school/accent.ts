/** The accent colour of a school as it is drawn: in OKLCH, so that a lighter or darker one keeps its hue. */
export const DEFAULT_ACCENT = '#F37254';
export const ACCENT = /^#[0-9A-F]{6}$/;

/** The contrast that text needs, and that bars and edges need (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const GRAPHICS_CONTRAST = 3;

export type Theme = 'morning' | 'evening';

type Triple = readonly [number, number, number];
/** Lightness, chroma, hue in degrees. */
type Oklch = Triple;

/** The surfaces of `web/styles/theme.css`: page, paper, and the ground of the player. */
export const grounds: Record<Theme, { page: Oklch; paper: Oklch; neutral: Oklch }> = {
  morning: { page: [0.97, 0.01, 115], paper: [0.995, 0.004, 110], neutral: [0.26, 0.03, 212] },
  evening: { page: [0.195, 0.018, 215], paper: [0.24, 0.02, 215], neutral: [0.285, 0.032, 205] },
};

const DARK_INK = 0.2;
const LIGHT_INK = 0.98;
const INK_CHROMA = 0.035;
const STEP = 0.01;

const toLinear = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** The linear red, green and blue of `#RRGGBB`, each from 0 to 1. */
const linearOf = (colour: string): Triple => {
  const channel = (at: number): number => toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
};

const dot = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z;

const oklchOf = (colour: string): Oklch => {
  const linear = linearOf(colour);
  const lms: Triple = [
    Math.cbrt(dot(linear, [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9])),
    Math.cbrt(dot(linear, [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6])),
    Math.cbrt(dot(linear, [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5])),
  ];
  const a = dot(lms, [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9]);
  const b = dot(lms, [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766]);
  const lightness = dot(lms, [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8]);
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
};

const linearOfOklch = ([lightness, chroma, hue]: Oklch): Triple => {
  const radians = (hue * Math.PI) / 180;
  const lab: Triple = [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)];
  const lms: Triple = [
    dot(lab, [1, 0.396_337_777_4, 0.215_803_757_3]) ** 3,
    dot(lab, [1, -0.105_561_345_8, -0.063_854_172_8]) ** 3,
    dot(lab, [1, -0.089_484_177_5, -1.291_485_548]) ** 3,
  ];
  return [
    dot(lms, [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2]),
    dot(lms, [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5]),
    dot(lms, [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701]),
  ];
};

/** As `#RRGGBB`, with as much of the chroma as a screen can show. */
export const hexOf = ([lightness, chroma, hue]: Oklch): string => {
  const linear = linearOfOklch([lightness, chroma, hue]);
  const isShown = linear.every((value) => value > -0.001 && value < 1.001);
  if (!isShown && chroma > 0) return hexOf([lightness, Math.max(0, chroma - 0.005), hue]);
  const bytes = linear.map((value) => Math.round(255 * toGamma(Math.min(1, Math.max(0, value)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
};

/** A surface of the pages, as `#RRGGBB`. */
export const groundColour = (theme: Theme, surface: 'page' | 'neutral'): string => hexOf(grounds[theme][surface]);

const luminanceOf = (colour: string): number => dot(linearOf(colour), [0.2126, 0.7152, 0.0722]);

/** From 1 for the same colours to 21 for black on white. */
export const contrastOf = (one: string, other: string): number => {
  const [a, b] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
};

const leastContrast = (colour: string, surfaces: readonly string[]): number =>
  Math.min(...surfaces.map((surface) => contrastOf(colour, surface)));

/** The colour, or the next lightness of its hue away from the surfaces that reaches the contrast with all of them. */
const reaching = (contrast: number, colour: string, surfaces: readonly string[]): string => {
  const [lightness, chroma, hue] = oklchOf(colour);
  const step = Math.min(...surfaces.map(luminanceOf)) > 0.5 ? -STEP : STEP;
  let reached = colour;
  for (let next = lightness + step; leastContrast(reached, surfaces) < contrast; next += step) {
    reached = hexOf([Math.min(1, Math.max(0, next)), chroma, hue]);
    if (next <= 0 || next >= 1) break;
  }
  return reached;
};

/** The colour, or the next lightness of it that can be read on the surface. */
export const readableOn = (colour: string, surface: string): string => reaching(TEXT_CONTRAST, colour, [surface]);

/** The darker ink where it can be read, otherwise the lighter one; white or black between them. */
const inkOn = (colour: string): string => {
  const [, chroma, hue] = oklchOf(colour);
  const tint = Math.min(chroma, INK_CHROMA);
  const inks = [hexOf([DARK_INK, tint, hue]), hexOf([LIGHT_INK, tint / 3, hue]), '#FFFFFF', '#000000'];
  return inks.find((ink) => contrastOf(ink, colour) >= TEXT_CONTRAST) ?? '#000000';
};

export interface AccentLook {
  /** Text on the colour. */
  content: string;
  /** Words in the colour, on the page. */
  ink: string;
  /** The outline of shapes in the colour: the colour itself, where it stands out from the page. */
  edge: string;
  /** The bar of the player. */
  onNeutral: string;
  /** Of the colour with the page, before there is an edge. */
  pageContrast: number;
}

/** How an accent colour is drawn in a theme so that everything can be read and seen. Any colour can be. */
export const accentLook = (colour: string, theme: Theme): AccentLook => {
  const { page, paper, neutral } = grounds[theme];
  const surfaces = [hexOf(page), hexOf(paper)];
  return {
    content: inkOn(colour),
    ink: reaching(TEXT_CONTRAST, colour, surfaces),
    edge: reaching(GRAPHICS_CONTRAST, colour, surfaces),
    onNeutral: reaching(GRAPHICS_CONTRAST, colour, [hexOf(neutral)]),
    pageContrast: leastContrast(colour, surfaces),
  };
};

/** The variables of `web/styles/theme.css` that follow the accent colour. The default is drawn as the theme has it. */
export const accentVariables = (colour: string, theme: Theme): Record<`--${string}`, string> => {
  if (colour === DEFAULT_ACCENT) return {};
  const { content, ink, edge, onNeutral } = accentLook(colour, theme);
  return {
    '--color-accent': colour,
    '--color-accent-content': content,
    '--accent-ink': ink,
    '--accent-edge': edge,
    '--accent-on-neutral': onNeutral,
  };
};
