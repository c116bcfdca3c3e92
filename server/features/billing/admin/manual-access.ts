import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { AccessChangeRow } from '#server/database/tables/access.ts';
import { withdrawAccess } from '#server/database/waiting-rights.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail, invalidField } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit, type Source } from '#server/audit/audit.ts';
import { accessHistoryOf, type Entitlement, entitlement, EVERYTHING, roleOf } from '../entitlement/entitlement.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { clampEnd, isForLife } from '../plans/plans.ts';

export interface ManualChangeOrigin extends About {
  /** A change with an id is made once, however often it is repeated. */
  id?: string;
  /** Null for the school, where no admin is known. */
  adminId: string | null;
  userId: string;
  reason: string;
}

type Change = Pick<AccessChangeRow, 'kind' | 'until' | 'payment_id' | 'days'> & { added_ms?: number };

/** What a change is about; everything by default. */
export interface About {
  courseId?: string | undefined;
  source?: AccessChangeRow['source'];
}

/**
 * Changes of a user's access by admins, with a stored reason. Each returns how many renewals ended with it, and throws
 * `person_not_found`.
 */
export const createManualAccess = ({ database, clock, settings }: BillingPlatform, ledger: Ledger) => {
  const entitlementIn = async (
    tx: Tx,
    { userId, courseId: scope = EVERYTHING }: ManualChangeOrigin,
    now: number,
  ): Promise<Entitlement> => {
    const history = await accessHistoryOf(tx, userId, await settings.purchaseMode());
    return entitlement(history, now, scope);
  };

  const changeIn = async (
    tx: Tx,
    change: ManualChangeOrigin,
    kind: 'access_granted' | 'access_extended' | 'access_revoked',
    decide: (now: number, held: Entitlement) => Promise<Change | undefined> | Change,
  ): Promise<number> => {
    const { id = newId(), adminId, userId, reason, courseId: scope = EVERYTHING, source: origin = 'admin' } = change;
    await lockUsers(tx, [userId]);
    if ((await roleOf(tx, userId)) === undefined) throw fail('person_not_found');
    if (await hasRow(tx.selectFrom('access_changes').select('id').where('id', '=', id))) return 0;
    const now = clock.now();
    const held = await entitlementIn(tx, change, now);
    const decided = await decide(now, held);
    if (!decided) return 0;
    recordChange({
      ...(scope !== EVERYTHING && { courseId: scope }),
      before: { until: held.isActive ? held.accessUntil : null },
      after: { until: decided.until },
    });
    await tx
      .insertInto('access_changes')
      .values({ id, user_id: userId, at: now, scope, source: origin, changed_by: adminId ?? '', reason, ...decided })
      .execute();
    if (scope !== EVERYTHING && !(await hasRow(tx.selectFrom('courses').select('id').where('id', '=', scope))))
      throw fail('course_not_found');
    const detail = {
      reason,
      until: decided.until,
      days: decided.days,
      ...(scope !== EVERYTHING && { courseId: scope }),
    };
    const source: Source = adminId === null ? { kind: 'rules' } : { kind: 'admin', id: adminId };
    const endedRenewals = await ledger.accessChanged(tx, userId, source);
    await recordAudit(tx, { at: now, source, userId, paymentId: decided.payment_id, kind, detail });
    return endedRenewals;
  };

  const endOf = async (db: Db, untilDay: string): Promise<number> =>
    clampEnd((await settings.calendar(db)).endOf(untilDay));

  /** The end of a day that is still to come. */
  const comingEndOf = async (db: Db, untilDay: string, now: number): Promise<number> => {
    const until = await endOf(db, untilDay);
    if (until <= now) throw invalidField('untilDay', messages.admin.dayPast);
    return until;
  };

  const grantUntil = (until: number, days = 0): Change => ({ kind: 'grant', until, payment_id: null, days });

  return {
    /** Grants access until the end of a day such as `2026-12-31`. */
    grant: (origin: ManualChangeOrigin, untilDay: string): Promise<number> =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_granted', async (now) => grantUntil(await comingEndOf(tx, untilDay, now))),
      ),

    /** Grants access in the caller's transaction, unless it lasts as long already or the day is over. */
    grantIfShorter: (tx: Tx, origin: ManualChangeOrigin, untilDay: string): Promise<number> =>
      changeIn(tx, origin, 'access_granted', async (now, { endsAt = 0 }) => {
        const until = await endOf(tx, untilDay);
        return until > now && until > endsAt ? grantUntil(until) : undefined;
      }),

    /** Takes one change back, and nothing else; a repeated call changes nothing. */
    takeBack: async (
      tx: Tx,
      { id, adminId, userId, reason }: { id: string; adminId: string; userId: string; reason: string },
    ): Promise<void> => {
      const now = clock.now();
      const change = tx.updateTable('access_changes').set({ undone_at: now }).where('id', '=', id);
      const undone = await change.where('undone_at', 'is', null).returning('scope').executeTakeFirst();
      if (!undone) return;
      const source = { kind: 'admin', id: adminId } as const;
      await ledger.accessChanged(tx, userId, source);
      const detail = { reason, until: null, days: 0, courseId: undone.scope };
      await recordAudit(tx, { at: now, source, userId, kind: 'access_revoked', detail });
    },

    /** Adds days to the end of access; from now on when there is none. Throws `validation_failed` for access for life. */
    extend: (origin: ManualChangeOrigin, days: number): Promise<number> =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_extended', async (now, { isActive, term, accessUntil }) => {
          const from = isActive ? (accessUntil ?? now) : now;
          if (isForLife(from)) throw invalidField('days', messages.admin.hasAccessForLife);
          const until = clampEnd((await settings.calendar(tx)).add(from, days, 'day'));
          // Days added to a purchase end with it when it is refunded.
          return isActive && term && term.accessUntil === accessUntil
            ? { kind: 'extend', until, payment_id: term.paymentId, days, added_ms: until - from }
            : grantUntil(until, days);
        }),
      ),

    /** Ends access, its renewals, and what waits for the address; later purchases and grants count again. */
    revoke: (origin: ManualChangeOrigin): Promise<number> =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_revoked', async () => {
          await withdrawAccess(tx, origin.userId, origin.courseId);
          return { kind: 'revoke', until: null, payment_id: null, days: 0 };
        }),
      ),

    /** Throws `validation_failed` for a day that is over. */
    checkDay: async (untilDay: string): Promise<void> => {
      await comingEndOf(database.db, untilDay, clock.now());
    },
  };
};
