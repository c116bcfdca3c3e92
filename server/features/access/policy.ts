import type { CourseAction } from '#contract/endpoint.ts';
import type { CourseRole } from '#contract/access/course-people.ts';
import type { Role } from '#contract/fields.ts';

/** What each role in a course may do there. */
const ACTIONS: Record<CourseRole, readonly CourseAction[]> = {
  teacher: ['watch', 'edit', 'answer', 'see-figures'],
  assistant: ['watch', 'answer', 'see-figures'],
};

/** The facts about a user that decide, for one course. */
export interface Standing {
  /** Undefined for a visitor. */
  role: Role | undefined;
  isBlocked: boolean;
  courseRole: CourseRole | undefined;
  /** Whether they have a right to watch it now. */
  holds: () => Promise<boolean>;
  /** Whether they have a right to it that does not come from a right to everything. */
  holdsAlone: () => Promise<boolean>;
}

/** The facts about the course, or about a lecture of it. */
export interface Subject {
  /** Neither it nor its course is deleted. */
  isPresent: boolean;
  /** It and its course are published. */
  isShown: boolean;
  /** Visitors may play it once it is shown. */
  isFree: boolean;
  /** The course was shown once and is deleted or withdrawn: it stays open to people who have it alone. */
  isKept: boolean;
}

/** Why an action is refused. `hidden` is also returned for courses and lectures that do not exist. */
export type Refusal = 'hidden' | 'forbidden' | 'not_entitled' | 'account_blocked';

/** Drafts are for admins and the people of the course. */
export const seesDrafts = ({ role, courseRole }: Pick<Standing, 'role' | 'courseRole'>): boolean =>
  role === 'ADMIN' || courseRole !== undefined;

/** Returns undefined when the action is allowed. */
export const refusalOf = async (
  standing: Standing,
  action: CourseAction,
  { isPresent, isShown, isFree, isKept }: Subject,
): Promise<Refusal | undefined> => {
  const { role, isBlocked, courseRole, holds, holdsAlone } = standing;
  if (isBlocked) return 'account_blocked';
  if (!isPresent || !(isShown || seesDrafts(standing)))
    return isKept && action === 'watch' && role !== undefined && (await holdsAlone()) ? undefined : 'hidden';
  if (role === 'ADMIN') return undefined;
  if (courseRole && ACTIONS[courseRole].includes(action)) return undefined;
  if (action !== 'watch') return 'forbidden';
  return isFree || (role !== undefined && (await holds())) ? undefined : 'not_entitled';
};
