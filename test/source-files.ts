import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  path: string;
  text: string;
  isTest: boolean;
}

const FOLDERS = ['contract', 'server', 'sandbox', 'samples', 'video-format', 'web', 'test', 'e2e', 'bench', 'scripts'];

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

/** Every file of our own, whatever its kind. */
export const allFiles = (): string[] => FOLDERS.flatMap(filesBelow);

/** Every TypeScript file of our own. Tests, and what opens a part for its tests, count as tests. */
export const sourceFiles = (): SourceFile[] =>
  allFiles()
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({
      path: file,
      text: readFileSync(path.join(root, file), 'utf8'),
      isTest: /^(?:test|e2e)\/|\.test\.tsx?$|-for-test\.tsx?$/.test(file),
    }));

/** What a file imports: our own files by their path, packages by their name, types included. */
export const importsOf = ({ path: file, text }: SourceFile): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1);
    return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
  });

/** What is loaded together with the file: neither types nor what is imported on first use. */
export const loadedAtStart = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^import (?!type\b)(?:[^;'"]*? from )?'([^'\n]+)'/gm)].map(([, target = '']) => target);
