import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Figure, figure, round } from './measure.ts';

const FOLDER = 'dist/web';
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

/** Every script that the home page loads: the entry, the page's own chunk, and what they import. */
export const pageFigures = (): Figure[] => {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')));
  const roots = Object.keys(manifest).filter((name) => manifest[name]?.isEntry === true || /pages\/home\b/.test(name));
  const wanted = new Set<string>();
  const add = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    manifest[name]?.imports.forEach(add);
  };
  roots.forEach(add);
  const files = [...wanted].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith('.js'));
  const sizes = files.map((file) => readFileSync(join(FOLDER, `${file}.br`)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return [
    figure(
      'JavaScript for the home page, brotli',
      { atMost: 120 },
      round(total / 1024, 1),
      'KB',
      `${files.length} files, as served`,
    ),
  ];
};
