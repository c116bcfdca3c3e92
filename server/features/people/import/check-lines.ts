import { z } from 'zod';
import type { ImportColumns } from '#contract/people-imports.ts';
import { peopleMessages } from '#contract/people-messages.ts';
import { email, isOneLine } from '#contract/fields.ts';
import type { CsvRow } from './csv-file.ts';

const MAX_NAME = 100;
const { problems: messages } = peopleMessages.imports;

/** The problem of a line. */
export const LineProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['noEmail', 'badEmail', 'noName', 'longName', 'badName', 'deleted']) }),
  z.object({ kind: z.literal('repeated'), line: z.int() }),
]);
export type LineProblem = z.output<typeof LineProblem>;

export const describeProblem = (problem: LineProblem): string =>
  problem.kind === 'repeated' ? messages.repeated(problem.line) : messages[problem.kind];

/** A person as a line gives them, or as far as it does. */
export interface LinePerson {
  fullName: string;
  email: string;
}

export interface CheckedLine extends LinePerson {
  line: number;
  outcome: 'new' | 'known' | 'faulty';
  problem: LineProblem | undefined;
}

/** Files have typing errors, so that a domain needs a dot, as those of mail servers on the internet do. */
const Email = email('').regex(/@[^.].*\.[^.]+$/);

export const personIn = ({ cells }: CsvRow, columns: ImportColumns): LinePerson => ({
  fullName: columns.name
    .map((index) => cells[index] ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim(),
  email: (cells[columns.email] ?? '').trim().toLowerCase(),
});

const problemOf = ({ fullName, email: address }: LinePerson): LineProblem | undefined => {
  if (address === '') return { kind: 'noEmail' };
  if (!Email.safeParse(address).success) return { kind: 'badEmail' };
  if (fullName === '') return { kind: 'noName' };
  if (fullName.length > MAX_NAME) return { kind: 'longName' };
  return isOneLine(fullName) ? undefined : { kind: 'badName' };
};

/** The planned outcome of each line. `accounts` has the emails that are taken, and whether the account is deleted. */
export const checkLines = (
  rows: readonly CsvRow[],
  columns: ImportColumns,
  accounts: ReadonlyMap<string, { isDeleted: boolean }>,
): CheckedLine[] => {
  const firstLines = new Map<string, number>();
  return rows.map((row) => {
    const person = personIn(row, columns);
    const account = accounts.get(person.email);
    const first = firstLines.get(person.email);
    const problem =
      problemOf(person) ??
      (first === undefined ? undefined : { kind: 'repeated' as const, line: first }) ??
      (account?.isDeleted ? { kind: 'deleted' as const } : undefined);
    if (!problem) firstLines.set(person.email, row.line);
    return { ...person, line: row.line, problem, outcome: problem ? 'faulty' : account ? 'known' : 'new' };
  });
};

const EMAIL = /e-?mail|ईमेल/i;
const FIRST_NAME = /first|given/i;
const LAST_NAME = /last|family|surname/i;
const NAME = /name|learner|student|नाम/i;

/** The columns by the names in the header, or by the first address in the first row; undefined when neither tells. */
export const guessColumns = (header: readonly string[], rows: readonly CsvRow[]): ImportColumns | undefined => {
  const find = (pattern: RegExp): number => header.findIndex((title) => pattern.test(title));
  const withAddress = rows[0]?.cells.findIndex((cell) => cell.includes('@')) ?? -1;
  const address = [find(EMAIL), withAddress].find((index) => index >= 0);
  if (address === undefined) return undefined;
  const [first, last] = [find(FIRST_NAME), find(LAST_NAME)];
  if (first >= 0 && last >= 0) return { name: [first, last], email: address };
  const named = header.findIndex((title, index) => index !== address && NAME.test(title));
  const other = header.findIndex((_, index) => index !== address);
  const name = named >= 0 ? named : other;
  return name < 0 ? undefined : { name: [name], email: address };
};
