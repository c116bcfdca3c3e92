import { messages } from '#contract/messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { AccessChangeRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { writeAudit } from '../audit.ts';
import { entitlement } from '../entitlement.ts';
import { accessFactsOf } from '../entitlement.queries.ts';
import { lockPurchasesOf } from '../facts.queries.ts';
import type { Gateway } from '../gateway.ts';
import type { Mode } from '../provider.ts';
import { postAccess } from '../running-access.ts';
import type { SchoolCalendar } from '../school-calendar.ts';

const DAY_MS = 24 * 60 * 60_000;
const MODES: readonly Mode[] = ['test', 'live'];

export interface ByHand {
  adminId: string;
  userId: string;
  reason: string;
}

/** What an ADMIN does to somebody's access, with a reason that is kept. Each throws `person_not_found`. */
export interface AccessByHand {
  /** Opens every lecture until the end of a day such as `2026-12-31`. */
  grant(change: ByHand, untilDay: string): Promise<void>;
  /** Makes what is open longer; from now on, when nothing is. */
  extend(change: ByHand, days: number): Promise<void>;
  /** Closes what is open; what is paid or granted later counts again. */
  revoke(change: ByHand): Promise<void>;
}

export interface AccessByHandNeeds {
  database: Database;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
}

type Change = Pick<AccessChangeRow, 'kind' | 'until' | 'payment_id' | 'days'>;

/** One change at a time for a person, also for one who never bought anything. */
const holdPerson = async (tx: Tx, userId: string, now: number): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fail('person_not_found');
  await lockPurchasesOf(tx, [userId], now);
};

export const createAccessByHand = ({ database, clock, calendar, gateway }: AccessByHandNeeds): AccessByHand => {
  const change = (
    { adminId, userId, reason }: ByHand,
    action: string,
    decide: (tx: Tx, now: number) => Promise<Change> | Change,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      await holdPerson(tx, userId, now);
      const decided = await decide(tx, now);
      await tx
        .insertInto('access_changes')
        .values({ id: newId(), user_id: userId, at: now, changed_by: adminId, reason, ...decided })
        .execute();
      for (const mode of MODES) await postAccess(tx, [userId], { mode, now });
      const detail = { reason, until: decided.until, days: decided.days };
      await writeAudit(tx, { at: now, by: `admin ${adminId}`, action, userId, paymentId: decided.payment_id, detail });
    });

  const grantUntil = (until: number, days = 0): Change => ({ kind: 'grant', until, payment_id: null, days });

  return {
    grant: (by, untilDay) =>
      change(by, 'access granted', (_tx, now) => {
        const until = calendar.endOf(untilDay);
        const message = messages.admin.dayPast;
        if (until <= now) throw fail('validation_failed', { message, details: [{ path: 'untilDay', message }] });
        return grantUntil(until);
      }),

    extend: (by, days) =>
      change(by, 'access extended', async (tx, now) => {
        const { terms, changes } = await accessFactsOf(tx, by.userId, await gateway.mode());
        const { isActive, term, accessUntil } = entitlement(terms, now, changes);
        if (!isActive || accessUntil === undefined) return grantUntil(now + days * DAY_MS, days);
        const until = accessUntil + days * DAY_MS;
        // Days added to a purchase go with it when it is given back.
        return term?.accessUntil === accessUntil
          ? { kind: 'extend', until, payment_id: term.paymentId, days }
          : grantUntil(until, days);
      }),

    revoke: (by) => change(by, 'access revoked', () => ({ kind: 'revoke', until: null, payment_id: null, days: 0 })),
  };
};
