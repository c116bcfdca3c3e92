import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Figure, figure, round } from './measure.ts';
import type { Subject } from './processes.ts';

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);

type Files = z.output<typeof Manifest>;

/** Every script that a page loads: the entry, the page's own chunk, and what they import. */
const scriptsOf = (manifest: Files, page: RegExp): string[] => {
  const roots = Object.keys(manifest).filter((name) => manifest[name]?.isEntry === true || page.test(name));
  const wanted = new Set<string>();
  const add = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    manifest[name]?.imports.forEach(add);
  };
  roots.forEach(add);
  return [...wanted].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith('.js'));
};

export const pageFigures = ({ checkout }: Subject): Figure[] => {
  const folder = join(checkout, 'dist/web');
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')));
  const pages = [
    ['JavaScript for the home page, brotli', /features\/school\/site\/home\.tsx/, 120],
    ['JavaScript before the first frame of a lecture, brotli', /features\/classroom\/classroom-page\.tsx/, 180],
  ] as const;
  return pages.map(([question, page, atMost]) => {
    const files = scriptsOf(manifest, page);
    const sizeBytes = files.reduce((sum, file) => sum + readFileSync(join(folder, `${file}.br`)).length, 0);
    return figure(question, { atMost }, round(sizeBytes / 1024, 1), 'KB', `${files.length} files, as served`);
  });
};
