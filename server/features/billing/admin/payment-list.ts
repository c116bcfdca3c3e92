import type { z } from 'zod';
import type { PaymentStatus, SalesPayment } from '#contract/sales.ts';
import { toInstant } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import {
  type Below,
  listPayments,
  paymentOfDocument,
  type AdminPaymentRow,
  type Match,
} from './payment-list.queries.ts';
import { findPeople } from './people.queries.ts';

export interface PaymentFilter {
  status?: PaymentStatus | undefined;
  search?: string | undefined;
}

export interface PaymentList {
  page(
    filter: PaymentFilter & { limit: number; cursor?: string | undefined },
  ): Promise<{ payments: z.input<typeof SalesPayment>[]; nextCursor: string | null }>;
  /** Every payment of the filter, newest first, read a few hundred at a time. */
  all(filter: PaymentFilter): AsyncGenerator<z.input<typeof SalesPayment>>;
}

const EXPORT_PAGE = 500;

const instantOf = (at: number | null): string | null => (at === null ? null : toInstant(at));

export const toSalesPayment = (row: AdminPaymentRow): z.input<typeof SalesPayment> => ({
  _id: row.id,
  paymentId: row.provider_payment_id,
  subscriptionId: row.subscription_ref,
  userId: row.user_id,
  userName: row.full_name,
  userEmail: row.email,
  amountInPaise: row.amount_in_paise,
  refundedInPaise: row.refunded,
  currency: row.currency,
  status: row.standing ?? 'not_finished',
  mode: row.mode,
  paidWith: row.masked ?? row.method,
  startedAt: toInstant(row.initiated_at),
  paidAt: instantOf(row.captured_at),
  accessUntil: instantOf(row.access_until),
});

const readCursor = (cursor: string | undefined): Below | undefined => {
  if (cursor === undefined) return undefined;
  const [, startedAt, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor) ?? [];
  if (startedAt === undefined || id === undefined) throw fail('validation_failed');
  return { startedAt: Number(startedAt), id };
};

const cursorAfter = (row: AdminPaymentRow): string => `${row.initiated_at}.${row.id}`;

export const createPaymentList = (database: Database, activeProvider: ActiveProvider): PaymentList => {
  const { db } = database;

  /** A search may be an id of the provider, the number of a receipt, or a person. `nothing` when none matches. */
  const findMatch = async (search: string | undefined): Promise<Match | 'nothing' | undefined> => {
    if (search === undefined || search === '') return undefined;
    if (/^pay_\w+$/.test(search)) return { paymentId: search };
    if (/^sub_\w+$/.test(search)) return { subscriptionRef: search };
    const paymentId = /^(?:rfnd_\w+|T?[RIC]\d{4}-\d+)$/.test(search) ? await paymentOfDocument(db, search) : undefined;
    if (paymentId !== undefined) return { paymentId };
    const people = await findPeople(database, search);
    return people.length === 0 ? 'nothing' : { userIds: people.map(({ id }) => id) };
  };

  const read = async ({ status, search }: PaymentFilter, below: Below | undefined, count: number) => {
    const match = await findMatch(search);
    if (match === 'nothing') return [];
    return listPayments(db, { mode: await activeProvider.mode(), status, match, below }, count);
  };

  return {
    page: async ({ limit, cursor, ...filter }) => {
      const rows = await read(filter, readCursor(cursor), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        payments: shown.map(toSalesPayment),
        nextCursor: rows.length > limit && last ? cursorAfter(last) : null,
      };
    },
    all: async function* all(filter) {
      let below: Below | undefined;
      for (;;) {
        const rows = await read(filter, below, EXPORT_PAGE);
        yield* rows.map(toSalesPayment);
        const last = rows.at(-1);
        if (!last || rows.length < EXPORT_PAGE) return;
        below = { startedAt: last.initiated_at, id: last.id };
      }
    },
  };
};
