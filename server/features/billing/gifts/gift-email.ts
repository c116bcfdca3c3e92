import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { inARow, say, type Sentence } from '#contract/languages/say.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { termOf } from '../plans/plans.ts';
import type { PaidGift } from './gifts.queries.ts';

/** As `spanOf`. */
const spanOf = (term: PlanTerm): Sentence => {
  if (term.unit === 'until') return say('until {day}', { day: { day: term.date } });
  const { unit, count } = term;
  if (unit === 'day') return say('{count, plural, one {for a day} other {for # days}}', { count });
  if (unit === 'month') return say('{count, plural, one {for a month} other {for # months}}', { count });
  return unit === 'year' ? say('{count, plural, one {for a year} other {for # years}}', { count }) : say('for life');
};

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
  school: string;
  /** The titles of the courses that it opens; everything when undefined. */
  courses: readonly string[] | undefined;
}

/** The data of a gift. */
const opening = (
  gift: GiftInEmail,
  { school, courses }: GiftFacts,
): Pick<Email, 'subject' | 'heading' | 'wording'> & { parts: Part[] } => {
  const what = courses
    ? say('every lecture of {courses}', { courses: { list: courses } })
    : say('every lecture of every course');
  const length = spanOf(termOf(gift));
  const begins =
    gift.term_unit === 'lifetime' || gift.term_unit === 'until' ? '' : say('Your time starts when you redeem it.');
  const values = { what, length, begins };
  const textOf = (text: Sentence) => ({ kind: 'text' as const, text: begins === '' ? text : inARow([text, begins]) });
  const { giver_name: giver, recipient_name: recipient } = gift;
  if (gift.amount_in_paise === 0)
    return {
      wording: { id: 'free_gift', values },
      subject: say('There is a gift for you at {school}', { school }),
      heading: say('A gift for you'),
      parts: [
        textOf(
          say('You have been given {what} at {school}, {length}. Open your gift to see who it is from.', {
            what,
            school,
            length,
          }),
        ),
      ],
    };
  return {
    wording: { id: 'gift', values: { ...values, giver, recipient } },
    subject: say('{giver} has a gift for you', { giver }),
    heading: say('A gift for you, {recipient}', { recipient }),
    parts: [
      textOf(say('{giver} gives you {what} at {school}, {length}.', { giver, what, school, length })),
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
      ...(gift.mode === 'test'
        ? [{ kind: 'text' as const, text: say('TEST: no money was charged for this gift.'), belongsTo: 'top' as const }]
        : []),
      ...parts,
      { kind: 'button', label: say('Open your gift'), path: `/gift/${token}` },
      {
        kind: 'text',
        text: say(
          'The link works once, with any account, and does not expire. You can create an account after you open it.',
        ),
      },
    ],
  };
};

export const defineGiftTexts = ({ define }: Mailer['texts']): void => {
  const facts = { school: EXAMPLE_SCHOOL, courses: undefined, token: 'example' };
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
