import { useQuery } from '@tanstack/react-query';
import { accessSentence, EVERYTHING } from '#contract/cover-sentence.ts';
import type { Right } from '#contract/access/rights.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useWorksIn } from '#web/app/session/course-pages.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { formatDay } from '#contract/format.ts';

/** What the user has access to. */
const rightsQuery = () => endpointQuery('own-rights', 'GET /user/rights');

const endOf = ({ endsAt }: Right): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** Of the rights that open a course, the longest. */
export const longestRight = (rights: readonly Right[], courseId: string): Right | undefined =>
  rights
    .filter(({ scope }) => scope === EVERYTHING || scope === courseId)
    .toSorted((a, b) => (endOf(a) === endOf(b) ? 0 : endOf(b) - endOf(a)))[0];

/** "For life", "Until 3 May 2027". */
export const untilOf = ({ endsAt }: Pick<Right, 'endsAt'>, timeZone: string): string =>
  endsAt === null ? 'For life' : `Until ${formatDay(endsAt, timeZone)}`;

/** What a right comes from, where more than its name is to be said. */
export const originOf = ({ source, planName }: Right): string | undefined => {
  if (source === 'admin' || source === 'import') return 'from the school';
  if (source === 'gift') return planName === null ? 'a gift' : `a gift of ${planName}`;
  return planName === null ? undefined : `through ${planName}`;
};

/** "You have this course until 3 May 2027 through All courses." */
export const accessSentenceOf = (right: Right, timeZone: string): string =>
  accessSentence(right, right.endsAt === null ? undefined : formatDay(right.endsAt, timeZone));

/** Whether the user may watch single courses, as far as the browser knows, and by which right. */
export const useRights = () => {
  const session = useSession();
  const { data } = useQuery({ ...rightsQuery(), enabled: session?.role === 'USER' });
  const rights = (session?.role === 'USER' && data?.rights) || [];
  const isMember = hasAccess(session);
  return {
    rights,
    rightTo: (courseId: string): Right | undefined => longestRight(rights, courseId),
    opens: (courseId: string): boolean => isMember || longestRight(rights, courseId) !== undefined,
  };
};

/** Whether the user may watch a course: by a right, or because they work on it. */
export const useIsOpen = (courseId: string): boolean => {
  const { opens } = useRights();
  return useWorksIn(courseId) || opens(courseId);
};
