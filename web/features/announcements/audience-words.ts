import type { AnnouncementEntry } from '#contract/announcements/announcements.ts';

/** Such as "Everyone, away for 14 days". */
export const audienceInWords = ({ course, audience }: Pick<AnnouncementEntry, 'course' | 'audience'>): string =>
  [
    course === null ? 'Everyone' : `People of ${course.title}`,
    ...(audience.isUnfinished === true ? ['not finished'] : []),
    ...(audience.awayDays === undefined ? [] : [`away for ${audience.awayDays} days`]),
  ].join(', ');

/** Such as "Meera Nair, Kabir Singh and 12 others". */
export const namesInWords = (names: readonly string[], people: number): string => {
  const others = people - names.length;
  if (others === 0) return names.join(', ');
  return `${names.join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`;
};
