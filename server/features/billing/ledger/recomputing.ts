import type { SchoolCalendar } from '#server/calendar.ts';
import type { Source } from '../audit/audit.ts';
import type { Mode } from '../provider/provider.ts';

/** The mode and the moment of a recomputation, and what causes it. */
export interface Recomputing {
  readonly mode: Mode;
  readonly now: number;
  /** As it is now. */
  readonly calendar: SchoolCalendar;
  readonly source: Source;
}

/** A computed value that was stored otherwise. */
export interface Difference {
  what: string;
  stored: string | number | null | undefined;
  computed: string | number | null | undefined;
}
