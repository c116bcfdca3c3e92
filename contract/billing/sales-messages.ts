import { type Said, say, type Value } from '../languages/say.ts';

/** Texts of emails and of the admin's payment pages. No page loads this file. */
/** The name of a payment provider, and of the settings that hold its keys and its plan. */
export interface ProviderNames {
  provider: string;
  keys: Said;
  plan: Said;
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
    checkoutStarted: say('Checkout started'),
    receiptIssued: (number: string) => say('{number} issued', { number }),
    accountCreated: say('Signed up'),
    /** On the page of a person. */
    paidForGift: (inPaise: number, recipient: string) =>
      say('Paid {amount} for a gift to {recipient}', { amount: { money: inPaise }, recipient }),
    gotGift: (giver: Said) => say('Redeemed a gift of {giver}', { giver }),
  },
  source: {
    buyer: say('the buyer'),
    webhook: say('webhook'),
    checkout: say('checkout'),
    reconciliation: say('payment check'),
    refunds: say('refund job'),
    school: say('the school'),
    deletedUser: say('a deleted account'),
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
    blocked: (name: string, on: Value) => say('{name} has no access: the account was blocked on {on}.', { name, on }),
    blockedSince: (on: Value) => say('Account blocked on {on}', { on }),
    isAdmin: say('Admins can watch every lecture'),
    undone: (text: Said) => say('{text} (taken back)', { text }),
    ofCourse: (title: string, text: Said) => say('{title}: {text}', { title, text }),
    forLife: (date: Value) => say('{date}, for life', { date }),
    admin: (name: string) => say('{name} has access: admins can watch every lecture.', { name }),
    granted: (name: string, until: Value) =>
      say('{name} has access until {until}: granted by an admin.', { name, until }),
    paid: (name: string, until: Value, paidOn: Value) =>
      say('{name} has access until {until}: the bundle was paid on {paidOn}.', { name, until, paidOn }),
    extended: (name: string, until: Value, paidOn: Value) =>
      say('{name} has access until {until}: the bundle was paid on {paidOn}, and an admin added days.', {
        name,
        until,
        paidOn,
      }),
    grace: (name: string, until: Value) =>
      say('{name} has access until {until}: the year is over, and the renewal has not been charged yet.', {
        name,
        until,
      }),
    gift: (name: string, until: Value, on: Value) =>
      say('{name} has access until {until}: a gift was redeemed on {on}.', { name, until, on }),
    giftExtended: (name: string, until: Value, on: Value) =>
      say('{name} has access until {until}: a gift was redeemed on {on}, and an admin added days.', {
        name,
        until,
        on,
      }),
    giftWaits: (name: string, recipient: string) =>
      say('{name} bought it for {recipient}, who has not redeemed it yet.', { name, recipient }),
    revoked: (name: string, on: Value) => say('{name} has no access: an admin revoked it on {on}.', { name, on }),
    disputed: (name: string, paidOn: Value) =>
      say('{name} has no access: the buyer’s bank disputes the payment of {paidOn}.', { name, paidOn }),
    disputeLost: (name: string, paidOn: Value) =>
      say('{name} has no access: the payment of {paidOn} was lost in a dispute.', { name, paidOn }),
    refundPending: (name: string, paidOn: Value) =>
      say('{name} has no access: the payment of {paidOn} was cancelled, and its refund is pending.', { name, paidOn }),
    refunded: (name: string, paidOn: Value) =>
      say('{name} has no access: the payment of {paidOn} was refunded.', { name, paidOn }),
    giftDisputed: (name: string, on: Value) =>
      say('{name} has no access: the bank of the giver disputes the payment of the gift that was redeemed on {on}.', {
        name,
        on,
      }),
    giftRefunded: (name: string, on: Value) =>
      say('{name} has no access: the gift that was redeemed on {on} was refunded.', { name, on }),
    paused: (name: string, on: Value) =>
      say('{name} has no access since {on}: a part of the price is overdue.', { name, on }),
    ended: (name: string, on: Value) => say('{name} has no access: the bundle ended on {on}.', { name, on }),
    wrongAmount: (name: string) => say('{name} has no access: the amount paid is not the price.', { name }),
    courseOver: (title: string, on: Value) => say('{title} is closed: access ended on {on}.', { title, on }),
    coursePaused: (title: string, on: Value) =>
      say('{title} is paused since {on}: a part of the price is overdue.', { title, on }),
    courseClosed: (title: string) =>
      say('{title} is closed: what opened it was refunded, disputed or revoked.', { title }),
    /** Why a course is open, and until when; `on` is the day of the payment, or of the gift. */
    courseOpen: {
      payment: (title: string, until: Value, on: Value) =>
        say('{title} is open until {until}: bought on {on}.', { title, until, on }),
      gift: (title: string, until: Value, on: Value) =>
        say('{title} is open until {until}: a gift was redeemed on {on}.', { title, until, on }),
      admin: (title: string, until: Value) =>
        say('{title} is open until {until}: granted by an admin.', { title, until }),
      import: (title: string, until: Value) =>
        say('{title} is open until {until}: granted by an import.', { title, until }),
    },
    courseOpenForLife: {
      payment: (title: string, on: Value) => say('{title} is open for life: bought on {on}.', { title, on }),
      gift: (title: string, on: Value) => say('{title} is open for life: a gift was redeemed on {on}.', { title, on }),
      admin: (title: string) => say('{title} is open for life: granted by an admin.', { title }),
      import: (title: string) => say('{title} is open for life: granted by an import.', { title }),
    },
    notPaid: (name: string) => say('{name} has no access: checkout was started, but nothing was paid.', { name }),
    otherMode: (name: string) =>
      say('{name} has no access: the purchase was made in the other mode (test or live).', { name }),
    nothing: (name: string) => say('{name} has no access: nothing was bought.', { name }),
    courses: (name: string, [first = '', ...more]: readonly string[]) =>
      more.length === 0
        ? say('{name} has access to {title}, and to nothing else.', { name, title: first })
        : say('{name} has access to {count} courses, and to nothing else.', { name, count: more.length + 1 }),
    coursesClosed: (name: string) =>
      say('{name} has no access: the single courses that were open are closed or paused.', { name }),
    /** Follows "Paid ₹499.00". */
    standing: {
      paid: '',
      disputed: say('disputed'),
      refund_pending: say('refund pending'),
      refund_failed: say('refund failed'),
      refunded: say('refunded'),
      partly_refunded: say('partly refunded'),
      unmatched: say('no matching purchase'),
      wrong_amount: say('not the price'),
      duplicate: say('paid while an earlier bundle was active'),
      paid_without_access: say('paid without access'),
      charged_without_access: say('charged without access'),
      coupon_exceeded: say('paid beyond the limit of a coupon'),
      failed: say('failed'),
      not_finished: say('not finished'),
    },
    paidUntil: (date: Value) => say('access until {date}', { date }),
    testMoney: say('test money'),
  },

  planCheck: {
    ok: ({ provider }: ProviderNames, amount: Value) =>
      say('The plan at {provider} matches: {amount} a year.', { provider, amount }),
    noPlan: ({ provider }: ProviderNames) =>
      say('{provider} accepts the keys. The plan is made there with the first purchase.', { provider }),
    noSubscriptions: ({ provider }: ProviderNames, reason: string) =>
      say('{provider} does not sell subscriptions with these keys: {reason}. Enable Subscriptions at {provider}.', {
        provider,
        reason,
      }),
    unknown: ({ provider }: ProviderNames) =>
      say('{provider} has not responded yet, so the plan is not checked. It is checked again automatically.', {
        provider,
      }),
    unknownPlan: ({ provider, plan: setting }: ProviderNames, plan: string, mode: string) =>
      say(
        'Selling is off: {provider} has no plan {plan} for these {mode, select, test {test} other {live}} keys. Check {setting}, and that the keys and the plan are of the same mode.',
        { provider, plan, mode, setting },
      ),
    keysRefused: ({ provider, keys }: ProviderNames) =>
      say('Selling is off: {provider} rejected the keys. Check {keys}.', { provider, keys }),
    mismatch: ({ provider, plan }: ProviderNames, what: string, found: Value, expected: Value) =>
      say(
        'Selling is off: the {what, select, plan {plan} amount {amount} currency {currency} period {period} other {mode}} of the plan at {provider} is {found}, but this school sells {expected}. Create a matching plan and set {plan}.',
        { provider, plan, what, found, expected },
      ),
    yearly: say('every year'),
    every: (interval: number, period: string) => say('every {interval} × {period}', { interval, period }),
    none: say('none'),
  },
} as const;
