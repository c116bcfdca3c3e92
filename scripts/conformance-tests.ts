import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';

/** A title of a test, or a row or step that becomes part of one, with the ids in its square brackets. */
export interface HoldingTest {
  /** From the root, with `/`. */
  file: string;
  title: string;
  ids: string[];
}

const PLACES = '{contract,server,sandbox,samples,web,test,e2e,scripts}/**/*.{test,spec}.{ts,tsx}';
const ID = String.raw`[A-Z]{3,4}-\d+(?:\.\d+)?`;
const BRACKETS = new RegExp(String.raw`\s*\[(${ID}(?:, ${ID})*)\]`, 'g');
/** A comment, so that ids in it do not count, or a text in quotes, which may hold the other quotes. */
const TOKENS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** The titles in one file's text that name requirements. */
export const titlesIn = (text: string): Omit<HoldingTest, 'file'>[] =>
  [...text.matchAll(TOKENS)].flatMap(([, single, double, template]) => {
    const words = single ?? double ?? template ?? '';
    const ids = [...words.matchAll(BRACKETS)].flatMap(([, list = '']) => list.split(', '));
    if (ids.length === 0) return [];
    return [{ title: words.replaceAll(BRACKETS, '').replaceAll(/\s+/g, ' ').trim(), ids }];
  });

/** Every title of every test file that names requirements, by file and then in the order of the file. */
export const readTests = async (root: string): Promise<HoldingTest[]> => {
  const files = globSync(PLACES, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
  const found = await Promise.all(
    files.map(async (file) =>
      titlesIn(await readFile(path.join(root, file), 'utf8')).map((title) => ({ file, ...title })),
    ),
  );
  return found.flat();
};
