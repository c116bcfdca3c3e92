import { msg, plural } from '@lingui/core/macro';
import type { HidingReason } from '#contract/reviews/reviews.ts';
import type { MessageDescriptor } from '@lingui/core';
import type { Language } from '#contract/languages/language.ts';

/** What a review did, after "it" or "they". */
export const reasons: Record<HidingReason, MessageDescriptor> = {
  names_person: msg`named another person`,
  insult: msg`insulted someone`,
  advertising: msg`advertised something`,
  other_subject: msg`spoke of something else`,
  private_data: msg`revealed private data`,
};

/** "1 review is hidden: it named another person." */
export const hiddenSentence = (hidden: { reason: HidingReason; reviews: number }, { _ }: Language): string => {
  const { reviews } = hidden;
  const reason = _(reasons[hidden.reason]);
  return _(
    msg({
      message: plural(reviews, {
        one: `# review is hidden: it ${reason}.`,
        other: `# reviews are hidden: they ${reason}.`,
      }),
    }),
  );
};

export const starWords = [msg`Poor`, msg`Fair`, msg`Good`, msg`Very good`, msg`Excellent`] as const;

/** How to keep a review apart from others: its rules, for everyone. */
export const rules = [
  msg`A person can review a course after watching 20 % of it or 30 minutes, whichever is less. The share beside the stars is measured; marking lectures as watched does not count.`,
  msg`Teachers, assistants and admins do not review their own courses. Nobody gets anything for a review.`,
  msg`Authors can change a review, which is marked and keeps the earlier text, or withdraw it at any time.`,
  msg`A review is hidden only if it names another person, insults someone, advertises, speaks of something else or reveals private data. Hidden reviews are counted here with the reason.`,
  msg`An average is shown from three reviews on.`,
] as const;
