import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { Received } from '#contract/endpoint.ts';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { partsLabelOf } from '#contract/billing/part-messages.ts';
import type { InvoiceTo } from '#contract/billing/payments.ts';
import type { PaymentSort, SalesPayment } from '#contract/billing/sales.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { toDecimal } from '#server/money.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  countByStanding,
  isOrder,
  listPayments,
  listPeopleOf,
  paymentOfDocument,
  type paymentsOfUser,
  type AdminPaymentRow,
  type ListFilter,
} from './payment-list.queries.ts';
import type { Column } from '#server/http/file/csv.ts';
import { cutPage, readCursor } from '#server/database/cursor.ts';
import { readPaidParts } from '../parts/parts.ts';
import { isForLife, openedTitles } from '../plans/plans.ts';
import { refOfOrder, wayOf } from '../provider/provider.ts';
import { findPeople, requestsOfReference } from './people.queries.ts';

type SalesRow = z.input<typeof SalesPayment>;

/** A payment in the export, with the courses that it opens, or everything. */
type ExportedRow = SalesRow & { opens: string };

type PaymentFilter = Received<typeof api.sales.exportCsv>['query'];
type PageQuery = PaymentFilter & { sort?: PaymentSort; limit: number; cursor?: string | undefined };

const EXPORT_PAGE = 500;

const giftOf = (row: AdminPaymentRow): SalesRow['gift'] =>
  row.gift_id === null
    ? null
    : {
        recipientName: row.recipient_name ?? '',
        recipientEmail: row.recipient_email ?? '',
        sendOn: row.send_on,
        sentAt: toInstantOrNull(row.sent_at),
        redeemedAt: toInstantOrNull(row.redeemed_at),
        redeemedBy:
          row.redeemed_at === null || row.user_id === null
            ? null
            : { _id: row.user_id, fullName: row.holder_name ?? '', email: row.holder_email ?? '' },
      };

export const toSalesPayment = (row: AdminPaymentRow): SalesRow => ({
  _id: row.id,
  paymentId: row.provider_payment_id,
  subscriptionId: row.subscription_ref,
  userId: row.buyer_id,
  gift: giftOf(row),
  userName: row.full_name,
  userEmail: row.email,
  amountInPaise: row.amount_in_paise,
  refundedInPaise: row.refunded,
  currency: row.currency,
  status: row.standing ?? (row.captured_at === null ? 'not_finished' : 'paid'),
  mode: row.mode,
  way: wayOf(row),
  reference: row.reference ?? '',
  paidWith: row.masked ?? row.method,
  startedAt: toInstant(row.initiated_at),
  failure: row.status === 'failed' ? row.failure : null,
  paidAt: toInstantOrNull(row.captured_at),
  accessUntil: toInstantOrNull(row.access_until),
  planName: row.plan_name,
  planVersion: row.plan_version,
  coupon: row.coupon_code === null ? null : { code: row.coupon_code, discountInPaise: row.discount_in_paise ?? 0 },
  parts: readPaidParts(row.paid_parts),
});

/** Whom the newest of these payments that a user made, and that had one, has its invoice made out to. */
export const lastInvoiceTo = (
  payments: Awaited<ReturnType<typeof paymentsOfUser>>,
  userId: string,
): z.input<typeof InvoiceTo> => {
  const last = payments.find((row) => row.buyer_id === userId && row.status === 'captured' && row.buyer_state !== null);
  const { buyer_gstin: gstin, buyer_name: name, buyer_address: address } = last ?? {};
  return {
    state: INDIAN_STATES.find((state) => state === last?.buyer_state),
    ...(gstin && name && address && { business: { gstin, name, address } }),
  };
};

/** The columns of the export. */
export const paymentColumns: readonly Column<ExportedRow>[] = [
  ['Payment', (payment) => payment.paymentId],
  ['Subscription', (payment) => payment.subscriptionId],
  ['Status', (payment) => payment.status],
  ['Started', (payment) => payment.startedAt],
  ['Paid', (payment) => payment.paidAt],
  ['Name', (payment) => payment.userName],
  ['Email', (payment) => payment.userEmail],
  ['Amount', (payment) => toDecimal(payment.amountInPaise)],
  ['Refunded', (payment) => toDecimal(payment.refundedInPaise)],
  ['Currency', (payment) => payment.currency],
  ['Way', (payment) => payment.way],
  ['Reference', (payment) => payment.reference],
  ['Paid with', (payment) => payment.paidWith],
  ['Access until', ({ accessUntil: until }) => (until !== null && isForLife(Date.parse(until)) ? 'for life' : until)],
  ['Mode', (payment) => payment.mode],
  ['Plan', (payment) => payment.planName],
  ['Opens', (payment) => payment.opens],
  ['Plan version', ({ planVersion }) => (planVersion === null ? null : String(planVersion))],
  ['Parts', ({ parts }) => parts && partsLabelOf(parts)],
  ['Coupon', ({ coupon }) => coupon && coupon.code],
  ['Discount', ({ coupon }) => coupon && toDecimal(coupon.discountInPaise)],
  ['Gift for', (payment) => payment.gift?.recipientEmail ?? null],
  ['Gift redeemed', (payment) => payment.gift?.redeemedAt ?? null],
  ['Failure', (payment) => payment.failure],
];

const orders: Record<PaymentSort, ListFilter['order']> = {
  date: { column: 'initiated_at', direction: 'asc' },
  '-date': { column: 'initiated_at', direction: 'desc' },
  amount: { column: 'amount_in_paise', direction: 'asc' },
  '-amount': { column: 'amount_in_paise', direction: 'desc' },
};

export const createPaymentList = ({ database, settings }: BillingPlatform) => {
  const { db } = database;

  /** What an id of the provider, or the number of a receipt in either case, stands for. */
  const findReference = async (search: string): Promise<ListFilter['match']> => {
    if (/^(?:pay|own)_\w+$/.test(search)) return { column: 'p.provider_payment_id', values: [search] };
    if (/^(?:sub|order)_\w+$/.test(search)) return { column: 'a.subscription_ref', values: [search] };
    const order = refOfOrder(search);
    if (order !== undefined && (await isOrder(db, order))) return { column: 'a.subscription_ref', values: [order] };
    const document = /^T?[RIC]\d{4}-\d+$/i.test(search) ? search.toUpperCase() : search;
    const paymentId = /^(?:rfnd_\w+|T?[RIC]\d{4}-\d+)$/.test(document)
      ? await paymentOfDocument(db, document)
      : (await requestsOfReference(db, search)).find((row) => row.payment_id !== null)?.payment_id;
    return !paymentId ? undefined : { column: 'p.provider_payment_id', values: [paymentId] };
  };

  /** A search may be a reference, or a person. */
  const findMatch = async (search: string | undefined): Promise<ListFilter['match']> => {
    if (search === undefined || search === '') return undefined;
    return (
      (await findReference(search)) ?? {
        column: 'p.user_id',
        values: (await findPeople(db, search)).map(({ id }) => id),
      }
    );
  };

  const rowsOf = async ({ status, search, sort = '-date', limit, cursor }: PageQuery) => {
    const after = readCursor(cursor);
    const match = await findMatch(search);
    const order = orders[sort];
    const filter = { mode: await settings.purchaseMode(), status, match, order, after };
    const rows = match?.values.length === 0 ? [] : await listPayments(db, filter, limit + 1);
    return cutPage(rows, limit, (row) => row[order.column]);
  };

  const page = async (query: PageQuery) => {
    const { page: payments, nextCursor } = await rowsOf(query);
    return { payments: payments.map(toSalesPayment), nextCursor };
  };

  const toExported = async (rows: readonly AdminPaymentRow[]): Promise<ExportedRow[]> => {
    const titles = await openedTitles(
      db,
      rows.flatMap(({ opens, plan_version_id: id }) => (opens === 'courses' && id !== null ? [id] : [])),
    );
    const openedBy = ({ opens, plan_version_id: id }: AdminPaymentRow): string =>
      opens === 'everything' ? 'All courses' : (titles.get(id ?? '') ?? []).join('; ');
    return rows.map((row) => ({ ...toSalesPayment(row), opens: openedBy(row) }));
  };

  return {
    /** One page, with how many payments have each status. */
    page: async (query: PageQuery) => {
      const counts = await countByStanding(db, await settings.purchaseMode());
      return { ...(await page(query)), counts: Object.fromEntries(counts) };
    },

    /** Who bought, and who has the access, by a reference; undefined for what is none. */
    peopleOf: async (search: string): Promise<string[] | undefined> => {
      const match = await findReference(search);
      if (match) return listPeopleOf(db, match);
      const stated = await requestsOfReference(db, search);
      return stated.length === 0 ? undefined : [...new Set(stated.map((row) => row.user_id))];
    },

    /** The newest payments of a search. */
    find: async (search: string, limit: number) => (await page({ search, limit })).payments,

    /** Every payment of the filter, newest first, read a few hundred at a time. */
    all: async function* all(filter: PaymentFilter): AsyncGenerator<ExportedRow> {
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { page: payments, nextCursor } = await rowsOf({ ...filter, limit: EXPORT_PAGE, cursor });
        yield* await toExported(payments);
        cursor = nextCursor;
      }
    },
  };
};
