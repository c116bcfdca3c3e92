import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type HoldingTest, readTests } from './conformance-tests.ts';

/**
 * `npm run conformance`: every requirement of docs/conformance in force has a test that names it, every test names
 * requirements that exist, and docs/conformance.md lists which test holds which. `-- --write` writes that file again.
 */
interface Requirement {
  id: string;
  text: string;
}

interface Section {
  file: string;
  title: string;
  isInForce: boolean;
  requirements: Requirement[];
}

const root = path.resolve(import.meta.dirname, '..');
const FOLDER = 'docs/conformance';
const GENERATED = 'docs/conformance.md';

const say = (line: string): void => console.log(line);

const readSection = async (file: string): Promise<Section> => {
  const text = await readFile(path.join(root, FOLDER, file), 'utf8');
  const [first = '', second = ''] = text.split('\n');
  const title = /^# (.+)$/.exec(first)?.[1];
  const status = /^Status: (in force|in work)$/.exec(second)?.[1];
  if (title === undefined || status === undefined)
    throw new Error(`${FOLDER}/${file} begins with "# Title" and "Status: in force" or "Status: in work"`);
  const requirements = [...text.matchAll(/^- \*\*([A-Z]+-[\d.]+)\*\* (.+)$/gm)].map(([, id = '', words = '']) => ({
    id,
    text: words,
  }));
  return { file, title, isInForce: status === 'in force', requirements };
};

const readSections = async (): Promise<Section[]> => {
  const files = (await readdir(path.join(root, FOLDER))).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return Promise.all(files.toSorted().map(readSection));
};

const byId = (tests: readonly HoldingTest[]): Map<string, HoldingTest[]> => {
  const found = new Map<string, HoldingTest[]>();
  for (const test of tests) {
    for (const id of test.ids) found.set(id, [...(found.get(id) ?? []), test]);
  }
  return found;
};

/** One line per requirement, so that branches which touch different ones merge. */
const render = (sections: readonly Section[], holders: Map<string, HoldingTest[]>): string => {
  const lines = sections
    .filter(({ isInForce }) => isInForce)
    .flatMap(({ file, title, requirements }) => [
      '',
      `## [${title}](conformance/${file})`,
      '',
      ...requirements.map(({ id, text }) => {
        const tests = (holders.get(id) ?? []).map(({ file: place, title: words }) =>
          words === '' ? `\`${place}\`` : `\`${place}\` “${words}”`,
        );
        return `- **${id}** ${text} — ${tests.join('; ')}`;
      }),
    ]);
  return `# Requirements and the tests that hold them\n\nWritten by \`npm run conformance -- --write\`. How many wrong changes the tests notice: [mutants.md](mutants.md).\n${lines.join('\n')}\n`;
};

const missing = ({ requirements }: Section, holders: Map<string, HoldingTest[]>): string[] =>
  requirements.filter(({ id }) => !holders.has(id)).map(({ id }) => id);

const problemsOf = (sections: readonly Section[], tests: readonly HoldingTest[]): string[] => {
  const holders = byId(tests);
  const ids = sections.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const unheld = sections.filter(({ isInForce }) => isInForce).flatMap((section) => missing(section, holders));
  const unknown = [...holders].filter(([id]) => !ids.includes(id));
  return [
    ...twice.map((id) => `${id} is there twice`),
    ...unheld.map((id) => `${id} has no test`),
    ...unknown.map(([id, [test]]) => `${id} is no requirement, but ${test?.file} names it`),
  ];
};

const main = async (writes: boolean): Promise<void> => {
  const [sections, tests] = await Promise.all([readSections(), readTests(root)]);
  const problems = problemsOf(sections, tests);
  const holders = byId(tests);
  for (const section of sections.filter(({ isInForce }) => !isInForce)) {
    const open = missing(section, holders);
    say(
      `in work: ${section.title}, ${section.requirements.length - open.length} held, open: ${open.join(' ') || 'none'}`,
    );
  }
  const text = render(sections, holders);
  const file = path.join(root, GENERATED);
  if (writes) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text)
    problems.push(`${GENERATED} is stale: run npm run conformance -- --write`);
  problems.forEach(say);
  const inForce = sections.filter(({ isInForce }) => isInForce).flatMap(({ requirements }) => requirements);
  say(`${inForce.length} requirements in force, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
};

await main(process.argv.includes('--write'));
