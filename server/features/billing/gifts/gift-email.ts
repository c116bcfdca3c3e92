import { spanOf } from '#contract/plan-term.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import type { PaidGift } from './gifts.queries.ts';

const { giftEmail: messages } = salesMessages;

type Part = Email['parts'][number];

interface GiftFacts {
  brandName: string;
  /** The titles of the courses that it opens; everything when undefined. */
  courses: readonly string[] | undefined;
}

/** The data of a gift. */
const opening = (
  gift: PaidGift,
  { brandName, courses }: GiftFacts,
): Pick<Email, 'subject' | 'heading'> & { parts: Part[] } => {
  const what = courses ? messages.courses(courses) : messages.everything;
  const length = spanOf({ unit: gift.term_unit, count: gift.term_count });
  const begins = gift.term_unit === 'lifetime' ? '' : messages.begins;
  if (gift.amount_in_paise === 0)
    return {
      subject: messages.free.subject(brandName),
      heading: messages.free.heading,
      parts: [{ kind: 'text', text: `${messages.free.text(what, brandName, length)}${begins}` }],
    };
  return {
    subject: messages.subject(gift.giver_name),
    heading: messages.heading(gift.recipient_name),
    parts: [
      { kind: 'text', text: `${messages.text(gift.giver_name, { what, brandName, length })}${begins}` },
      ...(gift.message === '' ? [] : [{ kind: 'quote' as const, text: gift.message }]),
    ],
  };
};

/**
 * The email that brings a gift. The giver paid to have their words in it: the email of a free gift has none, not even names,
 * so that nobody sends texts of their own through the school. The page of the gift shows them.
 */
export const giftEmail = (gift: PaidGift, { token, ...facts }: GiftFacts & { token: string }): Email => {
  const { subject, heading, parts } = opening(gift, facts);
  return {
    to: [gift.recipient_email],
    subject,
    heading,
    parts: [
      ...(gift.mode === 'test' ? [{ kind: 'text' as const, text: messages.testMode }] : []),
      ...parts,
      { kind: 'button', label: messages.button, path: `/gift/${token}` },
      { kind: 'text', text: messages.note },
    ],
  };
};
