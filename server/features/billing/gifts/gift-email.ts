import { salesMessages } from '#contract/sales-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import type { PaidGift } from './gifts.queries.ts';

const { giftEmail: words } = salesMessages;

/** The email that brings a gift. The giver paid to have their words in it. */
export const giftEmail = (gift: PaidGift, { token, brandName }: { token: string; brandName: string }): Email => ({
  to: [gift.recipient_email],
  subject: words.subject(gift.giver_name),
  heading: words.heading(gift.recipient_name),
  parts: [
    ...(gift.mode === 'test' ? [{ kind: 'text' as const, text: words.testMode }] : []),
    { kind: 'text', text: words.text(gift.giver_name, brandName, words.length(gift.term_unit, gift.term_count)) },
    ...(gift.message === '' ? [] : [{ kind: 'quote' as const, text: gift.message }]),
    { kind: 'button', label: words.button, path: `/gift/${token}` },
    { kind: 'text', text: words.note },
  ],
});
