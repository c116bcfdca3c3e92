import { spanOf } from '#contract/billing/plan-term.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { termOf } from '../plans/plans.ts';
import type { PaidGift } from './gifts.queries.ts';

const { giftEmail: messages } = salesMessages;

type Part = Email['parts'][number];

type GiftInEmail = Pick<
  PaidGift,
  | 'term_unit'
  | 'term_count'
  | 'term_until'
  | 'amount_in_paise'
  | 'giver_name'
  | 'recipient_name'
  | 'recipient_email'
  | 'message'
  | 'mode'
>;

interface GiftFacts {
  brandName: string;
  /** The titles of the courses that it opens; everything when undefined. */
  courses: readonly string[] | undefined;
}

/** The data of a gift. */
const opening = (
  gift: GiftInEmail,
  { brandName, courses }: GiftFacts,
): Pick<Email, 'subject' | 'heading' | 'wording'> & { parts: Part[] } => {
  const what = courses ? messages.courses(courses) : messages.everything;
  const length = spanOf(termOf(gift));
  const begins = gift.term_unit === 'lifetime' || gift.term_unit === 'until' ? '' : messages.begins;
  const values = { what, length, begins: begins.trim() };
  if (gift.amount_in_paise === 0)
    return {
      wording: { id: 'free_gift', values },
      subject: messages.free.subject(brandName),
      heading: messages.free.heading,
      parts: [{ kind: 'text', text: `${messages.free.text(what, brandName, length)}${begins}` }],
    };
  return {
    wording: { id: 'gift', values: { ...values, giver: gift.giver_name, recipient: gift.recipient_name } },
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
export const giftEmail = (gift: GiftInEmail, { token, ...facts }: GiftFacts & { token: string }): Email => {
  const { subject, heading, wording, parts } = opening(gift, facts);
  return {
    to: [gift.recipient_email],
    wording,
    subject,
    heading,
    parts: [
      ...(gift.mode === 'test' ? [{ kind: 'text' as const, text: messages.testMode, belongsTo: 'top' as const }] : []),
      ...parts,
      { kind: 'button', label: messages.button, path: `/gift/${token}` },
      { kind: 'text', text: messages.note },
    ],
  };
};

export const defineGiftTexts = ({ define }: Mailer['texts']): void => {
  const facts = { brandName: EXAMPLE_SCHOOL, courses: undefined, token: 'example' };
  const example = {
    term_unit: 'year',
    term_count: 1,
    term_until: null,
    amount_in_paise: 49_900,
    mode: 'live',
    giver_name: 'Ravi Iyer',
    recipient_name: 'Meera Nair',
    recipient_email: '',
    message: 'Happy birthday!',
  } as const;
  define(giftEmail(example, facts), ['link']);
  define(giftEmail({ ...example, amount_in_paise: 0 }, facts), ['link']);
};
