import type { PaymentAttemptRow } from '#server/database/payment-tables.ts';
import type { AuditEntry } from './audit.ts';
import type { Fact, Mode } from './provider.ts';
import type { SchoolCalendar } from './school-calendar.ts';

/** Under what circumstances facts are written. */
export interface FactContext {
  provider: string;
  mode: Mode;
  now: number;
  calendar: SchoolCalendar;
}

/** What one message says, and who brings it, for the audit. */
export interface Report {
  by: string;
  facts: readonly Fact[];
}

/** What is kept at hand while facts are written. */
export interface Writing extends FactContext {
  /** The attempts that the facts name, by subscription. */
  attempts: Map<string, PaymentAttemptRow>;
  /** What is to be written of them, by their id. */
  changed: Map<string, Partial<PaymentAttemptRow>>;
  /** Lines for the audit; they are written last, together. */
  diary: AuditEntry[];
}

/** One fact, and who brings it. */
export interface Told<F extends Fact = Fact> {
  fact: F;
  by: string;
}
