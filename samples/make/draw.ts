/**
 * What every slide is drawn with: colours, type, and movement. A slide is an SVG text, a pure function of the second
 * that it shows, so equal seconds give equal texts and a frame that stands still is rendered once.
 */
export const WIDTH = 1280;
export const HEIGHT = 720;

export const TURMERIC = '#F2C14E';
export const PAPER = '#F6EFDC';
export const PAPER_INK = '#1D2A2E';
export const INK = '#FBFAF4';

export type Theme = { ground: string; slope: string; panel: string; soft: string };

export const GREEN: Theme = { ground: '#24503D', slope: '#173528', panel: '#376A52', soft: '#CFE2CF' };
export const INDIGO: Theme = { ground: '#2B3A67', slope: '#1A2446', panel: '#3E5085', soft: '#CBD5EA' };
export const BRICK: Theme = { ground: '#7E2F1F', slope: '#591E13', panel: '#9C452F', soft: '#F8DDCB' };
export const TEAL: Theme = { ground: '#12454F', slope: '#0B2E36', panel: '#1F5F69', soft: '#BFD9CF' };

export type TextStyle = {
  size?: number;
  color?: string;
  weight?: number;
  display?: boolean;
  anchor?: 'start' | 'middle' | 'end';
};

const round = (n: number) => Math.round(n * 100) / 100;
const escape = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Eczar's digits touch its rupee sign; a hair space parts them. */
const openRupee = (words: string) => words.replaceAll('₹', '₹\u200a');

export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = 32, color = INK, display = false, weight = display ? 500 : 450, anchor = 'start' } = style;
  const family = display ? 'Eczar' : 'Figtree';
  const tracking = display ? ' letter-spacing="-0.012em"' : '';
  return (
    `<text x="${round(x)}" y="${round(y)}" font-family="${family}" font-size="${size}" font-weight="${weight}"` +
    ` fill="${color}" text-anchor="${anchor}"${tracking}>${escape(display ? openRupee(words) : words)}</text>`
  );
}

export function box(x: number, y: number, w: number, h: number, fill: string, radius = 8): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;
}

export function line(points: readonly (readonly [number, number])[], stroke: string, width = 3, extra = ''): string {
  const path = points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');
  return `<path d="M${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
}

export function fade(opacity: number, inner: string): string {
  if (opacity <= 0) return '';
  return opacity >= 1 ? inner : `<g opacity="${round(opacity)}">${inner}</g>`;
}

export function shift(dx: number, dy: number, inner: string): string {
  return `<g transform="translate(${round(dx)} ${round(dy)})">${inner}</g>`;
}

/** How far a movement that begins at `at` has come at second `t`: 0 to 1, quick at first, then settling. */
export function progress(t: number, at: number, seconds = 0.8): number {
  const part = Math.min(1, Math.max(0, (t - at) / seconds));
  return 1 - (1 - part) ** 3;
}

export function between(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** Fades in and rises a little when its moment comes. */
export function appear(t: number, at: number, inner: string): string {
  const part = progress(t, at, 0.6);
  return part === 0 ? '' : fade(part, shift(0, between(14, 0, part), inner));
}

export function rupees(amount: number): string {
  const sign = amount < 0 ? '−' : '';
  return `${sign}₹${Math.abs(amount).toLocaleString('en-IN')}`;
}

export type Caption = { atSec: number; words: string };

function captionAt(t: number, captions: readonly Caption[], color: string): string {
  return captions
    .map(({ atSec, words }, i) => {
      const nextSec = captions[i + 1]?.atSec ?? Number.POSITIVE_INFINITY;
      const opacity = progress(t, atSec, 0.35) * (1 - progress(t, nextSec - 0.2, 0.2));
      return fade(opacity, text(88, 660, words, { size: 31, color, weight: 500 }));
    })
    .join('');
}

export type Slide = {
  theme: Theme;
  course: string;
  title: string;
  captions: readonly Caption[];
  /** `slope` is the plain ground; `floor` is for a landscape that reaches from edge to edge. */
  ground: 'slope' | 'floor';
};

/** One whole frame: ground, titles, the figure and the caption of this second. */
export function slideAt(t: number, slide: Slide, figure: string): string {
  const { theme, course, title, captions, ground } = slide;
  const slope = `<path d="M0 600L${WIDTH} 430V${HEIGHT}H0Z" fill="${theme.slope}"/>`;
  const floor = box(0, 606, WIDTH, HEIGHT - 606, theme.slope, 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    box(0, 0, WIDTH, HEIGHT, theme.ground, 0) +
    (ground === 'slope' ? slope : '') +
    figure +
    (ground === 'floor' ? floor : '') +
    text(88, 84, course, { size: 25, color: theme.soft, weight: 500 }) +
    text(88, 148, title, { size: 58, display: true }) +
    captionAt(t, captions, theme.soft) +
    '</svg>'
  );
}
