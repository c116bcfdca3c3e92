import type { PlanTerm } from '../billing/plan-term.ts';

/** coming: before its first day; running: until its last day is over. */
export type BatchState = 'coming' | 'running' | 'ended';

/** Of today where the school is; the last day is one of the batch. */
export const batchState = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }, today: string): BatchState => {
  if (today < startsOn) return 'coming';
  return today > endsOn ? 'ended' : 'running';
};

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** A day such as `2026-12-07`, so many days, months or years later; a day that the month does not have becomes its last one. */
const laterDay = (day: string, count: number, unit: 'day' | 'month' | 'year'): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  if (unit === 'day') return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
  const months = month - 1 + (unit === 'year' ? 12 * count : count);
  const [inYear, inMonth] = [year + Math.floor(months / 12), months % 12];
  const lastDate = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate();
  return `${pad(inYear, 4)}-${pad(inMonth + 1, 2)}-${pad(Math.min(date, lastDate), 2)}`;
};

/** The last day of access to what was bought with a batch: its term counts from the end of the batch. Undefined for life, and until a date. */
export const keptUntilDay = (endsOn: string, term: PlanTerm): string | undefined =>
  term.unit === 'until' || term.unit === 'lifetime' ? undefined : laterDay(endsOn, term.count, term.unit);
