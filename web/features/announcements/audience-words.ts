import { msg, plural } from '@lingui/core/macro';
import { accessNames } from '#contract/access/access-names.ts';
import { REMINDED_DAYS, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import { learnerNames } from '#contract/teaching/learner-names.ts';
import type { AnnouncementEntry } from '#contract/announcements/announcements.ts';
import type { Descriptor, Language } from '#contract/languages/language.ts';

/** The progress of the learners of a course. */
export const learnerWords: Record<NonNullable<AnnouncementEntry['audience']['learners']>, Descriptor | string> = {
  not_begun: msg`Have not begun`,
  under_way: learnerNames.under_way,
  stuck: msg`Stuck: not seen for ${STUCK_AFTER_DAYS} days`,
  done: learnerNames.done,
};

/** Such as "Everyone, away for 14 days". */
export const audienceInWords = (
  { course, audience }: Pick<AnnouncementEntry, 'course' | 'audience'>,
  { _ }: Language,
): string =>
  [
    course === null ? _(msg`Everyone`) : _(msg`People of ${{ course: course.title }}`),
    ...(audience.access === undefined ? [] : [_(accessNames[audience.access]).toLowerCase()]),
    ...(audience.isUnfinished === true ? [_(msg`not finished`)] : []),
    ...(audience.learners === undefined ? [] : [_(learnerWords[audience.learners]).toLowerCase()]),
    ...(audience.skipsReminded === true ? [_(msg`not reminded in the last ${REMINDED_DAYS} days`)] : []),
    ...(audience.awayDays === undefined ? [] : [_(msg`away for ${{ days: audience.awayDays }} days`)]),
  ].join(', ');

/** Such as "Meera Nair, Kabir Singh and 12 others". */
export const namesInWords = (names: readonly string[], people: number, { _ }: Language): string => {
  const others = people - names.length;
  if (others === 0) return names.join(', ');
  const named = names.join(', ');
  return _(msg({ message: plural(others, { one: `${named} and # other`, other: `${named} and # others` }) }));
};
