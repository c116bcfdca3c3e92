import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { EQUAL_MUTANTS } from './equal-mutants.ts';

/**
 * `npm run mutants`: changes the code in one place at a time and counts how many changes the tests notice. Fails when
 * fewer than nine in ten are noticed. `-- contract` runs one group. The figures are written to docs/mutants.md.
 */
interface Group {
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
}

const BILLING = 'server/features/billing';
const CLASSROOM = 'server/features/classroom';

const GROUPS: readonly Group[] = [
  {
    name: 'contract',
    // Sentences are prose: the browser tests read them on the screen.
    mutate: ['contract/*.ts', '!contract/*.test.ts', '!contract/*messages.ts'],
    tests: ['contract/*.test.ts'],
  },
  {
    name: 'rules',
    mutate: [
      ...['entitlement/rule', 'ledger/term-rule', 'entitlement/reminder-times', 'receipts/tax'].map(
        (file) => `${BILLING}/${file}.ts`,
      ),
      ...['progress/coverage', 'progress/watching', 'playback/media-token', 'playback/lecture-audience'].map(
        (file) => `${CLASSROOM}/${file}.ts`,
      ),
      'server/http/actor.ts',
      'server/http/range-request.ts',
    ],
    tests: [
      `${BILLING}/{entitlement/*,ledger/term-rule*,reminders/reminders,receipts/tax}.test.ts`,
      `${CLASSROOM}/{progress/{coverage,watching},playback/{media-token,lecture-audience}}.test.ts`,
      'server/http/actor.test.ts',
      'server/http/range-response.test.ts',
    ],
  },
  {
    name: 'selling',
    mutate: ['coupons/coupon-limits', 'coupons/discount', 'gifts/send-day', 'plans/term'].map(
      (file) => `${BILLING}/${file}.ts`,
    ),
    tests: [`${BILLING}/{coupons/{coupon-limits,discount},gifts/send-day,plans/term}.test.ts`],
  },
  {
    name: 'access',
    mutate: ['server/http/access-control.ts'],
    tests: [
      'test/access.test.ts',
      'server/features/school/contact/contact.test.ts',
      'server/features/accounts/login.test.ts',
    ],
  },
];

const NEEDED = 0.9;
const root = path.resolve(import.meta.dirname, '..');
const REPORT = path.join(root, 'docs/mutants.md');

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const run = async ({ mutate, tests }: Group): Promise<Mutant[]> => {
  process.env['MUTANTS_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/vitest-of-mutants.ts', related: false },
    // Stryker reads the compiler's options through an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    ignorePatterns: ['docs', 'bench', 'e2e'],
    tempDirName: '.cache/mutants',
    reporters: ['progress-append-only'],
    concurrency: 2,
    timeoutMS: 20_000,
    warnings: false,
    allowEmpty: true,
  });
  return stryker.runMutationTest();
};

const isNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';
const isMissed = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A missed change as a line: where, what it was, what it became, and why it is none when that is known. */
const describeMissed = async ({ fileName, location, replacement }: Mutant): Promise<string> => {
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
  const why = EQUAL_MUTANTS.find(
    (equal) => equal.file === file && equal.code === code && equal.becomes === becomes,
  )?.why;
  return `- \`${file}:${location.start.line}\` \`${code}\` → \`${becomes}\`${why === undefined ? '' : `: ${why}`}`;
};

const sectionOf = async (name: string, mutants: readonly Mutant[]): Promise<string> => {
  const counted = mutants.filter((mutant) => isNoticed(mutant) || isMissed(mutant));
  const files = [...new Set(counted.map(({ fileName }) => path.relative(root, fileName)))].toSorted();
  const rows = files.map((file) => {
    const own = counted.filter(({ fileName }) => path.relative(root, fileName) === file);
    const noticed = own.filter(isNoticed).length;
    return `| ${file} | ${own.length} | ${noticed} | ${percent(noticed, own.length)} |`;
  });
  const noticed = counted.filter(isNoticed).length;
  const missed = await Promise.all(counted.filter(isMissed).map(describeMissed));
  return [
    `## ${name}`,
    '',
    '| File | Changes | Noticed | |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    `| all | ${counted.length} | ${noticed} | ${percent(noticed, counted.length)} |`,
    '',
    ...(missed.length === 0 ? ['Every change was noticed.'] : ['Not noticed:', '', ...missed.toSorted()]),
    '',
  ].join('\n');
};

/** The sections of the existing report, by name. */
const readSections = async (): Promise<Map<string, string>> => {
  const text = await readFile(REPORT, 'utf8').catch(() => '');
  return new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [section.slice(3, section.indexOf('\n')), section]),
  );
};

const HEAD = `# Changes that the tests notice

Written by \`npm run mutants\`, which changes the code in one place at a time and runs the tests that concern it.

`;

const main = async (names: readonly string[]): Promise<void> => {
  const sections = await readSections();
  for (const group of GROUPS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const mutants = await run(group);
    sections.set(group.name, await sectionOf(group.name, mutants));
    const [noticed, missed] = [mutants.filter(isNoticed).length, mutants.filter(isMissed).length];
    console.log(`${group.name}: ${noticed} of ${noticed + missed} changes noticed`);
    if (noticed < NEEDED * (noticed + missed)) process.exitCode = 1;
  }
  const kept = GROUPS.flatMap(({ name }) => sections.get(name) ?? []).map((section) => section.trimEnd());
  await writeFile(REPORT, `${HEAD}${kept.join('\n\n')}\n`);
};

await main(process.argv.slice(2));
