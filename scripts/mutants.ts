import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { EQUAL_MUTANTS } from './equal-mutants.ts';
import { MUTANT_GROUPS, type MutantGroup } from './mutant-groups.ts';

/**
 * `npm run mutants`: changes the code in one place at a time and counts how many changes the tests notice. Fails when
 * fewer than nine in ten are noticed. `-- plans coupons` runs these groups. The figures are written to docs/mutants.md.
 */
const NEEDED = 0.9;
const root = path.resolve(import.meta.dirname, '..');
const REPORT = path.join(root, 'docs/mutants.md');

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A file that was moved would drop out, and its rules with it. Throws for the first one. */
const assertFilesExist = ({ name, mutate, tests }: MutantGroup): void => {
  for (const file of [...mutate, ...tests])
    if (!existsSync(path.join(root, file))) throw new Error(`The group ${name} names ${file}, which does not exist`);
};

const run = async ({ mutate, tests }: MutantGroup): Promise<Mutant[]> => {
  process.env['MUTANTS_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/vitest-of-mutants.ts', related: false },
    // Stryker reads the compiler's options through an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.cache', 'docs', 'bench', 'e2e', 'dist'],
    tempDirName: '.cache/mutants',
    reporters: ['progress-append-only'],
    concurrency: 2,
    // On a busy machine, a slow test must not pass for one that never ends.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    warnings: false,
  });
  return stryker.runMutationTest();
};

const isNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';
const isMissed = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A missed change as a line: where, what it was and what it became; undefined for one that is known to be equal. */
const describeMissed = async ({ fileName, location, replacement }: Mutant): Promise<string | undefined> => {
  const lines = (await readFile(fileName, 'utf8')).split('\n').slice(location.start.line - 1, location.end.line);
  const last = lines.length - 1;
  const code = oneLine(
    lines
      .map((line, index) =>
        line.slice(index === 0 ? location.start.column - 1 : 0, index === last ? location.end.column - 1 : undefined),
      )
      .join('\n'),
  );
  const file = path.relative(root, fileName);
  const becomes = oneLine(replacement);
  const isEqual = EQUAL_MUTANTS.some(
    (equal) => equal.file === file && equal.changes.some(([was, now]) => was === code && now === becomes),
  );
  return isEqual ? undefined : `\`${file}:${location.start.line}\` \`${code}\` → \`${becomes}\``;
};

/** What the report has of a group: its row, and a line for each change that nobody noticed and that is not equal. */
interface Findings {
  row: string;
  missed: readonly string[];
}

const findingsOf = async ({ name, mutate }: MutantGroup, mutants: readonly Mutant[]): Promise<Findings> => {
  const missed = mutants.filter(isMissed);
  const described = (await Promise.all(missed.map(describeMissed))).filter((line) => line !== undefined);
  const noticed = mutants.filter(isNoticed).length;
  const all = noticed + missed.length;
  const equal = missed.length - described.length;
  return {
    row: `| ${name} | ${mutate.length} | ${all} | ${noticed} | ${equal} | ${percent(noticed, all)} |`,
    missed: described.toSorted().map((line) => `- ${name}: ${line}`),
  };
};

/** The findings of the report that is there, by group. */
const readFindings = async (): Promise<Map<string, Findings>> => {
  const lines = (await readFile(REPORT, 'utf8').catch(() => '')).split('\n');
  return new Map(
    MUTANT_GROUPS.flatMap(({ name }) => {
      const row = lines.find((line) => line.startsWith(`| ${name} |`));
      return row === undefined ? [] : [[name, { row, missed: lines.filter((line) => line.startsWith(`- ${name}: `)) }]];
    }),
  );
};

const reportOf = (findings: ReadonlyMap<string, Findings>): string => {
  const known = MUTANT_GROUPS.flatMap(({ name }) => findings.get(name) ?? []);
  const missed = known.flatMap((found) => found.missed);
  const unknown = MUTANT_GROUPS.filter(({ name }) => !findings.has(name)).map(({ name }) => name);
  return [
    '# Changes that the tests notice',
    '',
    'Written by `npm run mutants`, which changes the code in one place at a time and runs the tests that concern it.',
    'The files and tests of each group are in `scripts/mutant-groups.ts`. A change that changes nothing that anyone can',
    'see is equal: `scripts/equal-mutants.ts` has the reason of each.',
    '',
    '| Group | Files | Changes | Noticed | Equal | |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...known.map(({ row }) => row),
    '',
    ...(unknown.length === 0 ? [] : [`Not measured since they changed: ${unknown.join(', ')}.`, '']),
    ...(missed.length === 0 ? ['Every other change was noticed.'] : ['Neither noticed nor equal:', '', ...missed]),
    '',
  ].join('\n');
};

const main = async (names: readonly string[]): Promise<void> => {
  MUTANT_GROUPS.forEach(assertFilesExist);
  const unknown = names.find((name) => !MUTANT_GROUPS.some((group) => group.name === name));
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}`);
  for (const group of MUTANT_GROUPS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const mutants = await run(group);
    // Another group may have been written meanwhile.
    const findings = await readFindings();
    findings.set(group.name, await findingsOf(group, mutants));
    const [noticed, missed] = [mutants.filter(isNoticed).length, mutants.filter(isMissed).length];
    console.log(`${group.name}: ${noticed} of ${noticed + missed} changes noticed`);
    if (noticed < NEEDED * (noticed + missed)) process.exitCode = 1;
    await writeFile(REPORT, reportOf(findings));
  }
};

await main(process.argv.slice(2));
