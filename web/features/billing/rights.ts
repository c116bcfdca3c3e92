import { useQuery } from '@tanstack/react-query';
import { EVERYTHING } from '#contract/access/everything.ts';
import type { Right } from '#contract/access/rights.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useWorksIn } from '#web/app/session/course-roles.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';

/** What the user has access to. */
const rightsQuery = () => endpointQuery('own-rights', 'GET /user/rights');

const endOf = ({ endsAt }: Right): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** Of the rights that open a course, the longest. */
export const longestRight = (rights: readonly Right[], courseId: string): Right | undefined =>
  rights
    .filter(({ scope }) => scope === EVERYTHING || scope === courseId)
    .toSorted((a, b) => (endOf(a) === endOf(b) ? 0 : endOf(b) - endOf(a)))[0];

/** Whether the user may watch single courses, as far as the browser knows, and by which right. */
export const useRights = (isAsked = true) => {
  const session = useSession();
  const { data } = useQuery({ ...rightsQuery(), enabled: isAsked && session?.role === 'USER' });
  const rights = (session?.role === 'USER' && data?.rights) || [];
  const isMember = hasAccess(session);
  return {
    rights,
    rightTo: (courseId: string): Right | undefined => longestRight(rights, courseId),
    opens: (courseId: string): boolean => isMember || longestRight(rights, courseId) !== undefined,
  };
};

/** Whether the user may watch a course: by a right, or because they work on it. */
export const useIsOpen = (courseId: string, isAsked = true): boolean => {
  const { opens } = useRights(isAsked);
  return useWorksIn(courseId) || opens(courseId);
};

/** The same for a course of a list: nothing is asked for those of whom the session says that all are open, or none. */
export const useIsHeld = (courseId: string): boolean => {
  const session = useSession();
  return useIsOpen(courseId, session?.user.hasCourses === true && !hasAccess(session));
};
