import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accentLook, accentVariables, contrastOf, DEFAULT_ACCENT, grounds, type Theme } from './accent.ts';

/** The surfaces as a browser computes them from theme.css. */
const surfaces = {
  morning: { page: '#F5F6EE', paper: '#FDFEFB', neutral: '#11282C' },
  evening: { page: '#0B171A', paper: '#142225', neutral: '#152F32' },
};
const themes: readonly Theme[] = ['morning', 'evening'];

/** From black to white, and through all hues. */
const colours = ['00', '33', '66', '80', '99', 'CC', 'FF'].flatMap((red, _index, levels) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);

describe('an accent colour', () => {
  it('has the contrast of WCAG', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#E9B949', '#F5F6EF')).toBeCloseTo(1.68, 2);
  });

  it.each(themes)('can be read and seen, whichever it is, in the %s theme', (theme) => {
    const { page, paper, neutral } = surfaces[theme];
    const faint = colours.flatMap((colour) => {
      const { content, ink, edge, onNeutral } = accentLook(colour, theme);
      const least = {
        content: contrastOf(content, colour) / 4.5,
        ink: Math.min(contrastOf(ink, page), contrastOf(ink, paper)) / 4.5,
        edge: Math.min(contrastOf(edge, page), contrastOf(edge, paper)) / 3,
        onNeutral: contrastOf(onNeutral, neutral) / 3,
      };
      return Object.entries(least).flatMap(([name, part]) => (part < 1 ? [`${colour} ${name} ${part}`] : []));
    });
    expect(faint).toEqual([]);
  });

  it('gets an edge of its hue only where it is faint', () => {
    expect(accentLook('#E9B949', 'morning')).toMatchObject({ content: '#1D1503', edge: '#B48700', ink: '#8F6B00' });
    expect(accentLook('#E9B949', 'evening')).toMatchObject({ edge: '#E9B949', ink: '#E9B949' });
    expect(accentLook('#12454F', 'morning')).toMatchObject({ content: '#F0FBFD', edge: '#12454F', ink: '#12454F' });
    expect(accentLook('#12454F', 'evening').edge).not.toBe('#12454F');
  });

  it('is drawn as the theme has it when it is the default', () => {
    expect(accentVariables(DEFAULT_ACCENT, 'morning')).toEqual({});
  });

  it('is compared with the surfaces of the style sheet', () => {
    const css = readFileSync(path.resolve(import.meta.dirname, '../../web/styles/theme.css'), 'utf8');
    for (const theme of themes) {
      const block = css.slice(css.indexOf(`name: '${theme}'`));
      const names = { page: 'base-200', paper: 'base-100', neutral: 'neutral' } as const;
      for (const [name, variable] of Object.entries(names)) {
        const found = new RegExp(String.raw`--color-${variable}: oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`).exec(block);
        const [lightness, chroma, hue] = (found ?? []).slice(1).map(Number);
        expect([(lightness ?? 0) / 100, chroma, hue]).toEqual(
          Object.entries(grounds[theme]).find(([key]) => key === name)?.[1],
        );
      }
    }
  });
});

it('the default colour changes no variable of the theme, and another one all of its five', () => {
  expect(accentVariables(DEFAULT_ACCENT, 'morning')).toEqual({});
  expect(Object.keys(accentVariables('#123456', 'evening'))).toEqual([
    '--color-accent',
    '--color-accent-content',
    '--accent-ink',
    '--accent-edge',
    '--accent-on-neutral',
  ]);
});
