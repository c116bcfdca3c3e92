import type { IndianState } from '#contract/states.ts';
import { INDIAN_STATES } from '#contract/states.ts';
import type { Tx } from '#server/database/database.ts';
import type { ReceiptRow } from '#server/database/payment-tables.ts';
import type { Mode } from '../provider.ts';
import type { SchoolCalendar } from '../school-calendar.ts';
import { numberOf, ReceiptDocument, seriesOf } from './document.ts';
import {
  insertReceipt,
  nextSerial,
  noteReceiptNumber,
  paymentsWithoutReceipt,
  refundsWithoutNote,
  type UnreceiptedPayment,
} from './receipts.queries.ts';
import { splitTax } from './tax.ts';

/** Who sells; with a GSTIN, tax invoices are issued. */
export interface Seller {
  name: string;
  address: string | null;
  tax: { gstin: string; state: IndianState; sac: string; ratePercent: number } | null;
}

export interface IssuerNeeds {
  calendar: SchoolCalendar;
  seller: Seller;
  /** Called with each paper in the transaction that issues it. */
  onIssued: (tx: Tx, document: ReceiptDocument) => Promise<void>;
}

/** Issues what is due to these people: a receipt for each payment that is certain, a note for each refund that is done. */
export type IssueReceipts = (tx: Tx, userIds: readonly string[], at: { mode: Mode; now: number }) => Promise<void>;

const stateOf = (name: string | null): IndianState | null => INDIAN_STATES.find((state) => state === name) ?? null;

const taxOf = (amountInPaise: number, tax: Seller['tax'], buyerState: IndianState | null): ReceiptDocument['tax'] => {
  if (tax === null) return null;
  // Who gave no state is supplied where the seller is.
  const isSameState = (buyerState ?? tax.state) === tax.state;
  return { sac: tax.sac, ratePercent: tax.ratePercent, ...splitTax(amountInPaise, tax.ratePercent, isSameState) };
};

type Draft = Omit<ReceiptDocument, 'number' | 'issuedAt' | 'isTest'>;

const receiptFor = (payment: UnreceiptedPayment, seller: Seller): Draft => {
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
      refundableUntil: payment.refundable_until,
    },
    refund: null,
  };
};

/** Seller, buyer and rate are those of the paper that it takes back. */
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

export const createReceiptIssuer = ({ calendar, seller, onIssued }: IssuerNeeds): IssueReceipts => {
  const issue = async (
    tx: Tx,
    draft: Draft,
    { userId, mode, now }: { userId: string; mode: Mode; now: number },
  ): Promise<string> => {
    const series = seriesOf(draft.kind, mode, calendar.financialYearOf(now));
    const number = numberOf(series, await nextSerial(tx, series));
    const document = { ...draft, number, issuedAt: now, isTest: mode === 'test' };
    const row: ReceiptRow = {
      number,
      kind: draft.kind,
      mode,
      user_id: userId,
      payment_id: draft.payment.id,
      refund_id: draft.refund?.id ?? null,
      amount_in_paise: draft.amountInPaise,
      issued_at: now,
      document: JSON.stringify(document),
    };
    await insertReceipt(tx, row);
    await onIssued(tx, document);
    return number;
  };

  return async (tx, userIds, { mode, now }) => {
    if (userIds.length === 0) return;
    for (const payment of await paymentsWithoutReceipt(tx, userIds, mode)) {
      const number = await issue(tx, receiptFor(payment, seller), { userId: payment.user_id, mode, now });
      await noteReceiptNumber(tx, payment.id, number);
    }
    for (const refund of await refundsWithoutNote(tx, userIds, mode)) {
      const original = ReceiptDocument.parse(JSON.parse(refund.document));
      const given = { id: refund.provider_refund_id ?? '', at: refund.accepted_at ?? now };
      const draft = noteFor(original, { ...given, amountInPaise: refund.amount_in_paise });
      await issue(tx, draft, { userId: refund.user_id, mode, now });
    }
  };
};
