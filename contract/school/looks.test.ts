import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contrastOf, hexOf } from './accent.ts';
import { looks } from './looks.ts';

const read = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../web/styles', name), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

const [theme, css] = [read('theme.css'), read('looks.css')];

const colourIn = (name: string, variable: string): string => {
  const block = theme.slice(theme.indexOf(`name: '${name}'`));
  const [, ...found] = new RegExp(String.raw`\s--${variable}: oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`).exec(block) ?? [];
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = found.map(Number);
  return hexOf([lightness / 100, chroma, hue]);
};

it('sets a colour only where a look turns the opening dark', () => {
  const changed = [...css.matchAll(/([^{}]*)\{([^{}]*--(?:color|muted|line)[\w-]*:[^{}]*)/g)];
  expect(changed.map(([, selector]) => selector?.trim())).toEqual(["[data-look='slate'] .opening"]);
  expect(changed[0]?.[2]?.match(/--[\w-]+: var\(--[\w-]+\)/g)).toEqual([
    '--color-base-content: var(--color-neutral-content)',
    '--color-primary: var(--color-neutral-content)',
    '--color-primary-content: var(--color-neutral)',
    '--muted: var(--neutral-muted)',
    '--line-strong: var(--neutral-muted)',
  ]);
});

it.each(['morning', 'evening'])('can be read in the dark opening of the %s theme', (name) => {
  const ground = colourIn(name, 'color-neutral');
  expect(contrastOf(colourIn(name, 'color-neutral-content'), ground)).toBeGreaterThan(12);
  expect(contrastOf(colourIn(name, 'neutral-muted'), ground)).toBeGreaterThan(6);
});

it('draws every look but the first, which is the theme', () => {
  expect(looks.filter((look) => !css.includes(`[data-look='${look}']`))).toEqual(['ledge']);
});
