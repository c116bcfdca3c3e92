import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a browser shows of a page, and loads for it, before the program of the page runs. */
export interface Outline {
  head: string;
  body: string;
}

const Built = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), css: z.array(z.string()).optional() }),
);
const CLASSROOM = 'features/classroom/classroom-page.tsx';
const EVERY_PAGE = 'index.html';

const row =
  '<div class="lecture-row"><div class="skeleton-block h-5 w-5"></div><div class="skeleton-block h-5 w-2/3"></div><div class="skeleton-block h-5 w-10"></div></div>';
/** As `ClassroomSkeleton` of the pages draws it. */
const body = `<div class="classroom needs-script" aria-hidden="true"><div class="classroom-course mt-2 flex min-h-11 items-center"><div class="skeleton-block h-5 w-40"></div></div><div class="classroom-player"><div class="skeleton-block aspect-video w-full"></div></div><div class="classroom-side"><div class="surface overflow-hidden">${row.repeat(6)}</div></div></div>`;

/**
 * The places of the player and of the list, which people on slow lines see for seconds, and the files of the classroom, which are
 * requested beside those of every page instead of after them. Undefined without built pages.
 */
export const readClassroomOutline = (folder: string): Outline | undefined => {
  const file = join(folder, '.vite/manifest.json');
  if (!existsSync(file)) return undefined;
  const built = Built.parse(JSON.parse(readFileSync(file, 'utf8')));
  const reach = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    built[name]?.imports?.forEach((one) => reach(one, found));
    return found;
  };
  const own = [...reach(CLASSROOM).difference(reach(EVERY_PAGE))].flatMap((name) => built[name] ?? []);
  const styles = new Set(own.flatMap(({ css = [] }) => css));
  const head = [
    ...[...styles].map((style) => `<link rel="stylesheet" href="/${style}" />`),
    ...own.map((part) => `<link rel="modulepreload" href="/${part.file}" fetchpriority="low" />`),
  ];
  return { head: head.join(''), body };
};
