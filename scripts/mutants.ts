import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { EQUAL_MUTANTS } from './equal-mutants.ts';
import { MUTANT_GROUPS, type MutantGroup } from './mutant-groups.ts';

/**
 * `npm run mutants`: changes the code in one place at a time and counts how many changes the tests notice. Fails when
 * fewer than nine in ten are noticed. `-- plans coupons` runs these groups. A change that changes nothing that anyone can see is
 * equal: equal-mutants.ts has the reason of each.
 */
const NEEDED = 0.9;
const root = path.resolve(import.meta.dirname, '..');

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
  return isEqual ? undefined : `${file}:${location.start.line} ${code} → ${becomes}`;
};

/** Writes how many changes of a group were noticed, and a line for each that was not and is not equal. Returns whether they suffice. */
const report = async ({ name }: MutantGroup, mutants: readonly Mutant[]): Promise<boolean> => {
  const missed = mutants.filter(isMissed);
  const described = (await Promise.all(missed.map(describeMissed))).filter((line) => line !== undefined);
  const noticed = mutants.filter(isNoticed).length;
  const all = noticed + missed.length;
  const equal = missed.length - described.length;
  console.log(
    `${name}: ${noticed} of ${all} changes noticed (${((100 * noticed) / all).toFixed(1)} %), ${equal} equal`,
  );
  described.toSorted().forEach((line) => console.log(`  ${line}`));
  return noticed >= NEEDED * all;
};

const main = async (names: readonly string[]): Promise<void> => {
  MUTANT_GROUPS.forEach(assertFilesExist);
  const unknown = names.find((name) => !MUTANT_GROUPS.some((group) => group.name === name));
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}`);
  for (const group of MUTANT_GROUPS.filter(({ name }) => names.length === 0 || names.includes(name)))
    if (!(await report(group, await run(group)))) process.exitCode = 1;
};

await main(process.argv.slice(2));
