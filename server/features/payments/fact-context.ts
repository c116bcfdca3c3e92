import type { Mode } from './provider.ts';
import type { SchoolCalendar } from './school-calendar.ts';

/** Under what circumstances facts are written. */
export interface FactContext {
  provider: string;
  mode: Mode;
  /** Who brings the facts, for the audit. */
  by: string;
  now: number;
  calendar: SchoolCalendar;
}
