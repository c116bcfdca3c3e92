import { accessNames } from '#contract/access/access-names.ts';
import { REMINDED_DAYS, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { AnnouncementEntry } from '#contract/announcements/announcements.ts';

/** The progress of the learners of a course. */
export const learnerWords: Record<NonNullable<AnnouncementEntry['audience']['learners']>, string> = {
  not_begun: 'Have not begun',
  under_way: 'Under way',
  stuck: `Stuck: not seen for ${STUCK_AFTER_DAYS} days`,
  done: 'Done',
};

/** Such as "Everyone, away for 14 days". */
export const audienceInWords = ({ course, audience }: Pick<AnnouncementEntry, 'course' | 'audience'>): string =>
  [
    course === null ? 'Everyone' : `People of ${course.title}`,
    ...(audience.access === undefined ? [] : [accessNames[audience.access].toLowerCase()]),
    ...(audience.isUnfinished === true ? ['not finished'] : []),
    ...(audience.learners === undefined ? [] : [learnerWords[audience.learners].toLowerCase()]),
    ...(audience.skipsReminded === true ? [`not reminded in the last ${REMINDED_DAYS} days`] : []),
    ...(audience.awayDays === undefined ? [] : [`away for ${audience.awayDays} days`]),
  ].join(', ');

/** Such as "Meera Nair, Kabir Singh and 12 others". */
export const namesInWords = (names: readonly string[], people: number): string => {
  const others = people - names.length;
  if (others === 0) return names.join(', ');
  return `${names.join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`;
};
