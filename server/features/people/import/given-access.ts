import { foldText } from '#contract/fold-text.ts';
import type { ImportColumns } from '#contract/people/people-imports.ts';
import type { CsvRow } from '#server/http/file/csv-rows.ts';

/** A plan as an import gives it. */
export interface GrantedPlan {
  name: string;
  /** Undefined for everything. */
  courseIds: readonly string[] | undefined;
  /** The last day of a term that begins today. */
  untilDay: string;
}

export interface PlansToGrant {
  today: string;
  plans: readonly GrantedPlan[];
}

/** What a line gives: access to everything, or a plan, until the end of a day. */
export type Grant = Omit<GrantedPlan, 'name'> & { planName: string | undefined };

export type GrantProblem = { kind: 'unknownPlan'; name: string } | { kind: 'severalPlans' | 'badDay' | 'pastDay' };

/** Access for life is access until this day. */
export const LAST_DAY = '9999-12-31';

const FOR_LIFE = /^(for )?life(time)?$/i;
const DAY_FIRST = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** "2027-05-03" of the same, of "3/5/2027" and "03-05-2027", day first; undefined for other texts, and days that do not exist. */
export const dayIn = (text: string): string | undefined => {
  if (FOR_LIFE.test(text)) return LAST_DAY;
  const [, date = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  const [, isoYear = year, isoMonth = month, isoDate = date] = YEAR_FIRST.exec(text) ?? [];
  const day = `${isoYear}-${isoMonth.padStart(2, '0')}-${isoDate.padStart(2, '0')}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
};

const cellIn = ({ cells }: CsvRow, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '').trim();

/** The access in the line; undefined when it names neither a plan nor a day. */
export const grantsIn = (
  row: CsvRow,
  columns: Pick<ImportColumns, 'plan' | 'until'>,
  { today, plans }: PlansToGrant,
): Grant | { problem: GrantProblem } | undefined => {
  const [name, until] = [cellIn(row, columns.plan), cellIn(row, columns.until)];
  if (name === '' && until === '') return undefined;
  const day = dayIn(foldText(until));
  if (until !== '' && day === undefined) return { problem: { kind: 'badDay' } };
  if (day !== undefined && day < today) return { problem: { kind: 'pastDay' } };
  if (name === '') return { planName: undefined, courseIds: undefined, untilDay: day ?? LAST_DAY };
  const named = plans.filter((plan) => foldText(plan.name) === foldText(name));
  const [plan] = named;
  if (!plan) return { problem: { kind: 'unknownPlan', name: name.slice(0, 60) } };
  if (named.length > 1) return { problem: { kind: 'severalPlans' } };
  return { planName: plan.name, courseIds: plan.courseIds, untilDay: day ?? plan.untilDay };
};
