/** Sentences of receipts, mails and the ADMIN's money pages that the server writes: no page of the browser loads them. */
export const salesMessages = {
  item: 'Subscription Bundle – 1 year',
  receipt: {
    receipt: 'Payment receipt',
    taxInvoice: 'Tax invoice',
    creditNote: 'Credit note',
    refundNote: 'Refund note',
    number: 'Number',
    date: 'Date',
    forDocument: 'For',
    seller: 'Sold by',
    buyer: 'Sold to',
    gstin: (gstin: string) => `GSTIN ${gstin}`,
    state: (name: string, code: string) => `State: ${name} (${code})`,
    placeOfSupply: 'Place of supply',
    reverseCharge: 'Reverse charge',
    no: 'No',
    item: 'Item',
    sac: (code: string) => `SAC ${code}`,
    period: 'Period',
    fromTo: (from: string, until: string) => `${from} to ${until}`,
    amount: 'Amount',
    taxable: 'Taxable value',
    tax: (name: string, rate: string) => `${name} at ${rate} %`,
    total: 'Total paid',
    totalRefunded: 'Total given back',
    paidWith: 'Paid with',
    paidOn: 'Paid on',
    paymentId: 'Payment',
    refundId: 'Refund',
    refundableUntil: 'Refundable until',
    refundNoticeText: 'The bank shows the refund within 5 to 7 working days of this date.',
    signature: (seller: string) =>
      `For ${seller}: authorised signatory. Made by a computer; valid without a signature.`,
    testMode: 'TEST PAYMENT: no money has moved, and this paper is worth nothing.',
  },
  receiptMail: {
    subject: (number: string) => `Your payment: ${number}`,
    heading: 'Your payment has arrived',
    text: 'Thank you. Every lecture of every course is open to you.',
    button: 'Download the receipt',
  },
  creditNoteMail: {
    subject: (number: string) => `Your refund: ${number}`,
    heading: 'Your refund is processed',
    text: 'The payment provider has sent the money back. Your bank shows it within 5 to 7 working days.',
    button: 'Download the note',
  },
  reminderMail: {
    ahead: (days: number, date: string) =>
      days === 1
        ? `One day left: your courses are open until ${date}`
        : `${days} days left: your courses are open until ${date}`,
    aheadHeading: (days: number) => (days === 1 ? 'One day left' : `${days} days left`),
    aheadText: (date: string) =>
      `Your bundle ends on ${date} and does not renew by itself. When you renew now, a whole year is added to that date: no day is lost.`,
    ended: 'Your courses are closed now',
    endedHeading: 'Your bundle has ended',
    endedText: (date: string) =>
      `It ran until ${date}. Nothing was charged. When you want to go on, buy it for another year; your account is as you left it.`,
    button: 'Renew for a year',
  },
  preflightMail: {
    subject: 'Selling is off: the plan at Razorpay is not what this school sells',
    heading: 'Selling is off',
    text: 'Everything that was bought goes on working. Nothing new is sold until this is mended.',
    button: 'Open the dashboard',
  },
} as const;
