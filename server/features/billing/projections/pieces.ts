import type { Source } from '#server/audit/audit.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { type Difference, recompute, recomputeStandings } from '../ledger/ledger.ts';
import { MODES } from '../provider/provider.ts';
import { dayAfter, recomputeDay, waitingDays } from '../reports/reports.ts';
import type { Position } from './computed-by.ts';
import { markUnbalanced } from './money-faults.ts';
import { paymentsAfter, usersAfter, type UserWithModes } from './projections.queries.ts';

/** So many users, and on SQLite every other write, wait for one transaction. */
export const USERS_BATCH = 50;
/** Users without purchases cost next to nothing, and payments that agree with their refunds little. */
const ROWS_BATCH = 200;

export interface At {
  now: number;
  calendar: SchoolCalendar;
}

/** The work of one short transaction. */
interface Piece {
  differences: Difference[];
  /** How many users are done with it. */
  users: number;
  /** Where the next one begins; undefined after the last. */
  next: Position | undefined;
}

export const FIRST: Position = { step: 'users', after: '' };

/** Recomputes the terms and the access of some users, in the caller's transaction. */
export const recomputeUsers = async (
  tx: Tx,
  users: readonly UserWithModes[],
  at: At & { source: Source },
): Promise<Difference[]> => {
  await lockUsers(
    tx,
    users.map(({ id }) => id),
  );
  const found: Difference[] = [];
  for (const mode of MODES) {
    const userIds = users.flatMap(({ id, modes }) => (modes.includes(mode) ? [id] : []));
    found.push(...(await recompute(tx, { userIds }, { ...at, mode })).differences);
  }
  return found;
};

/** Users of whom nothing is known but that something changed. */
export const inBothModes = (userIds: readonly string[]): UserWithModes[] => userIds.map((id) => ({ id, modes: MODES }));

/** Users up to the last one of a batch of those with purchases. */
const nextUsers = async (db: Db, after: string): Promise<UserWithModes[]> => {
  const users = await usersAfter(db, after, ROWS_BATCH);
  const last = users.filter(({ modes }) => modes.length > 0)[USERS_BATCH - 1];
  return last === undefined ? users : users.slice(0, users.indexOf(last) + 1);
};

const someUsers = async (tx: Tx, after: string, at: At): Promise<Piece> => {
  const users = await nextUsers(tx, after);
  const last = users.at(-1);
  if (!last) return { differences: [], users: 0, next: { step: 'payments', after: '' } };
  const withPurchases = users.filter(({ modes }) => modes.length > 0);
  const differences = await recomputeUsers(tx, withPurchases, { ...at, source: { kind: 'ledger' } });
  return { differences, users: users.length, next: { step: 'users', after: last.id } };
};

const somePayments = async (tx: Tx, after: string, { now }: At): Promise<Piece> => {
  const payments = await paymentsAfter(tx, after, ROWS_BATCH);
  const last = payments.at(-1);
  if (!last) return { differences: [], users: 0, next: { step: 'test', after: '' } };
  const differences = await recomputeStandings(tx, payments, now);
  await markUnbalanced(
    tx,
    payments.map((row) => row.provider_payment_id),
    now,
  );
  return { differences, users: 0, next: { step: 'payments', after: last.provider_payment_id } };
};

const nextMode = { test: { step: 'live', after: '' }, live: undefined } as const;

/** A day that waits to be recomputed after a purchase differs from nothing. */
const oneDay = async (tx: Tx, mode: 'test' | 'live', after: string, { calendar }: At): Promise<Piece> => {
  const day = await dayAfter(tx, mode, after, calendar);
  if (day === undefined) return { differences: [], users: 0, next: nextMode[mode] };
  const row = await recomputeDay(tx, day, { mode, calendar });
  const isWaiting = row.stored !== row.computed && (await waitingDays(tx, mode)).has(day);
  const differences = isWaiting ? [] : [{ what: `${mode} ${day}`, ...row }];
  return { differences, users: 0, next: { step: mode, after: day } };
};

/** Recomputes the next keys, in the caller's transaction. */
export const recomputePiece = (tx: Tx, { step, after }: Position, at: At): Promise<Piece> => {
  if (step === 'users') return someUsers(tx, after, at);
  return step === 'payments' ? somePayments(tx, after, at) : oneDay(tx, step, after, at);
};
