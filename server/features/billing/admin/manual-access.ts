import { messages } from '#contract/messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AccessChangeRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  accessHistoryOf,
  type Entitlement,
  entitlement,
  lockUsers,
  recomputeAccess,
  roleOf,
} from '../entitlement/entitlement.ts';
import type { BillingParts } from '../parts.ts';
import type { Mode } from '../provider/provider.ts';

const DAY_MS = 24 * 60 * 60_000;
const MODES: readonly Mode[] = ['test', 'live'];

export interface ManualChangeOrigin {
  /** A change with an id is made once, however often it is repeated. */
  id?: string;
  adminId: string;
  userId: string;
  reason: string;
}

/** What an admin changes in a user's access, with a reason that is kept. Each throws `person_not_found`. */
export interface ManualAccess {
  /** Grants access until the end of a day such as `2026-12-31`. */
  grant(change: ManualChangeOrigin, untilDay: string): Promise<void>;
  /** Grants access in the caller's transaction, unless it lasts as long already or the day is over. */
  grantIfShorter(tx: Tx, change: ManualChangeOrigin, untilDay: string): Promise<void>;
  /** Adds days to the end of access; from now on when there is none. */
  extend(change: ManualChangeOrigin, days: number): Promise<void>;
  /** Ends access; later payments and grants count again. */
  revoke(change: ManualChangeOrigin): Promise<void>;
  /** Throws `validation_failed` for a day that is over. */
  checkDay(untilDay: string): Promise<void>;
}

type Change = Pick<AccessChangeRow, 'kind' | 'until' | 'payment_id' | 'days'>;

const isChangeMade = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('access_changes').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const createManualAccess = ({ database, clock, settings, activeProvider }: BillingParts): ManualAccess => {
  const changeIn = async (
    tx: Tx,
    { id = newId(), adminId, userId, reason }: ManualChangeOrigin,
    kind: 'access_granted' | 'access_extended' | 'access_revoked',
    decide: (now: number) => Promise<Change | undefined> | Change,
  ): Promise<void> => {
    await lockUsers(tx, [userId]);
    if ((await roleOf(tx, userId)) === undefined) throw fail('person_not_found');
    if (await isChangeMade(tx, id)) return;
    const now = clock.now();
    const decided = await decide(now);
    if (!decided) return;
    await tx
      .insertInto('access_changes')
      .values({ id, user_id: userId, at: now, changed_by: adminId, reason, ...decided })
      .execute();
    for (const mode of MODES) await recomputeAccess(tx, userId, { mode, now });
    const detail = { reason, until: decided.until, days: decided.days };
    const source = { kind: 'admin', id: adminId } as const;
    await recordAudit(tx, { at: now, source, userId, paymentId: decided.payment_id, kind, detail });
  };

  const entitlementIn = async (tx: Tx, userId: string, now: number): Promise<Entitlement> => {
    const { terms, changes } = await accessHistoryOf(tx, userId, await activeProvider.mode());
    return entitlement(terms, now, changes);
  };

  /** The end of a day that is still to come. */
  const endOf = async (db: Db, untilDay: string, now: number): Promise<number> => {
    const until = (await settings.calendar(db)).endOf(untilDay);
    const message = messages.admin.dayPast;
    if (until <= now) throw fail('validation_failed', { message, details: [{ path: 'untilDay', message }] });
    return until;
  };

  const grantUntil = (until: number, days = 0): Change => ({ kind: 'grant', until, payment_id: null, days });

  return {
    grant: (origin, untilDay) =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_granted', async (now) => grantUntil(await endOf(tx, untilDay, now))),
      ),

    grantIfShorter: (tx, origin, untilDay) =>
      changeIn(tx, origin, 'access_granted', async (now) => {
        const until = (await settings.calendar(tx)).endOf(untilDay);
        const { endsAt = 0 } = await entitlementIn(tx, origin.userId, now);
        return until > now && until > endsAt ? grantUntil(until) : undefined;
      }),

    extend: (origin, days) =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_extended', async (now) => {
          const { isActive, term, accessUntil } = await entitlementIn(tx, origin.userId, now);
          if (!isActive || accessUntil === undefined) return grantUntil(now + days * DAY_MS, days);
          const until = accessUntil + days * DAY_MS;
          // Days added to a purchase end with it when it is refunded.
          return term?.accessUntil === accessUntil
            ? { kind: 'extend', until, payment_id: term.paymentId, days }
            : grantUntil(until, days);
        }),
      ),

    revoke: (origin) =>
      database.transaction((tx) =>
        changeIn(tx, origin, 'access_revoked', () => ({ kind: 'revoke', until: null, payment_id: null, days: 0 })),
      ),

    checkDay: async (untilDay) => {
      await endOf(database.db, untilDay, clock.now());
    },
  };
};
