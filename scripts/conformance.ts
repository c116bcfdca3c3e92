import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readRequirements } from './requirements.ts';

/**
 * `npm run conformance` fails if a requirement of test/requirements.txt has no test, if an id is defined twice, or if a test
 * names an id that is not a requirement. `npm run conformance -- SCR` writes the requirements whose id begins so, with their tests.
 */
const root = path.resolve(import.meta.dirname, '..');
const TESTS = '{contract,server,sandbox,samples,web,test,e2e,scripts}/**/*.{test,spec}.{ts,tsx}';
/** The tags of a test in Vitest or Playwright, or the requirements of a row that becomes a step. */
const TAGS = /\b(?:tags?|requirements):\s*\[([^\]]*)\]/g;
const ID = /[A-Z]{3,4}-\d+(?:\.\d+)?/g;
/** Only on lines of their own, because `//` and `/*` are also in addresses and in file patterns. */
const COMMENTS = /^\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/gm;

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const requirements = readRequirements();
const ids = requirements.map(({ name }) => name);

const tests = new Map<string, Set<string>>();
for (const file of globSync(TESTS, { cwd: root }).toSorted())
  for (const [, tags = ''] of read(file).replaceAll(COMMENTS, '').matchAll(TAGS))
    for (const id of tags.match(ID) ?? []) tests.set(id, (tests.get(id) ?? new Set()).add(file));

const [prefix] = process.argv.slice(2);
if (prefix !== undefined)
  for (const { name, description } of requirements.filter((requirement) => requirement.name.startsWith(prefix)))
    console.log([`${name} ${description}`, ...(tests.get(name) ?? [])].join('\n  '));

const problems = [
  ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is defined twice`),
  ...ids.filter((id) => !tests.has(id)).map((id) => `${id} has no test`),
  ...[...tests]
    .filter(([id]) => !ids.includes(id))
    .map(([id, files]) => `${[...files].join(', ')} names ${id}, which is not a requirement`),
];
problems.forEach((line) => console.log(line));
console.log(`${ids.length} requirements, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
