/** Texts of emails and of the admin's payment pages. No page loads this file. */
/** The name of a payment provider, and of the settings that hold its keys and its plan. */
export interface ProviderNames {
  provider: string;
  keys: string;
  plan: string;
}

export const salesMessages = {
  recovery: {
    /** Why a checkout was not finished. */
    reasons: {
      insufficient_funds: 'There was not enough money in the account.',
      declined: 'The bank declined the payment.',
      suspected_fraud: 'The bank declined the payment because it looked suspicious.',
      cancelled: 'The buyer cancelled the payment.',
      timed_out: 'The payment was not completed in time.',
      not_authenticated: 'The buyer was not verified: the code or PIN was wrong or missing.',
      wrong_details: 'The details of the card or the UPI ID were wrong.',
      card_expired: 'The card has expired.',
      not_enabled: 'The card is not enabled for online payments.',
      blocked: 'The card is blocked.',
      limit_exceeded: 'The payment was above the limit of the card or account.',
      technical_error: 'The bank or the payment provider had a technical problem.',
    },
    unknownReason: 'The payment failed, and the payment provider gave no reason.',
    notStarted: 'The payment provider did not start the checkout.',
    windowClosed: 'The payment window did not open.',
    left: 'The buyer left without paying.',
  },

  /** What a history says beside its events. */
  timeline: {
    checkoutStarted: 'Checkout started',
    receiptIssued: (number: string) => `${number} issued`,
    accountCreated: 'Signed up',
    /** On the page of a person. */
    paidForGift: (amount: string, recipient: string) => `Paid ${amount} for a gift to ${recipient}`,
    gotGift: (giver: string) => `Redeemed a gift of ${giver}`,
  },
  source: {
    buyer: 'the buyer',
    webhook: 'webhook',
    checkout: 'checkout',
    reconciliation: 'payment check',
    refunds: 'refund job',
    school: 'the school',
    deletedUser: 'a deleted account',
  },

  refusal: {
    notPaid: 'Nothing was paid, so there is nothing to refund',
    allRefunded: 'This payment is fully refunded, or its refund is pending',
    disputed: 'This payment is disputed. Respond at the payment provider; a refund would pay the buyer twice.',
    deducted:
      'This payment was deducted from a later purchase of everything, so it cannot be refunded or reversed until that purchase is refunded.',
    byProvider: (reason: string) => `The payment provider refused this refund: ${reason}`,
  },

  access: {
    blocked: (name: string, on: string) => `${name} has no access: the account was blocked on ${on}.`,
    blockedSince: (on: string) => `Account blocked on ${on}`,
    isAdmin: 'Admins can watch every lecture',
    undone: ' (taken back)',
    admin: (name: string) => `${name} has access: admins can watch every lecture.`,
    granted: (name: string, until: string) => `${name} has access until ${until}: granted by an admin.`,
    paid: (name: string, until: string, paidOn: string) =>
      `${name} has access until ${until}: the bundle was paid on ${paidOn}.`,
    extended: (name: string, until: string, paidOn: string) =>
      `${name} has access until ${until}: the bundle was paid on ${paidOn}, and an admin added days.`,
    grace: (name: string, until: string) =>
      `${name} has access until ${until}: the year is over, and the renewal has not been charged yet.`,
    gift: (name: string, until: string, on: string) =>
      `${name} has access until ${until}: a gift was redeemed on ${on}.`,
    giftExtended: (name: string, until: string, on: string) =>
      `${name} has access until ${until}: a gift was redeemed on ${on}, and an admin added days.`,
    giftWaits: (name: string, recipient: string) => `${name} bought it for ${recipient}, who has not redeemed it yet.`,
    revoked: (name: string, on: string) => `${name} has no access: an admin revoked it on ${on}.`,
    disputed: (name: string, paidOn: string) =>
      `${name} has no access: the buyer’s bank disputes the payment of ${paidOn}.`,
    disputeLost: (name: string, paidOn: string) =>
      `${name} has no access: the payment of ${paidOn} was lost in a dispute.`,
    refundPending: (name: string, paidOn: string) =>
      `${name} has no access: the payment of ${paidOn} was cancelled, and its refund is pending.`,
    refunded: (name: string, paidOn: string) => `${name} has no access: the payment of ${paidOn} was refunded.`,
    giftDisputed: (name: string, on: string) =>
      `${name} has no access: the bank of the giver disputes the payment of the gift that was redeemed on ${on}.`,
    giftRefunded: (name: string, on: string) =>
      `${name} has no access: the gift that was redeemed on ${on} was refunded.`,
    paused: (name: string, on: string) => `${name} has no access since ${on}: a part of the price is overdue.`,
    ended: (name: string, on: string) => `${name} has no access: the bundle ended on ${on}.`,
    wrongAmount: (name: string) => `${name} has no access: the amount paid is not the price.`,
    courseOpen: (title: string, until: string | undefined) =>
      `${title} is open ${until === undefined ? 'for life' : `until ${until}`}: `,
    courseOver: (title: string, on: string) => `${title} is closed: access ended on ${on}.`,
    coursePaused: (title: string, on: string) => `${title} is paused since ${on}: a part of the price is overdue.`,
    courseClosed: (title: string) => `${title} is closed: what opened it was refunded, disputed or revoked.`,
    courseSource: {
      payment: (on: string) => `bought on ${on}.`,
      gift: (on: string) => `a gift was redeemed on ${on}.`,
      admin: 'granted by an admin.',
      import: 'granted by an import.',
    },
    notPaid: (name: string) => `${name} has no access: checkout was started, but nothing was paid.`,
    otherMode: (name: string) => `${name} has no access: the purchase was made in the other mode (test or live).`,
    nothing: (name: string) => `${name} has no access: nothing was bought.`,
    courses: (name: string, titles: readonly string[]) =>
      `${name} has access to ${titles.length === 1 ? titles[0] : `${titles.length} courses`}, and to nothing else.`,
    coursesClosed: (name: string) => `${name} has no access: the single courses that were open are closed or paused.`,
    /** Follows "Paid ₹499.00". */
    standing: {
      paid: '',
      disputed: 'disputed',
      refund_pending: 'refund pending',
      refund_failed: 'refund failed',
      refunded: 'refunded',
      partly_refunded: 'partly refunded',
      unmatched: 'no matching purchase',
      wrong_amount: 'not the price',
      duplicate: 'paid while an earlier bundle was active',
      paid_without_access: 'paid without access',
      charged_without_access: 'charged without access',
      coupon_exceeded: 'paid beyond the limit of a coupon',
      failed: 'failed',
      not_finished: 'not finished',
    },
    paidUntil: (date: string) => `access until ${date}`,
    testMoney: 'test money',
  },

  planCheck: {
    ok: ({ provider }: ProviderNames, amount: string) => `The plan at ${provider} matches: ${amount} a year.`,
    noPlan: ({ provider }: ProviderNames) =>
      `${provider} accepts the keys. The plan is made there with the first purchase.`,
    noSubscriptions: ({ provider }: ProviderNames, reason: string) =>
      `${provider} does not sell subscriptions with these keys: ${reason}. Enable Subscriptions at ${provider}.`,
    unknown: ({ provider }: ProviderNames) =>
      `${provider} has not responded yet, so the plan is not checked. It is checked again automatically.`,
    unknownPlan: (names: ProviderNames, plan: string, mode: string) =>
      `Selling is off: ${names.provider} has no plan ${plan} for these ${mode} keys. Check ${names.plan}, and that the keys and the plan are of the same mode.`,
    keysRefused: ({ provider, keys }: ProviderNames) => `Selling is off: ${provider} rejected the keys. Check ${keys}.`,
    mismatch: ({ provider, plan }: ProviderNames, what: string, found: string, expected: string) =>
      `Selling is off: the ${what} of the plan at ${provider} is ${found}, but this school sells ${expected}. Create a matching plan and set ${plan}.`,
    yearly: 'every year',
    every: (interval: number, period: string) => `every ${interval} × ${period}`,
    plan: 'a plan',
    none: 'none',
  },
} as const;
