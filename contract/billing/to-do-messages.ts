/** The problems of payments that need an admin, and the advice. No page loads this file. */
export const toDoMessages = {
  unmatched: {
    happened: (amount: string) => `${amount} was paid, but no purchase matches it.`,
    advice:
      'Look up the payment at the payment provider. Refund it here, or grant its buyer access and mark it as resolved.',
  },
  wrongAmount: {
    happened: (amount: string) => `${amount} was paid, which is not the price. It gives no access.`,
    advice: 'Refund it. Then check the plan under Payment setup.',
  },
  duplicate: {
    happened: (amount: string) => `${amount} was paid while an earlier bundle was active.`,
    advice: 'Refund it. If the buyer wanted a second year, add 365 days of access instead and mark it as resolved.',
  },
  paidWithoutAccess: {
    happened: (amount: string) => `${amount} was paid after the account was blocked or closed, or access was revoked.`,
    advice: 'Refund it. To accept it instead, grant access and mark it as resolved.',
  },
  chargedWithoutAccess: {
    happened: (amount: string) => `${amount} was charged although the renewal had ended. It adds no access.`,
    advice: 'Refund it. To accept it instead, grant access and mark it as resolved.',
  },
  /** Sold before charges after an end were told apart: its access stays as it was. */
  chargedBefore: {
    happened: (amount: string) =>
      `${amount} was charged after access had been revoked, the account blocked, or the renewal turned off.`,
    advice: 'Refund it, or mark it as resolved if the member wanted to stay.',
  },
  renewalEnded: {
    happened: {
      account: () => 'The renewal went on although the account was blocked, closed, or made an admin. It is ended now.',
      revoked: () => 'The renewal went on although access had been revoked. It is ended now.',
      returned: () => 'The renewal went on although the money had gone back. It is ended now.',
      course_deleted: () => 'The renewal went on although every course of the plan was deleted. It is ended now.',
      replaced: () =>
        'The renewal went on although another purchase gives the same access for longer. It is ended now.',
    },
    advice: 'Nothing is charged any more: mark it as resolved. Charges that gave no access are listed apart.',
  },
  creditNotesDiffer: {
    happened: (number: string) => `The credit notes of ${number} do not add up to its amount and tax.`,
    advice: 'Documents stay as they were issued: correct the difference with your accountant, and mark it as resolved.',
  },
  couponExceeded: {
    happened: {
      used_up: (amount: string, code: string) => `${amount} was paid with coupon ${code}, which had no uses left.`,
      used_by_buyer: (amount: string, code: string) =>
        `${amount} was paid with coupon ${code}, of which the buyer had no uses left.`,
      not_first_purchase: (amount: string, code: string) =>
        `${amount} was paid with coupon ${code}, which is for first purchases. The buyer had bought before.`,
    },
    advice: 'The buyer has access. Accept the discount and mark it as resolved, or refund it.',
  },
  owed: {
    happened: (amount: string) => `A refund failed repeatedly: up to ${amount} is owed.`,
    advice:
      'Find the reason at the payment provider and refund again here, or pay by bank transfer and mark it as resolved.',
  },
  failed: {
    happened: () => 'A partial refund of this payment failed.',
    advice: 'Find the reason at the payment provider, then refund again here.',
  },
  batchExceeded: {
    happened: (amount: string, batch: string) =>
      `${amount} was paid for batch ${batch} when all its places were taken. The buyer is in it.`,
    advice: 'Add a place to the batch, or move somebody, and mark it as resolved.',
  },
  notAccepted: {
    happened: () => 'The payment provider has not accepted this refund for more than an hour.',
    advice:
      'Open the payment to see why; most often the balance is low. Add funds at the payment provider: the refund is requested again automatically, and paid only once.',
  },
  payBack: {
    happened: (amount: string) => `${amount} is owed: an offline payment is refunded manually.`,
    advice: 'Pay it back, then open the payment and say how. The buyer gets a credit note then.',
  },
  overpaid: {
    happened: (amount: string) => `${amount} more than the price came. The whole amount is in the books.`,
    advice: 'Refund it with how you paid it back, or agree with the buyer and mark it as resolved.',
  },
  stuck: {
    happened: () => 'This refund has been pending for more than a week.',
    advice:
      'Check the balance and the refund at the payment provider. Its status is checked automatically; nothing is refunded twice.',
  },
  inquiry: {
    happened: (amount: string) => `The buyer’s bank asks for documents about ${amount}. Access stays open.`,
    advice:
      'Submit them at the payment provider in time, with the timeline of this payment. Otherwise it becomes a dispute.',
  },
  disputeOpen: {
    happened: (amount: string) => `The buyer’s bank disputes ${amount}. Access is closed until it is decided.`,
    advice: 'Respond at the payment provider in time, with the timeline of this payment. Do not refund it as well.',
  },
  disputeLost: {
    happened: (amount: string) => `A dispute was lost: ${amount} was taken back, and access is closed.`,
    advice: 'Nothing left to do: mark it as resolved.',
  },
} as const;
