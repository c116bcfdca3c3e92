import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run conformance` fails if a requirement of docs/conformance has no test, if an id is defined twice, or if a test names
 * an id that is not a requirement.
 */
const root = path.resolve(import.meta.dirname, '..');
const TESTS = '{contract,server,sandbox,samples,web,test,e2e,scripts}/**/*.{test,spec}.{ts,tsx}';
/** The tags of a test in Vitest or Playwright, or the requirements of a row that becomes a step. */
const TAGS = /\b(?:tags?|requirements):\s*\[([^\]]*)\]/g;
const ID = /[A-Z]{3,4}-\d+(?:\.\d+)?/g;
/** Only on lines of their own, because `//` and `/*` are also in addresses and in file patterns. */
const COMMENTS = /^\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/gm;

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const requirements = globSync('docs/conformance/*.md', { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/^- \*\*([A-Z]+-[\d.]+)\*\* /gm)].map(([, id = '']) => id),
);

const tagged = globSync(TESTS, { cwd: root }).flatMap((file) =>
  [...read(file).replaceAll(COMMENTS, '').matchAll(TAGS)]
    .flatMap(([, tags = '']) => tags.match(ID) ?? [])
    .map((id) => ({ file, id })),
);

const ids = new Set(requirements);
const tested = new Set(tagged.map(({ id }) => id));
const problems = [
  ...requirements.filter((id, index) => requirements.indexOf(id) !== index).map((id) => `${id} is defined twice`),
  ...requirements.filter((id) => !tested.has(id)).map((id) => `${id} has no test`),
  ...tagged.filter(({ id }) => !ids.has(id)).map(({ file, id }) => `${file} names ${id}, which is not a requirement`),
];
problems.forEach((line) => console.log(line));
console.log(`${ids.size} requirements, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
