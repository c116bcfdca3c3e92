import { formatCalendarDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { DAY_MS, toInstantOrNull } from '#server/clock.ts';
import { cutPage, readCursor } from '#server/database/cursor.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import { languageFor, type TextReader } from '#server/database/translations.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Entitlements } from '../entitlement/entitlement.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  dueDayOf,
  duesOf,
  findInParts,
  inPartsOfUser,
  listInParts,
  type PurchaseInPartsRow,
  updateDue,
} from '../parts/parts.ts';
import { namerOf } from '../plans/plans.ts';
import { listOverdue, sumOverdue } from './owed-parts.queries.ts';
import { leftOf, toPurchaseInParts } from './present.ts';
import { createRemind, partsSubject, runPartReminders } from './reminding.ts';

/** What an admin does with a part. */
interface Change {
  adminId: string;
  paymentId: string;
  n: number;
}

interface Found {
  row: PurchaseInPartsRow;
  dues: PartDueRow[];
}

/** Purchases in parts for their buyers and for admins: who owes what, reminders, and what the school lets go. */
export const createOwedParts = (
  platform: BillingPlatform,
  { ledger, entitlements }: { ledger: Ledger; entitlements: Entitlements },
) => {
  const { database, clock, settings, money, notices } = platform;
  const { db } = database;
  const remind = createRemind(platform);
  runPartReminders(platform, remind);

  const find = async (on: Db, paymentId: string): Promise<Found> => {
    const row = await findInParts(on, paymentId);
    if (!row) throw fail('payment_not_found');
    return { row, dues: (await duesOf(on, [row.attempt_id]))(row.attempt_id) };
  };

  const present = async ({ row, dues }: Found) =>
    toPurchaseInParts(row, dues, { now: clock.now(), calendar: await settings.calendar() });

  const ofPurchase = async (paymentId: string) => present(await find(db, paymentId));

  /** Changes a part under the lock of its buyer, and recomputes what follows. */
  const change = async (
    { adminId, paymentId, n }: Change,
    work: (tx: Tx, due: PartDueRow, now: number) => Promise<Parameters<typeof recordAudit>[1] | undefined>,
  ) => {
    await database.transaction(async (tx) => {
      const { row } = await find(tx, paymentId);
      await lockUsers(tx, [row.user_id]);
      const due = (await find(tx, paymentId)).dues.find((one) => one.n === n);
      if (!due) throw fail('part_not_open');
      const entry = await work(tx, due, clock.now());
      if (!entry) return;
      const source = { kind: 'admin', id: adminId } as const;
      await ledger.accessChanged(tx, row.user_id, source);
      await notices.withdraw(tx, [partsSubject(row.attempt_id)]);
      const about = { userId: row.user_id, attemptId: row.attempt_id, paymentId: row.provider_payment_id };
      await recordAudit(tx, { ...entry, ...about });
    });
    return ofPurchase(paymentId);
  };

  const entryOf = (adminId: string, now: number) => ({ at: now, source: { kind: 'admin', id: adminId } as const });

  return {
    ofPurchase,

    /** Newest first. */
    mine: async (buyer: TextReader & { id: string }) => {
      const rows = await inPartsOfUser(db, buyer.id, await settings.purchaseMode());
      const nameOf = await namerOf(db, rows, await languageFor(platform, buyer));
      const dues = await duesOf(
        db,
        rows.map((row) => row.attempt_id),
      );
      return Promise.all(
        rows.map(async (row) => ({
          ...(await present({ row, dues: dues(row.attempt_id) })),
          planName: nameOf(row),
          isWaiting: Boolean(row.is_waiting),
        })),
      );
    },

    overdue: async ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const [now, calendar] = [clock.now(), await settings.calendar()];
      const today = calendar.dayOf(now);
      const of = { mode: await settings.purchaseMode(), today };
      const found = await listOverdue(db, { ...of, after: readCursor(cursor) }, limit + 1);
      const { page, nextCursor } = cutPage(found, limit, ({ since }) => since);
      const ids = page.map(({ id }) => id);
      const rows = new Map((await listInParts(db, ids)).map((row) => [row.attempt_id, row]));
      const duesBy = await duesOf(db, ids);
      const purchases = ids.flatMap((id) => {
        const row = rows.get(id);
        const over = duesBy(id).filter((due) => due.missing_in_paise > 0 && dueDayOf(due) < today);
        const dueOn = over.map(dueDayOf).toSorted()[0];
        if (!row || dueOn === undefined) return [];
        const reminded = over.flatMap((due) => due.reminded_at ?? []);
        return [
          {
            ...toPurchaseInParts(row, duesBy(id), { now, calendar }),
            user: { _id: row.user_id, fullName: row.full_name, email: row.email },
            owedInPaise: leftOf(over),
            dueOn,
            daysOverdue: Math.round((Date.parse(today) - Date.parse(dueOn)) / DAY_MS),
            remindedAt: toInstantOrNull(reminded.length === 0 ? null : Math.max(...reminded)),
            isWaiting: Boolean(row.is_waiting),
          },
        ];
      });
      return { purchases, nextCursor, total: await sumOverdue(db, of) };
    },

    /** Throws `nothing_left_to_pay`. */
    remind: async (paymentId: string, adminId: string) => {
      await database.transaction(async (tx) => {
        await lockUsers(tx, [(await find(tx, paymentId)).row.user_id]);
        const { row, dues } = await find(tx, paymentId);
        if (leftOf(dues) === 0) throw fail('nothing_left_to_pay');
        await remind(tx, row, dues, { kind: 'admin', id: adminId });
      });
      return ofPurchase(paymentId);
    },

    /** Its reminders begin anew. Throws `part_not_open`. */
    postpone: ({ until, reason, ...part }: Change & { until: string; reason: string }) =>
      change(part, async (tx, due, now) => {
        if (due.missing_in_paise === 0) throw fail('part_not_open');
        if (until <= dueDayOf(due) || until < (await settings.calendar(tx)).dayOf(now))
          throw invalidField('until', messages.parts.dayNotLater);
        await updateDue(tx, due.attempt_id, due.n, { promised_on: until, reason, reminder: 0 });
        return { ...entryOf(part.adminId, now), kind: 'part_postponed', detail: { n: due.n, until, reason } };
      }),

    /** Throws `part_not_open`. */
    writeOff: ({ reason, ...part }: Change & { reason: string }) =>
      change(part, async (tx, due, now) => {
        if (due.missing_in_paise === 0) throw fail('part_not_open');
        await updateDue(tx, due.attempt_id, due.n, { written_off_at: now, reason });
        const detail = { n: due.n, amountInPaise: due.missing_in_paise, reason };
        return { ...entryOf(part.adminId, now), kind: 'part_written_off', detail };
      }),

    /** It is due again as agreed. A repeated call changes nothing. */
    undo: (part: Change) =>
      change(part, async (tx, due, now) => {
        if (due.promised_on === null && due.written_off_at === null) return undefined;
        const agreed = { promised_on: null, written_off_at: null, reason: null };
        await updateDue(tx, due.attempt_id, due.n, agreed);
        return { ...entryOf(part.adminId, now), kind: 'part_undone', detail: { n: due.n } };
      }),

    /** Why a course is closed that was bought in parts: the part that is overdue, in a sentence. Undefined otherwise. */
    whyPaused: async (userId: string, courseId: string): Promise<string | undefined> => {
      const { isActive, pausesWith } = await entitlements.courseEntitlementOf(userId, courseId);
      if (isActive || pausesWith === undefined) return undefined;
      const { dues } = await find(db, pausesWith);
      const due = dues.find((one) => one.missing_in_paise > 0);
      return (
        due && messages.parts.overdue(`Part ${due.n}`, money(due.missing_in_paise), formatCalendarDay(dueDayOf(due)))
      );
    },
  };
};
