import { type IndianState, INDIAN_STATES } from '#contract/indian-states.ts';
import type { Tx } from '#server/database/database.ts';
import type { ReceiptRow } from '#server/database/payment-tables.ts';
import { bundle } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { numberOf, ReceiptDocument, seriesOf } from './document.ts';
import {
  hasProcessedRefunds,
  insertReceipts,
  noteReceiptNumbers,
  paymentsWithoutReceipt,
  refundsWithoutNote,
  takeSerials,
  type UnnotedRefund,
  type UnreceiptedPayment,
} from './receipts.queries.ts';
import { splitTax } from './tax.ts';

/** With a GSTIN, receipts are tax invoices. */
export interface Seller {
  name: string;
  address: string | null;
  tax: { gstin: string; state: IndianState; sac: string; ratePercent: number } | null;
}

export interface IssuerNeeds {
  calendar: SchoolCalendar;
  seller: Seller;
  /** Called with the documents in the transaction that issues them. */
  onIssued: (tx: Tx, documents: readonly ReceiptDocument[]) => Promise<void>;
}

/** Issues what these users lack: a receipt for each confirmed payment, a credit note for each processed refund. */
export type IssueReceipts = (tx: Tx, userIds: readonly string[], at: { mode: Mode; now: number }) => Promise<void>;

const stateOf = (name: string | null): IndianState | null => INDIAN_STATES.find((state) => state === name) ?? null;

const taxOf = (amountInPaise: number, tax: Seller['tax'], buyerState: IndianState | null): ReceiptDocument['tax'] => {
  if (tax === null) return null;
  // A buyer without a state counts as being in the seller's.
  const isSameState = (buyerState ?? tax.state) === tax.state;
  return { sac: tax.sac, ratePercent: tax.ratePercent, ...splitTax(amountInPaise, tax.ratePercent, isSameState) };
};

type Draft = Omit<ReceiptDocument, 'number' | 'issuedAt' | 'isTest'>;

const DAY_MS = 24 * 60 * 60_000;

/** A renewal is paid before its year begins; a provider that rounds the end of the year up does not move its beginning. */
const beginOf = ({ captured_at: paidAt, access_until: until }: UnreceiptedPayment, calendar: SchoolCalendar) => {
  const begin = until === null ? 0 : calendar.addYears(until, -bundle.termYears);
  return begin - (paidAt ?? 0) > DAY_MS ? { accessFrom: begin } : {};
};

const receiptFor = (payment: UnreceiptedPayment, seller: Seller, calendar: SchoolCalendar): Draft => {
  const state = stateOf(payment.buyer_state);
  return {
    kind: seller.tax === null ? 'receipt' : 'tax_invoice',
    seller: {
      name: seller.name,
      address: seller.address,
      gstin: seller.tax?.gstin ?? null,
      state: seller.tax?.state ?? null,
    },
    buyer: { name: payment.full_name, email: payment.email, state: state ?? seller.tax?.state ?? null },
    amountInPaise: payment.amount_in_paise,
    tax: taxOf(payment.amount_in_paise, seller.tax, state),
    payment: {
      id: payment.provider_payment_id,
      paidAt: payment.captured_at ?? 0,
      paidWith: payment.masked ?? payment.method,
      accessUntil: payment.access_until,
      ...beginOf(payment, calendar),
      refundableUntil: payment.refundable_until,
    },
    refund: null,
  };
};

/** Seller, buyer and rate are those of the receipt that it corrects. */
const noteFor = (original: ReceiptDocument, refund: { id: string; at: number; amountInPaise: number }): Draft => {
  const { tax, amountInPaise } = original;
  const isSameState = original.buyer.state === original.seller.state;
  return {
    kind: 'credit_note',
    seller: original.seller,
    buyer: original.buyer,
    amountInPaise: refund.amountInPaise,
    tax:
      tax === null || refund.amountInPaise === amountInPaise
        ? tax
        : { ...tax, ...splitTax(refund.amountInPaise, tax.ratePercent, isSameState) },
    payment: original.payment,
    refund: { id: refund.id, at: refund.at, ofNumber: original.number, ofDate: original.issuedAt },
  };
};

const byCapture = (a: UnreceiptedPayment, b: UnreceiptedPayment): number =>
  (a.captured_at ?? 0) - (b.captured_at ?? 0) || (a.id < b.id ? -1 : 1);

/** A document to issue, and to whom. */
interface Due {
  userId: string;
  draft: Draft;
}

export const createReceiptIssuer = ({ calendar, seller, onIssued }: IssuerNeeds): IssueReceipts => {
  /** Gives each its number, in their order. */
  const issue = async (tx: Tx, due: readonly Due[], { mode, now }: { mode: Mode; now: number }) => {
    const financialYear = calendar.financialYearOf(now);
    const numbers = new Map<Draft, string>();
    const bySeries = Map.groupBy(due, ({ draft }) => seriesOf(draft.kind, mode, financialYear));
    for (const [series, group] of [...bySeries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const first = await takeSerials(tx, series, group.length);
      for (const [place, { draft }] of group.entries()) numbers.set(draft, numberOf(series, first + place));
    }
    const issued = due.map(({ userId, draft }) => ({
      userId,
      document: { ...draft, number: numbers.get(draft) ?? '', issuedAt: now, isTest: mode === 'test' },
    }));
    const rows = issued.map(({ userId, document }): ReceiptRow => ({
      number: document.number,
      kind: document.kind,
      mode,
      user_id: userId,
      payment_id: document.payment.id,
      refund_id: document.refund?.id ?? null,
      amount_in_paise: document.amountInPaise,
      issued_at: now,
      document: JSON.stringify(document),
    }));
    await insertReceipts(tx, rows);
    const documents = issued.map(({ document }) => document);
    await onIssued(tx, documents);
  };

  const issueReceipts = async (tx: Tx, found: readonly UnreceiptedPayment[], at: { mode: Mode; now: number }) => {
    if (found.length === 0) return;
    const payments = found.toSorted(byCapture);
    const due = payments.map((payment) => ({ userId: payment.user_id, draft: receiptFor(payment, seller, calendar) }));
    await issue(tx, due, at);
    const ids = payments.map(({ id }) => id);
    await noteReceiptNumbers(tx, ids);
  };

  const issueNotes = async (tx: Tx, refunds: readonly UnnotedRefund[], at: { mode: Mode; now: number }) => {
    if (refunds.length === 0) return;
    const due = refunds.map((refund) => {
      const original = ReceiptDocument.parse(JSON.parse(refund.document));
      const given = { id: refund.provider_refund_id ?? '', at: refund.accepted_at ?? at.now };
      return { userId: refund.user_id, draft: noteFor(original, { ...given, amountInPaise: refund.amount_in_paise }) };
    });
    await issue(tx, due, at);
  };

  return async (tx, userIds, at) => {
    if (userIds.length === 0) return;
    // From its first number to the commit, a series is locked for everybody: what can be read earlier is.
    const hasRefunds = await hasProcessedRefunds(tx, userIds, at.mode);
    await issueReceipts(tx, await paymentsWithoutReceipt(tx, userIds, at.mode), at);
    if (hasRefunds) await issueNotes(tx, await refundsWithoutNote(tx, userIds, at.mode), at);
  };
};
