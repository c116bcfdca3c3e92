import { DAY_MS } from '#server/clock.ts';
import { type IndianState, INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { createCalendar } from '#server/calendar.ts';
import type { LanguageSettings } from '#contract/school/languages.ts';
import { chosenAmong, schoolLanguage } from '#server/languages.ts';
import type { Tx } from '#server/database/database.ts';
import type { ReceiptRow } from '#server/database/tables/receipts.ts';
import { readPaidParts } from '../parts/parts.ts';
import { isYearlyBundle, openedTitles, termOf } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { ReceiptDocument } from './document.ts';
import {
  insertReceipts,
  notesOf,
  paymentsWithoutReceipt,
  refundsWithoutNote,
  setReceiptNumbers,
  takeSerials,
  type UnnotedRefund,
  type UnreceiptedPayment,
} from './receipts.queries.ts';
import { returnedAt } from '../returns/returns.ts';
import { takenOff } from './taken-off.ts';
import { splitTax, type TaxSplit } from './tax.ts';

/** With a GSTIN, receipts are tax invoices. */
export interface Seller {
  name: string;
  address: string | null;
  currencySymbol: string;
  tax: { gstin: string; state: IndianState; sac: string; ratePercent: number } | null;
  /** Of the documents, and others, which may be that of a buyer. */
  languages: LanguageSettings;
}

/** The recipient and the sending day of a gift; null for one that is sent at once. */
export interface PaidGift {
  recipientName: string;
  sendOn: string | null;
}

/** The financial year is India's, wherever the school is. */
const india = createCalendar('Asia/Kolkata');

const KIND_LETTERS: Record<ReceiptRow['kind'], string> = { receipt: 'R', tax_invoice: 'I', credit_note: 'C' };

/** A series of numbers, such as `I2627` for invoices of April 2026 to March 2027; test mode has its own. */
const seriesOf = (kind: ReceiptRow['kind'], mode: Mode, financialYear: number): string => {
  const twoDigits = (year: number): string => String(year % 100).padStart(2, '0');
  return `${mode === 'test' ? 'T' : ''}${KIND_LETTERS[kind]}${twoDigits(financialYear)}${twoDigits(financialYear + 1)}`;
};

/** At most 16 of the characters that a tax invoice may have, up to a billion a year. */
const numberOf = (series: string, serial: number): string => `${series}-${String(serial).padStart(6, '0')}`;

const stateOf = (name: string | null): IndianState | null => INDIAN_STATES.find((state) => state === name) ?? null;

const taxOf = (amountInPaise: number, tax: Seller['tax'], buyerState: IndianState | null): ReceiptDocument['tax'] => {
  if (tax === null) return null;
  // A buyer without a state counts as being in the seller's.
  const isSameState = (buyerState ?? tax.state) === tax.state;
  return { sac: tax.sac, ratePercent: tax.ratePercent, ...splitTax(amountInPaise, tax.ratePercent, isSameState) };
};

type Draft = Omit<ReceiptDocument, 'number' | 'issuedAt' | 'isTest'>;

interface Owned {
  userId: string;
  draft: Draft;
  gift?: PaidGift | undefined;
}

/** A receipt or a credit note of a user, as issued. */
export interface Issued extends Omit<Owned, 'draft'> {
  document: ReceiptDocument;
}

/** A renewal is paid before its term begins, and another term may have been agreed to begin later. */
const beginOf = ({ captured_at: paidAt, begins_at: agreed, access_from: begin }: UnreceiptedPayment) =>
  begin !== null && (agreed !== null || begin - (paidAt ?? 0) > DAY_MS) ? { accessFrom: begin } : {};

/** A business is named on tax invoices alone. */
const buyerOf = (payment: UnreceiptedPayment, tax: Seller['tax']): ReceiptDocument['buyer'] => {
  const { full_name: fullName, email, buyer_gstin: gstin, buyer_name: name, buyer_address: address } = payment;
  const buyer = { name: fullName, email, state: stateOf(payment.buyer_state) ?? tax?.state ?? null };
  return tax === null || gstin === null
    ? buyer
    : { ...buyer, name: name ?? fullName, business: { gstin, address: address ?? '' } };
};

/** The bundle of every school, and nothing else, is not named. */
const boughtBy = (payment: UnreceiptedPayment): Pick<ReceiptDocument, 'plan' | 'parts' | 'isGift'> => {
  const { plan_id: id, plan_name: name, gift_id: giftId } = payment;
  const term = termOf(payment);
  const parts = readPaidParts(payment.paid_parts);
  return {
    ...(!isYearlyBundle(id, term) && { plan: { name, term } }),
    ...(parts && { parts }),
    ...(giftId !== null && { isGift: true as const }),
  };
};

const receiptFor = (
  payment: UnreceiptedPayment,
  { name, address, currencySymbol, tax, languages }: Seller,
  courses: string[] | undefined,
): Draft => ({
  languages: [
    ...new Set([schoolLanguage(languages), chosenAmong(languages, payment.language) ?? schoolLanguage(languages)]),
  ],
  ...boughtBy(payment),
  ...(courses && { courses }),
  kind: tax === null ? 'receipt' : 'tax_invoice',
  seller: { name, address, gstin: tax?.gstin ?? null, state: tax?.state ?? null },
  buyer: buyerOf(payment, tax),
  amountInPaise: payment.amount_in_paise,
  currencySymbol,
  ...takenOff(payment),
  tax: taxOf(payment.amount_in_paise, tax, stateOf(payment.buyer_state)),
  payment: {
    id: payment.provider_payment_id,
    paidAt: payment.captured_at ?? 0,
    paidWith: payment.masked ?? payment.method,
    accessUntil: payment.access_until,
    ...beginOf(payment),
    refundableUntil: payment.refundable_until,
  },
  refund: null,
});

/**
 * The tax of a credit note: what is due on everything refunded until now, less what earlier notes of the receipt took. So the
 * rounding of one note is made good by the next, and the last takes exactly what is left.
 */
const taxOfNote = (
  { amountInPaise, tax, buyer, seller }: ReceiptDocument,
  noteInPaise: number,
  earlier: readonly ReceiptDocument[],
): ReceiptDocument['tax'] => {
  if (tax === null) return null;
  const refundedInPaise = earlier.reduce((sum, note) => sum + note.amountInPaise, noteInPaise);
  const due: TaxSplit =
    refundedInPaise === amountInPaise ? tax : splitTax(refundedInPaise, tax.ratePercent, buyer.state === seller.state);
  const left = (part: keyof TaxSplit): number =>
    earlier.reduce((rest, note) => rest - (note.tax?.[part] ?? 0), due[part]);
  return {
    ...tax,
    taxableInPaise: left('taxableInPaise'),
    cgstInPaise: left('cgstInPaise'),
    sgstInPaise: left('sgstInPaise'),
    igstInPaise: left('igstInPaise'),
  };
};

/** Seller, buyer and rate are those of the receipt that it corrects. */
const noteFor = (refund: UnnotedRefund, earlier: readonly ReceiptDocument[]): Draft => {
  const original = ReceiptDocument.parse(JSON.parse(refund.document));
  const {
    languages,
    plan,
    parts,
    item,
    courses,
    isGift,
    currencySymbol,
    seller,
    buyer,
    payment,
    number: ofNumber,
    issuedAt: ofDate,
  } = original;
  const amountInPaise = refund.amount_in_paise;
  return {
    ...(languages && { languages }),
    ...(plan && { plan }),
    ...(parts && { parts }),
    ...(item === undefined ? {} : { item }),
    ...(courses === undefined ? {} : { courses }),
    ...(isGift ? { isGift } : {}),
    ...(currencySymbol === undefined ? {} : { currencySymbol }),
    kind: 'credit_note',
    seller,
    buyer,
    amountInPaise,
    tax: taxOfNote(original, amountInPaise, earlier),
    payment,
    refund: {
      id: refund.provider_refund_id ?? '',
      at: returnedAt(refund),
      ofNumber,
      ofDate,
      ...(refund.settled_by === null ? {} : { how: refund.settled_by, reference: refund.bank_reference ?? '' }),
    },
  };
};

/** Drafts in the order of the refunds, each of which takes those before it into account. */
const notesFor = async (tx: Tx, refunds: readonly UnnotedRefund[], now: number): Promise<Owned[]> => {
  const issued = await notesOf(
    tx,
    refunds.map((refund) => refund.provider_payment_id),
  );
  const notes = issued.map(({ document }) => ReceiptDocument.parse(JSON.parse(document)));
  return refunds.map((refund) => {
    const earlier = notes.filter(({ payment }) => payment.id === refund.provider_payment_id);
    const draft = noteFor(refund, earlier);
    notes.push({ ...draft, number: '', issuedAt: now, isTest: false });
    return { userId: refund.user_id, draft };
  });
};

const byCapture = (a: UnreceiptedPayment, b: UnreceiptedPayment): number =>
  (a.captured_at ?? 0) - (b.captured_at ?? 0) || (a.id < b.id ? -1 : 1);

const giftOf = ({ recipient_name: recipientName, send_on: sendOn }: UnreceiptedPayment): PaidGift | undefined =>
  recipientName === null ? undefined : { recipientName, sendOn };

/**
 * Issues what users lack: a receipt for each confirmed payment, a credit note for each processed refund. The caller has locked
 * the users. `onIssued` is called in the same transaction.
 */
export const createReceiptIssuer = (
  sellerOf: (tx: Tx) => Promise<Seller>,
  onIssued: (tx: Tx, issued: readonly Issued[]) => Promise<void>,
) => {
  /** Gives drafts of one kind their numbers, in their order. */
  const issueOfKind = async (
    tx: Tx,
    drafts: readonly Owned[],
    { mode, now }: { mode: Mode; now: number },
  ): Promise<Issued[]> => {
    const [first] = drafts;
    if (!first) return [];
    const series = seriesOf(first.draft.kind, mode, india.financialYearOf(now));
    const firstSerial = await takeSerials(tx, series, drafts.length);
    const issued = drafts.map(({ draft, ...owned }, index) => {
      const number = numberOf(series, firstSerial + index);
      const document: ReceiptDocument = { ...draft, number, issuedAt: now, isTest: mode === 'test' };
      return { ...owned, document };
    });
    await insertReceipts(
      tx,
      issued.map(({ userId, document }) => ({
        number: document.number,
        kind: document.kind,
        mode,
        user_id: userId,
        payment_id: document.payment.id,
        refund_id: document.refund?.id ?? null,
        amount_in_paise: document.amountInPaise,
        issued_at: now,
        document: JSON.stringify(document),
        differs: null,
      })),
    );
    return issued;
  };

  return async (tx: Tx, userIds: readonly string[], at: { mode: Mode; now: number }): Promise<void> => {
    if (userIds.length === 0) return;
    const payments = (await paymentsWithoutReceipt(tx, userIds, at.mode)).toSorted(byCapture);
    const titles = await openedTitles(
      tx,
      payments.map((payment) => payment.plan_version_id),
    );
    const seller = payments.length === 0 ? undefined : await sellerOf(tx);
    const receipts = payments.flatMap((payment) =>
      seller
        ? [
            {
              userId: payment.buyer_id,
              draft: receiptFor(payment, seller, titles.get(payment.plan_version_id)),
              gift: giftOf(payment),
            },
          ]
        : [],
    );
    const issued = await issueOfKind(tx, receipts, at);
    if (payments.length > 0)
      await setReceiptNumbers(
        tx,
        payments.map(({ id }) => id),
      );
    const refunds = await refundsWithoutNote(tx, userIds, at.mode);
    const notes = await notesFor(tx, refunds, at.now);
    await onIssued(tx, [...issued, ...(await issueOfKind(tx, notes, at))]);
  };
};
