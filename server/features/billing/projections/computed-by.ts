import { z } from 'zod';
import type { Db, Tx } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';

/**
 * The number of the rules by which terms, standings, access and daily sales are computed. A version that changes what one of them
 * means has the next number: its first start recomputes them, in a job of its own name, which versions before do not run.
 */
export const RULES = 4;

const COMPUTED_BY = 'billing.computed-by';
/** What versions without numbers stored in its place. */
const UNNUMBERED = 'billing.projections-time-zone';
const UNDER_WAY = 'billing.recomputing';

const ComputedBy = z.object({ rules: z.int(), timeZone: z.string(), atMs: z.int() });

/** By which rules and for which time zone everything was computed last; undefined when it never was. */
export const findComputedBy = async (db: Db): Promise<z.output<typeof ComputedBy> | undefined> => {
  const stored = await findValue(db, COMPUTED_BY);
  return stored === undefined ? undefined : ComputedBy.parse(JSON.parse(stored));
};

export const storeComputedBy = (tx: Db, timeZone: string, now: number) =>
  storeValue(tx, COMPUTED_BY, JSON.stringify({ rules: RULES, timeZone, atMs: now }), now);

/** Whether other rules computed what is stored: then it differs without being damaged. */
export const areOutdated = async (db: Db): Promise<boolean> => {
  const computed = await findComputedBy(db);
  return computed === undefined ? (await findValue(db, UNNUMBERED)) !== undefined : computed.rules !== RULES;
};

/** Users, then payments, then days of either mode: each follows from those before it. */
const Step = z.enum(['users', 'payments', 'test', 'live']);

export const Position = z.object({ step: Step, after: z.string() });
export type Position = z.output<typeof Position>;

/** The recomputation under way. It is stored with every piece, so that another process resumes it after a stop. */
const Recomputing = z.object({
  rules: z.int(),
  position: Position,
  /** Users that are done, and all of them. */
  done: z.int(),
  total: z.int(),
  askedAtMs: z.int(),
});
export type Recomputing = z.output<typeof Recomputing>;

const NOTHING = '';

/** Undefined when nothing is under way, or what is belongs to a version with other rules. */
export const findRecomputing = async (db: Db): Promise<Recomputing | undefined> => {
  const stored = (await findValue(db, UNDER_WAY)) ?? NOTHING;
  if (stored === NOTHING) return undefined;
  const recomputing = Recomputing.parse(JSON.parse(stored));
  return recomputing.rules === RULES ? recomputing : undefined;
};

/** Of several processes one does the next piece. */
export const lockRecomputing = async (tx: Tx): Promise<Recomputing | undefined> => {
  await tx
    .updateTable('settings')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', UNDER_WAY)
    .execute();
  return findRecomputing(tx);
};

export const storeRecomputing = (tx: Db, recomputing: Recomputing | undefined, now: number) =>
  storeValue(tx, UNDER_WAY, recomputing === undefined ? NOTHING : JSON.stringify(recomputing), now);
