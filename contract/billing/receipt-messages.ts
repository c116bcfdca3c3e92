import { byWay } from './history-texts.ts';
import { lengthOf, type PlanTerm } from './plan-term.ts';
import type { OwnWay } from './way-names.ts';

/** Texts of receipts and their emails. No page loads this file. */
export const receiptMessages = {
  item: 'Subscription Bundle – 1 year',
  receipt: {
    receipt: 'Payment receipt',
    taxInvoice: 'Tax invoice',
    creditNote: 'Credit note',
    refundNote: 'Refund note',
    number: 'Number',
    date: 'Date',
    forDocument: 'For',
    ofDate: (number: string, date: string) => `${number} of ${date}`,
    seller: 'Sold by',
    buyer: 'Sold to',
    gstin: (gstin: string) => `GSTIN ${gstin}`,
    state: (name: string, code: string) => `State: ${name} (${code})`,
    placeOfSupply: 'Place of supply',
    reverseCharge: 'Reverse charge',
    no: 'No',
    item: 'Item',
    courses: 'Opens',
    courseList: (titles: readonly string[]) => new Intl.ListFormat('en').format(titles),
    sac: (code: string) => `SAC ${code}`,
    period: 'Period',
    price: 'Price',
    discount: (code: string) => `Discount with ${code}`,
    deduction: (plan: string) => `Already paid: ${plan}`,
    fromTo: (from: string, until: string) => `${from} to ${until}`,
    fromOn: (from: string) => `${from}, without an end date`,
    plan: (name: string, term: PlanTerm) => `${name} – ${term.unit === 'lifetime' ? 'for life' : lengthOf(term)}`,
    gift: (item: string) => `Gift: ${item}`,
    inParts: (item: string, parts: string) => `${item}, ${parts.toLowerCase()}`,
    amount: 'Amount',
    taxable: 'Taxable value',
    tax: (name: string, rate: string) => `${name} at ${rate} %`,
    total: 'Total paid',
    totalRefunded: 'Total refunded',
    paidWith: 'Paid with',
    paidOn: 'Paid on',
    paymentId: 'Payment',
    refundId: 'Refund',
    refundableUntil: 'Refundable until',
    paidBack: (how: OwnWay, reference: string) => `The school has paid it back ${byWay(how, reference)}.`,
    reversed: 'The payment did not stay with the school, so that it was reversed. Nothing is paid back.',
    refundNoticeText: 'Banks usually show a refund within 5 to 7 working days.',
    signature: (seller: string) =>
      `For ${seller}: authorised signatory. Computer-generated; valid without a signature.`,
    testMode: 'TEST PAYMENT: no money was charged. This document has no value.',
  },
  receiptEmail: {
    subject: (brandName: string, amount: string) => `Your receipt from ${brandName}: ${amount}`,
    heading: 'We received your payment',
    text: 'Thank you. You have access to every lecture of every course.',
    coursesText: (titles: readonly string[]) =>
      `Thank you. You have access to every lecture of ${new Intl.ListFormat('en').format(titles)}.`,
    giftSent: (recipient: string) =>
      `Thank you. We’ve emailed your gift to ${recipient}. Your profile shows when it is redeemed.`,
    giftScheduled: (recipient: string, day: string) =>
      `Thank you for your gift to ${recipient}. We’ll email it on ${day}. Your profile shows when it is redeemed.`,
    button: 'Your purchases',
  },
  reversalEmail: {
    subject: (brandName: string, amount: string) => `Your payment to ${brandName} was reversed: ${amount}`,
    heading: 'Your payment was reversed',
    button: 'Your purchases',
  },
  creditNoteEmail: {
    subject: (brandName: string, amount: string) => `Your refund from ${brandName}: ${amount}`,
    heading: 'Your refund was processed',
    text: 'Your money was sent back. Banks usually show a refund within 5 to 7 working days.',
    giftText:
      'The money for your gift was sent back. Banks usually show a refund within 5 to 7 working days. The gift can no longer be redeemed.',
    button: 'Your purchases',
  },
} as const;
