import { createHash } from 'node:crypto';
import { constants as constantsOfFiles, readdirSync, readFileSync, statSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type * as Vite from 'vite';
import { oldestBrowsers } from '../contract/oldest-browsers.ts';

/**
 * Builds the web interface into dist/web, with a .br and a .gz beside each text file: the pages, the service worker that
 * opens them without a connection, and in dist/web/.server the program that renders pages on the server. The build happens
 * in a temporary folder, which replaces the old one at the end, so that a killed build never looks finished.
 * With --if-stale it builds only when a source differs from those of the last build.
 */
const root = path.resolve(import.meta.dirname, '..');
// Vite builds other pages for another value, which the machine or a test may have set.
process.env['NODE_ENV'] = 'production';
// The user who builds may be another one than the service.
process.umask(0o022);
const dist = path.join(root, 'dist');
const finished = path.join(dist, 'web');
const STAMP = '.stamp';
const sources = [
  'web',
  'contract',
  'video-format',
  'scripts/build-web.ts',
  'scripts/languages',
  'vite.config.ts',
  'package-lock.json',
];
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

const filesBelow = (place: string): string[] => {
  if (!statSync(place).isDirectory()) return [place];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

const isSource = (file: string): boolean => !/\.test\.tsx?$/.test(file);

/**
 * One hash over every source, with its name, so that a moved file counts as a change. Read one after the other: for a
 * hundred small files that is several times faster than asking for all at once, and every start waits for it.
 */
const hashSources = (): string => {
  const files = sources.flatMap((source) => filesBelow(path.join(root, source))).filter(isSource);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
};

const stampOfLastBuild = (): string => {
  try {
    return readFileSync(path.join(finished, STAMP), 'utf8');
  } catch {
    return '';
  }
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The highest, 11, takes two and a half times as long for files that are 2 % smaller, and the first start waits for it. */
const brotliQualityOf = (file: string): number => (EVERY_PAGE.test(file) ? 11 : 10);
/** What every page of visitors loads. */
const EVERY_PAGE = /\/(?:foundation|interface|index|home|icons)-[^/]+\.js$/;

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  const [small, fallback] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQualityOf(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipped(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, fallback)]);
};

const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(dist)) {
    const place = path.join(dist, name);
    if (!/^\.(?:web|old)-/.test(name)) continue;
    const { mtimeMs } = await stat(place);
    if (Date.now() - mtimeMs > LEFTOVER_AGE_MS) await rm(place, { recursive: true, force: true });
  }
};

/** Puts the new build in the place of the old one; when another build was faster, its result stays. */
const takePlace = async (fresh: string): Promise<void> => {
  const old = path.join(dist, `.old-${process.pid}`);
  await rename(finished, old).catch(() => undefined);
  try {
    await rename(fresh, finished);
  } catch (error) {
    if (!stampOfLastBuild()) throw error;
  }
  await Promise.all([old, fresh].map((place) => rm(place, { recursive: true, force: true })));
};

/** What works without a connection, of the pages. */
const OFFLINE_PAGES = [
  'index.html',
  'app/layout/drawer.tsx',
  'app/layout/learner-bar.tsx',
  'features/notices/unread-notices.tsx',
  'features/classroom/offline/offline-lectures.ts',
  'features/classroom/offline/offline-page.tsx',
];
/** What plays downloads. */
const CLASSROOM_PAGES = [
  'features/classroom/classroom-page.tsx',
  'features/classroom/offline/download-button.tsx',
  'features/kinds/pdf/pdf-stage.tsx',
  'features/kinds/text/text-stage.tsx',
  'features/classroom/offline/offline-course.ts',
  'features/classroom/offline/offline-quiz.ts',
  'features/classroom/offline/offline-notes-and-questions.ts',
  'features/questions/questions-panel.tsx',
  'features/quizzes/quiz-stage.tsx',
  'features/classroom/transcript/transcript-panel.tsx',
  'features/classroom/notes/notes-panel.tsx',
  'features/classroom/player/controls/player-panels.tsx',
  'features/classroom/player/watermark.ts',
  'features/classroom/watermark-note.tsx',
  '../node_modules/hls.js/dist/hls.light.mjs',
  '../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
];

interface BuiltFile {
  file: string;
  imports?: string[];
  css?: string[];
}

const isBuiltFiles = (value: unknown): value is Record<string, BuiltFile> =>
  typeof value === 'object' && value !== null && [...OFFLINE_PAGES, ...CLASSROOM_PAGES].every((page) => page in value);

/** Files of the build that some pages load at once, and the fonts of their style sheets for Latin letters and ₹. */
const filesOf = async (folder: string, pages: readonly string[]): Promise<string[]> => {
  const built: unknown = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'));
  if (!isBuiltFiles(built)) throw new Error('A page that works without a connection is not in the build');
  const chunks = new Set<string>();
  const add = (name: string): void => {
    if (chunks.has(name)) return;
    chunks.add(name);
    built[name]?.imports?.forEach(add);
  };
  pages.forEach(add);
  const fonts = Object.values(built).filter(({ file }) => /-(?:latin-wght-normal|rupee).*\.woff2$/.test(file));
  const parts = [...[...chunks].flatMap((name) => built[name] ?? []), ...fonts];
  return [...new Set(parts.flatMap(({ file, css = [] }) => [file, ...css]))].filter((file) => !file.endsWith('.html'));
};

/** One script, which browsers of every kind run as a service worker. */
const buildServiceWorker = async (vite: typeof Vite, folder: string, stamp: string): Promise<void> => {
  await vite.build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(root, 'web'),
    define: {
      BUILD: JSON.stringify(stamp.slice(0, 12)),
      SHELL_FILES: JSON.stringify(await filesOf(folder, OFFLINE_PAGES)),
      CLASSROOM_FILES: JSON.stringify(await filesOf(folder, CLASSROOM_PAGES)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
      rolldownOptions: {
        input: path.join(root, 'web/app/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
};

/** A server's program is often where the user of the service may not write. */
const openDist = async (): Promise<void> => {
  try {
    await mkdir(dist, { recursive: true });
    await access(dist, constantsOfFiles.W_OK);
  } catch (error) {
    console.error(`The web interface has to be built, and ${dist} cannot be written: ${String(error)}`);
    console.error('Run npm run build as the user who owns this folder, then start again.');
    process.exit(1);
  }
};

const build = async (stamp: string): Promise<void> => {
  const startedAt = performance.now();
  await openDist();
  await removeLeftovers();
  const fresh = path.join(dist, `.web-${process.pid}`);
  const vite = await import('vite');
  const settings = { configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' } as const;
  await vite.build({ ...settings, build: { outDir: fresh } });
  await buildServiceWorker(vite, fresh, stamp);
  const files = filesBelow(fresh);
  await vite.build({ ...settings, build: { outDir: path.join(fresh, '.server'), ssr: 'app/render/render.tsx' } });
  await Promise.all(files.filter((file) => compressible.test(file)).map(compress));
  await writeFile(path.join(fresh, STAMP), stamp);
  await takePlace(fresh);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Built the web interface in ${seconds} s`);
};

const stamp = hashSources();
const isStale = !process.argv.includes('--if-stale') || stampOfLastBuild() !== stamp;
if (isStale) await build(stamp);
