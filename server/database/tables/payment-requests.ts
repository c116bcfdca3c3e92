import { Mode } from '#contract/billing/payments.ts';
import { OwnWay, RequestState } from '#contract/billing/way-names.ts';
import { integer, oneOf, table, text, time, type RowOf } from '../table.ts';
import { books } from './reasons.ts';

/** An offline payment, as its buyer or an admin states it. Its attempt has the price that is kept for it. */
export const paymentRequests = table('payment_requests', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text,
    attempt_id: text,
    mode: oneOf(Mode),
    /** The course from whose page it was bought. */
    course_id: text.orNull(),
    way: oneOf(OwnWay),
    reference: text,
    /** As references are compared; '' without one. */
    reference_key: text,
    /** The same while its money counts: unique for each way, and over UPI and bank. Null before, without a reference, and after a reversal. */
    counted_key: text.orNull(),
    /** Days of the school's calendar, such as `2026-05-03`. */
    paid_on: text,
    stated_in_paise: integer.orNull(),
    picture_key: text.orNull(),
    state: oneOf(RequestState),
    reason: text,
    expires_at: time,
    /** The payment that it became, by its id in the ledger. */
    payment_id: text.orNull(),
    received_on: text.orNull(),
    /** What came above the price. */
    excess_in_paise: integer,
    /** Sent by the client of an admin: a repeated request returns this row. */
    request_key: text.orNull(),
    decided_at: time.orNull(),
    decided_by: text.orNull(),
    created_at: time,
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'payment-requests',
    exported: ['id', 'way', 'reference', 'paid_on', 'stated_in_paise', 'state', 'reason', 'received_on', 'created_at'],
    onDeletion: { set: { picture_key: null }, why: books },
  },
  archive: {
    file: 'payments/payment-requests.csv',
    title: 'Offline payments, as they were stated and decided.',
  },
});
export type PaymentRequestRow = RowOf<typeof paymentRequests>;
