import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from '../audit.ts';
import { holdPayment } from '../facts.queries.ts';
import type { Gateway } from '../gateway.ts';
import { formatPaise } from '../money-text.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { SchoolCalendar } from '../school-calendar.ts';
import type { Settlement } from '../settlement.ts';
import { createAccessByHand } from './access-by-hand.ts';
import { createExplanation, toPerson } from './explanation.ts';
import { createGiveBack } from './give-back.ts';
import { createPaymentDetail } from './payment-detail.ts';
import { createPaymentList } from './payment-list.ts';
import { setHandled } from './payment-list.queries.ts';
import { findPeople, findPerson } from './people.queries.ts';
import { createToDo } from './to-do.ts';

export interface SalesDeskNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  currencySymbol: string;
  gateway: Gateway;
  settlement: Settlement;
  receipts: Receipts;
  log: { warn(facts: object, text: string): void };
}

export type SalesDesk = ReturnType<typeof createSalesDesk>;

/** What ADMINs see of the money, and what they do by hand. */
export const createSalesDesk = (needs: SalesDeskNeeds) => {
  const { database, clock, calendar, currencySymbol, gateway, receipts } = needs;
  const { db } = database;
  const money = (inPaise: number): string => formatPaise(inPaise, currencySymbol);
  const explain = createExplanation({ db, clock, calendar, gateway, money });
  const sentenceFor = async (userId: string): Promise<string | undefined> =>
    (await findPerson(db, userId)) ? (await explain(userId)).sentence : undefined;

  return {
    list: createPaymentList(database, gateway),
    toDo: createToDo({ db, clock, gateway, money }),
    detail: createPaymentDetail({ db, clock, money, receipts, explain: sentenceFor }),
    giveBack: createGiveBack(needs),
    access: createAccessByHand({ database, clock, calendar, gateway }),
    explain,
    findPeople: async (search: string) => (await findPeople(database, search)).map(toPerson),

    /** Takes a payment off the to-do list. Throws `payment_not_found`. */
    markHandled: (paymentId: string, { adminId, reason }: { adminId: string; reason: string }): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await holdPayment(tx, paymentId, now))) throw fail('payment_not_found');
        await setHandled(tx, paymentId, now);
        const action = 'taken off the to-do list';
        await writeAudit(tx, { at: now, by: `admin ${adminId}`, action, paymentId, detail: { reason } });
      }),
  };
};
