import type { CourseAction } from '#contract/endpoint.ts';
import type { CourseRole } from '#contract/course-people.ts';
import type { Role } from '#contract/fields.ts';

/** What each role in a course may do there. */
const ACTIONS: Record<CourseRole, readonly CourseAction[]> = {
  teacher: ['watch', 'edit', 'answer', 'see-figures'],
  assistant: ['watch', 'answer', 'see-figures'],
};

/** What somebody is to a course. */
export interface Standing {
  /** Undefined for a visitor. */
  role: Role | undefined;
  isBlocked: boolean;
  courseRole: CourseRole | undefined;
  /** Whether they have a right to watch it now. */
  holds: () => Promise<boolean>;
}

/** What the question is about: a course, or a lecture of it. */
export interface Subject {
  /** Neither it nor its course is deleted. */
  isPresent: boolean;
  /** It and its course are published. */
  isShown: boolean;
  /** Visitors may play it once it is shown. */
  isFree: boolean;
}

/** Why somebody may not: `hidden` is also the answer about what does not exist. */
export type Refusal = 'hidden' | 'forbidden' | 'not_entitled' | 'account_blocked';

/** Drafts are for admins and the people of the course. */
export const seesDrafts = ({ role, courseRole }: Pick<Standing, 'role' | 'courseRole'>): boolean =>
  role === 'ADMIN' || courseRole !== undefined;

/** Undefined when somebody may. */
export const refusalOf = async (
  standing: Standing,
  action: CourseAction,
  { isPresent, isShown, isFree }: Subject,
): Promise<Refusal | undefined> => {
  const { role, isBlocked, courseRole, holds } = standing;
  if (isBlocked) return 'account_blocked';
  if (!isPresent || !(isShown || seesDrafts(standing))) return 'hidden';
  if (role === 'ADMIN') return undefined;
  if (courseRole && ACTIONS[courseRole].includes(action)) return undefined;
  if (action !== 'watch') return 'forbidden';
  return isFree || (role !== undefined && (await holds())) ? undefined : 'not_entitled';
};
