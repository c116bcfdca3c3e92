import type { HidingReason } from '#contract/reviews/reviews.ts';
import { countOf } from '#contract/format.ts';

/** What a review did, after "it" or "they". */
export const reasons: Record<HidingReason, string> = {
  names_person: 'named another person',
  insult: 'insulted someone',
  advertising: 'advertised something',
  other_subject: 'spoke of something else',
  private_data: 'revealed private data',
};

/** "1 review is hidden: it named another person." */
export const hiddenSentence = ({ reason, reviews }: { reason: HidingReason; reviews: number }): string =>
  reviews === 1
    ? `1 review is hidden: it ${reasons[reason]}.`
    : `${countOf(reviews, 'review')} are hidden: they ${reasons[reason]}.`;

export const starWords = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;

/** How to keep a review apart from others: its rules, for everyone. */
export const rules = [
  'A person can review a course after watching 20 % of it or 30 minutes, whichever is less. The share beside the stars is measured; marking lectures as watched does not count.',
  'Teachers, assistants and admins do not review their own courses. Nobody gets anything for a review.',
  'Authors can change a review, which is marked and keeps the earlier text, or withdraw it at any time.',
  'A review is hidden only if it names another person, insults someone, advertises, speaks of something else or reveals private data. Hidden reviews are counted here with the reason.',
  'An average is shown from three reviews on.',
] as const;
