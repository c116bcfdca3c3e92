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
    ofDate: (number: string, date: string) => `${number} of ${date}`,
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
    refundNoticeText: 'Banks usually show a refund within 5 to 7 working days.',
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
    text: 'The payment provider has sent the money back. Banks usually show it within 5 to 7 working days.',
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

  timeline: {
    began: 'Began to buy',
    subscriptionMade: (ref: string) => `Subscription ${ref} made at Razorpay`,
    subscriptionFound: (ref: string) => `Subscription ${ref} found at Razorpay`,
    creationFailed: 'Razorpay did not make a subscription',
    subscriptionIs: (status: string) => `The subscription is ${status}`,
    paid: (amount: string) => `Paid ${amount}`,
    paidByProof: (amount: string) => `Paid ${amount}, by the buyer’s signed proof; Razorpay is asked`,
    matched: 'Found to be for this purchase',
    paymentFailed: (why: string) => `The payment failed: ${why}`,
    paymentIs: (status: string) => `The payment is ${status}`,
    flagged: (problem: string) => `Needs a person: ${problem}`,
    refundAsked: (amount: string, reason: string) => `Refund of ${amount} asked for: ${reason}`,
    refundAskedForRest: (amount: string) => `A part went back already: the rest, ${amount}, is asked for`,
    refundAskedAgain: 'The refund is asked for again',
    refundOwed: 'The refund has failed too often and is owed',
    refundRefused: (amount: string, why: string) => `Razorpay refuses the refund of ${amount}: ${why}`,
    refundInitiated: (amount: string) => `Refund of ${amount} initiated`,
    refundProcessed: (amount: string) => `Refund of ${amount} processed`,
    refundFailed: (amount: string) => `Refund of ${amount} failed`,
    cancelTaken: 'Razorpay charges nothing more',
    renewalOff: 'Renewal turned off',
    dispute: (status: string) => `Dispute: ${status}`,
    handled: (reason: string) => `Taken off the to-do list: ${reason}`,
    paper: (number: string) => `${number} issued`,
    granted: (until: string, reason: string) => `Access opened by hand until ${until}: ${reason}`,
    extended: (days: number, reason: string) => `${days} days added by hand: ${reason}`,
    revoked: (reason: string) => `Access revoked by hand: ${reason}`,
    reminded: (days: number) => (days === 0 ? 'Told that the bundle has ended' : `Told that ${days} days are left`),
    other: (action: string) => action,
  },
  by: {
    buyer: 'the buyer',
    webhook: 'a webhook',
    window: 'the payment window',
    check: 'a check at Razorpay',
    refund: 'the refund’s own work',
    school: 'the school',
    unknown: 'somebody who is gone',
  },

  toDo: {
    unmatched: {
      happened: (amount: string) => `${amount} came for no purchase that is known here.`,
      advice:
        'Look the payment up at Razorpay. Refund it here, or open access for its buyer by hand and take it off the list.',
    },
    wrongAmount: {
      happened: (amount: string) => `${amount} came, which is not the price. It opens nothing.`,
      advice: 'Refund it. Check the plan at Razorpay: see the preflight.',
    },
    duplicate: {
      happened: (amount: string) => `${amount} was paid while an earlier bundle still ran.`,
      advice: 'Refund it. If the buyer wanted a second year, add 365 days by hand instead and take it off the list.',
    },
    owed: {
      happened: (amount: string) => `A refund failed at Razorpay again and again: up to ${amount} is owed.`,
      advice: 'See why at Razorpay and refund again here, or pay by bank transfer and take it off the list.',
    },
    failed: {
      happened: () => 'A refund of a part of this payment failed at Razorpay.',
      advice: 'See why at Razorpay, then refund again here.',
    },
    notTaken: {
      happened: () => 'Razorpay has not taken this refund for more than an hour.',
      advice:
        'Open the payment: it tells why, most often a low balance. Top it up at Razorpay; the refund is asked for again by itself, never twice.',
    },
    stuck: {
      happened: () => 'Razorpay has not finished this refund for more than a week.',
      advice:
        'Look at the balance and the refund at Razorpay. It is asked for again by itself; nothing is refunded twice.',
    },
    papersAsked: {
      happened: (amount: string) => `The buyer’s bank asks for papers about ${amount}. Access stays open.`,
      advice: 'Send them at Razorpay in time, with the timeline of this payment: else it becomes a dispute.',
    },
    disputeOpen: {
      happened: (amount: string) => `The buyer’s bank disputes ${amount}. Access is closed meanwhile.`,
      advice: 'Answer at Razorpay in time, with the timeline of this payment. Do not refund it as well.',
    },
    disputeLost: {
      happened: (amount: string) => `A dispute was lost: ${amount} is gone and access is closed.`,
      advice: 'Nothing is left to do: take it off the list.',
    },
  },

  refusal: {
    notPaid: 'No money has come, so there is nothing to give back',
    allBack: 'All of it has been given back, or is on its way',
    disputed: 'A dispute holds this money: answer it at Razorpay, a refund would pay twice',
    byProvider: (why: string) => `Razorpay refuses this refund: ${why}`,
  },

  access: {
    admin: (name: string) => `${name} may watch: an ADMIN sees every lecture.`,
    granted: (name: string, until: string) => `${name} may watch until ${until}: an ADMIN opened access by hand.`,
    paid: (name: string, until: string, paidOn: string) =>
      `${name} may watch until ${until}: the bundle was paid on ${paidOn}.`,
    extended: (name: string, until: string, paidOn: string) =>
      `${name} may watch until ${until}: the bundle was paid on ${paidOn}, and an ADMIN added days.`,
    grace: (name: string, until: string) =>
      `${name} may watch until ${until}: the year is over, and Razorpay is still trying to charge the next one.`,
    revoked: (name: string, on: string) => `${name} may not watch: an ADMIN revoked access on ${on}.`,
    disputed: (name: string, paidOn: string) =>
      `${name} may not watch: the payment of ${paidOn} is disputed by the buyer’s bank.`,
    disputeLost: (name: string, paidOn: string) =>
      `${name} may not watch: the buyer’s bank took the payment of ${paidOn} back.`,
    notGivenBackYet: (name: string, paidOn: string) =>
      `${name} may not watch: the payment of ${paidOn} was cancelled, and its refund is not done yet.`,
    givenBack: (name: string, paidOn: string) => `${name} may not watch: the payment of ${paidOn} was given back.`,
    ended: (name: string, on: string) => `${name} may not watch: the bundle ended on ${on}.`,
    wrongAmount: (name: string) => `${name} may not watch: what was paid is not the price.`,
    notPaid: (name: string) => `${name} may not watch: buying was begun, and no money has come.`,
    otherMode: (name: string) => `${name} may not watch: what was bought counts only in the other mode of payments.`,
    nothing: (name: string) => `${name} may not watch: nothing was ever bought.`,
    /** What a payment's line adds to "Paid ₹499.00". */
    standing: {
      paid: '',
      disputed: 'disputed by the bank',
      refund_pending: 'refund on its way',
      refund_failed: 'refund failed',
      refunded: 'refunded',
      partly_refunded: 'partly refunded',
      unmatched: 'for no purchase that is known',
      wrong_amount: 'not the price',
      duplicate: 'while an earlier bundle ran',
      failed: 'failed',
      not_finished: 'not finished',
    },
    paidUntil: (date: string) => `for access until ${date}`,
    pretend: 'test money',
  },

  preflight: {
    ok: (amount: string) => `The plan at Razorpay is what this school sells: ${amount} a year.`,
    unknown: 'Razorpay has not answered yet, so the plan is not checked. It is asked again by itself.',
    unknownPlan: (plan: string, mode: string) =>
      `Selling is off: Razorpay knows no plan ${plan} under these ${mode} keys. Check RAZORPAY_PLAN_ID, and that keys and plan are of the same mode.`,
    keysRefused: 'Selling is off: Razorpay refuses the keys. Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.',
    mismatch: (what: string, found: string, expected: string) =>
      `Selling is off: the ${what} of the plan at Razorpay is ${found}, this school sells ${expected}. Make the right plan and set RAZORPAY_PLAN_ID.`,
    yearly: 'every year',
    every: (interval: number, period: string) => `every ${interval} × ${period}`,
    plan: 'a plan',
    none: 'none',
  },
} as const;
