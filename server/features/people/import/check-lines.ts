import { z } from 'zod';
import type { Sentence } from '#contract/languages/say.ts';
import { foldText } from '#contract/fold-text.ts';
import type { ImportColumns } from '#contract/people/people-imports.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import { normalEmail } from '#contract/email-address.ts';
import { email, isWithoutAddress, visibleName } from '#contract/fields.ts';
import { type Grant, grantsIn, type PlansToGrant } from './given-access.ts';
import type { CsvRow } from '#server/http/file/csv-rows.ts';

const MAX_NAME = 100;
const { problems: messages } = peopleMessages.imports;

/** The problem of a line. */
export const LineProblem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal([
      'noEmail',
      'badEmail',
      'noName',
      'longName',
      'badName',
      'deleted',
      'severalPlans',
      'badDay',
      'pastDay',
    ]),
  }),
  z.object({ kind: z.literal('unknownPlan'), name: z.string() }),
  z.object({ kind: z.literal('repeated'), line: z.int() }),
]);
export type LineProblem = z.output<typeof LineProblem>;

export const describeProblem = (problem: LineProblem): Sentence => {
  if (problem.kind === 'repeated') return messages.repeated(problem.line);
  return problem.kind === 'unknownPlan' ? messages.unknownPlan(problem.name) : messages[problem.kind];
};

/** A person as a line gives them, or as far as it does. */
export interface LinePerson {
  fullName: string;
  email: string;
}

export interface CheckedLine extends LinePerson {
  line: number;
  outcome: 'new' | 'known' | 'faulty';
  problem: LineProblem | undefined;
  given: Grant | undefined;
}

/** Files have typing errors, so that a domain needs a dot, as those of mail servers on the internet do. */
const Email = email('').regex(/@[^.].*\.[^.]+$/);

/** Mail programs write `Ann Lee <ann@lee.example>`, and spreadsheets `mailto:ann@lee.example`. */
const bareAddress = (cell: string): string => (/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell).replace(/^\s*mailto:/i, '');

export const personIn = ({ cells }: CsvRow, columns: ImportColumns): LinePerson => {
  const address = normalEmail(bareAddress(cells[columns.email] ?? ''));
  const names = columns.name.length === 0 ? [address.split('@')[0]] : columns.name.map((index) => cells[index]);
  return { fullName: visibleName(names.map((name) => name ?? '').join(' ')), email: address };
};

const problemOf = ({ fullName, email: address }: LinePerson): LineProblem | undefined => {
  if (address === '') return { kind: 'noEmail' };
  if (!Email.safeParse(address).success) return { kind: 'badEmail' };
  if (fullName === '') return { kind: 'noName' };
  if (fullName.length > MAX_NAME) return { kind: 'longName' };
  return isWithoutAddress(fullName) ? undefined : { kind: 'badName' };
};

interface Known {
  /** The emails that are taken, and whether the account is deleted. */
  accounts: ReadonlyMap<string, { isDeleted: boolean }>;
  toGive: PlansToGrant;
}

/** The planned outcome of each line. */
export const checkLines = (
  rows: readonly CsvRow[],
  columns: ImportColumns,
  { accounts, toGive }: Known,
): CheckedLine[] => {
  const firstLines = new Map<string, number>();
  return rows.map((row) => {
    const person = personIn(row, columns);
    const account = accounts.get(person.email);
    const first = firstLines.get(person.email);
    const found = grantsIn(row, columns, toGive);
    const problem =
      problemOf(person) ??
      (first === undefined ? undefined : { kind: 'repeated' as const, line: first }) ??
      (account?.isDeleted ? { kind: 'deleted' as const } : undefined) ??
      (found && 'problem' in found ? found.problem : undefined);
    const given = found && !('problem' in found) ? found : undefined;
    if (!problem) firstLines.set(person.email, row.line);
    return { ...person, line: row.line, problem, given, outcome: problem ? 'faulty' : account ? 'known' : 'new' };
  });
};

export const EMAIL = /e-?mail|ईमेल/i;
const FIRST_NAME = /first|given/i;
const LAST_NAME = /last|family|surname/i;
const NAME = /name|learner|student|नाम/i;
const PLAN = /^plan( name)?$/i;
const UNTIL = /^((access|valid) )?(until|expiry|expires|ends)( on)?$/i;

/** The columns by the names in the header, or by the first address in the first row; undefined without an address. */
export const guessColumns = (header: readonly string[], rows: readonly CsvRow[]): ImportColumns | undefined => {
  const titles = header.map(foldText);
  const find = (pattern: RegExp): number => titles.findIndex((title) => pattern.test(title));
  const withAddress = rows[0]?.cells.findIndex((cell) => cell.includes('@')) ?? -1;
  const address = [find(EMAIL), withAddress].find((index) => index >= 0);
  if (address === undefined) return undefined;
  const [planColumn, untilColumn] = [find(PLAN), find(UNTIL)];
  const found = {
    email: address,
    plan: planColumn < 0 ? null : planColumn,
    until: untilColumn < 0 ? null : untilColumn,
  };
  const [first, last] = [find(FIRST_NAME), find(LAST_NAME)];
  if (first >= 0 && last >= 0) return { ...found, name: [first, last] };
  const isFree = (index: number): boolean => ![address, planColumn, untilColumn].includes(index);
  const named = titles.findIndex((title, index) => isFree(index) && NAME.test(title));
  const name = named >= 0 ? named : header.findIndex((_, index) => isFree(index));
  return { ...found, name: name >= 0 ? [name] : [] };
};
