import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { entryPages } from '../vite.config.ts';
import { overweight, scriptsOf } from './weights.ts';

/**
 * Fails when a folder has more lines, or a page loads more scripts before it runs, than weights.json allows. Lines are those of
 * programs, style sheets and statements, without tests; kilobytes (1,000 bytes) are those of the files as served, with Brotli.
 * `--write` writes what is there now.
 */
const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'dist/web');
const FILE = path.join(root, 'weights.json');
const FOLDERS = ['bench', 'contract', 'sandbox', 'samples', 'scripts', 'server', 'video-format', 'web'];
const LANGUAGES = '**/*.{ts,tsx,css,sql,sh,js,html}';

const Weights = z.object({ lines: z.record(z.string(), z.int()), scriptsInKb: z.record(z.string(), z.number()) });
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }));

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file);

const linesOf = (folder: string): number =>
  globSync(LANGUAGES, { cwd: path.join(root, folder) })
    .filter((file) => !isTest(file))
    .reduce((sum, file) => sum + (readFileSync(path.join(root, folder, file), 'utf8').match(/\n/g)?.length ?? 0), 0);

const built = Manifest.parse(readJson(path.join(web, '.vite/manifest.json')));
const bytesOf = (file: string): number => statSync(path.join(web, `${file}.br`)).size;
const kilobytesOf = (...files: string[]): number =>
  Math.ceil(files.reduce((sum, file) => sum + bytesOf(file), 0) / 1000);
const kilobytesOfPage = (page: string): number =>
  kilobytesOf('first-paint.js', ...scriptsOf(built, ['index.html', page]));
/** A part that some pages load for themselves. */
const kilobytesOfPart = (source: string): number => kilobytesOf(built[source]?.file ?? source);

const measured = {
  lines: Object.fromEntries(FOLDERS.map((folder) => [folder, linesOf(folder)])),
  scriptsInKb: {
    ...Object.fromEntries(Object.entries(entryPages).map(([address, page]) => [address, kilobytesOfPage(page)])),
    watermark: kilobytesOfPart('features/classroom/player/watermark.ts'),
  },
};

if (process.argv.includes('--write')) writeFileSync(FILE, `${JSON.stringify(measured, undefined, 2)}\n`);
const allowed = Weights.parse(readJson(FILE));
const problems = [
  ...overweight('lines', measured.lines, allowed.lines),
  ...overweight('KB of scripts', measured.scriptsInKb, allowed.scriptsInKb),
];
problems.forEach((line) => console.error(line));
process.exitCode = problems.length > 0 ? 1 : 0;
