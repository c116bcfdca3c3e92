import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';

/** A test, or a step of one, that holds requirements. */
export interface HoldingTest {
  /** From the root, with `/`. */
  file: string;
  title: string;
  ids: string[];
}

const PLACES = '{contract,server,sandbox,samples,web,test,e2e,scripts}/**/*.{test,spec}.{ts,tsx}';
const QUOTED = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}`;
/** A title, then the tags of Vitest or Playwright, or the requirements of a step, first among its options. */
const HOLDING = new RegExp(String.raw`(${QUOTED}),\s*(?:\{\s*tags?|requirements):\s*\[([^\]]*)\]`, 'g');
/** Only on lines of their own: `//` and `/*` also stand in addresses and in types of files. */
const COMMENTS = /^\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/gm;
const ID = /[A-Z]{3,4}-\d+(?:\.\d+)?/g;

/** The tests in one file's text that hold requirements. */
export const holdingTestsIn = (text: string): Omit<HoldingTest, 'file'>[] =>
  [...text.replaceAll(COMMENTS, '').matchAll(HOLDING)].map(([, quoted = '', list = '']) => ({
    title: quoted.slice(1, -1).replaceAll(/\s+/g, ' ').trim(),
    ids: list.match(ID) ?? [],
  }));

/** Every test that holds requirements, by file and then in the order of the file. */
export const readTests = async (root: string): Promise<HoldingTest[]> => {
  const files = globSync(PLACES, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
  const found = await Promise.all(
    files.map(async (file) =>
      holdingTestsIn(await readFile(path.join(root, file), 'utf8')).map((test) => ({ file, ...test })),
    ),
  );
  return found.flat();
};
