import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { recordAudit } from '../audit/audit.ts';
import { lockKnownPayment } from '../ledger/ledger.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import { formatPaise } from '#server/money.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { createManualAccess } from './manual-access.ts';
import { createExplanation, toPerson } from './explanation.ts';
import { createNotices } from './notices.ts';
import { createPaymentDetail } from './payment-detail.ts';
import { createPaymentList } from './payment-list.ts';
import { setHandled } from './payment-list.queries.ts';
import { findPeople, findPerson } from './people.queries.ts';
import { createToDo } from './to-do.ts';

export interface BillingAdminNeeds {
  database: Database;
  clock: Clock;
  calendar: SchoolCalendar;
  currencySymbol: string;
  activeProvider: ActiveProvider;
  refunds: Refunds;
  receipts: Receipts;
}

export type BillingAdmin = ReturnType<typeof createBillingAdmin>;

/** What admins see of payments and access, and what they change. */
export const createBillingAdmin = (needs: BillingAdminNeeds) => {
  const { database, clock, calendar, currencySymbol, activeProvider, receipts, refunds } = needs;
  const { db } = database;
  const money = (inPaise: number): string => formatPaise(inPaise, currencySymbol);
  const explain = createExplanation({ db, clock, calendar, activeProvider, money });
  const sentenceFor = async (userId: string): Promise<string | undefined> =>
    (await findPerson(db, userId)) ? (await explain(userId)).sentence : undefined;

  const toDo = createToDo({ db, clock, activeProvider, money });

  return {
    list: createPaymentList(database, activeProvider),
    toDo,
    notices: createNotices(activeProvider, toDo),
    detail: createPaymentDetail({ db, clock, calendar, money, receipts, refunds, explain: sentenceFor }),
    refund: refunds.refundForAdmin,
    access: createManualAccess({ database, clock, calendar, activeProvider }),
    explain,
    findPeople: async (search: string) => (await findPeople(database, search)).map(toPerson),

    /** Marks a payment as resolved. Throws `payment_not_found`. */
    markHandled: (paymentId: string, { adminId, reason }: { adminId: string; reason: string }): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        await lockKnownPayment(tx, paymentId, now);
        await setHandled(tx, paymentId, now);
        const source = { kind: 'admin', id: adminId } as const;
        await recordAudit(tx, { at: now, source, paymentId, kind: 'payment_handled', detail: { reason } });
      }),
  };
};
