import { z } from 'zod';
import type { Said } from '#contract/languages/say.ts';
import type { Db, Tx } from './database.ts';

const CourseRole = z.enum(['teacher', 'assistant']);
type CourseRole = z.output<typeof CourseRole>;

/** What an admin gives to an address. It waits while the account that has the address has not confirmed it. */
export const Right = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('course_role'), courseId: z.string(), role: CourseRole }),
  z.object({
    kind: z.literal('access'),
    /** Everything without one. */
    courseId: z.string().optional(),
    untilDay: z.string(),
    reason: z.string(),
    source: z.enum(['admin', 'import']),
  }),
]);
export type Right = z.output<typeof Right>;

/** Gives a right to the account of its address, in the transaction that confirms it. What is gone by then is not given. */
export type GiveRight = (tx: Tx, to: { userId: string; givenBy: string }, right: Right) => Promise<void>;

export interface WaitingRole {
  id: string;
  full_name: string;
  email: string;
  role: CourseRole;
  created_at: number;
}

/** Rights that wait for the confirmation of an address. */
export interface WaitingRights {
  /**
   * Stores a right of an account, and returns true; false where it needs not wait: the address is confirmed, or only an
   * emailed link opens the account. Locks the account until the transaction ends.
   */
  put(tx: Tx, to: { userId: string; givenBy: string }, right: Right): Promise<boolean>;
  /** Emails a link that confirms the address, with what waits for it as a sentence. With an id it is emailed once. */
  ask(tx: Tx, userId: string, what: { reason: Said; id?: string }): Promise<void>;
  /** Those of some users whose rights would wait. */
  waitingAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether something waits for the confirmation of this address. */
  hasWaiting(db: Db, email: string): Promise<boolean>;
  rolesIn(courseId: string): Promise<WaitingRole[]>;
  /** Returns the role that waited. */
  withdrawRole(tx: Tx, role: { userId: string; courseId: string }): Promise<CourseRole | undefined>;
}

/** Takes access back that waits for the address of a user: to one course, or all of it. */
export const withdrawAccess = async (tx: Tx, userId: string, courseId: string | undefined): Promise<void> => {
  await tx
    .deleteFrom('waiting_rights')
    .where('address', '=', tx.selectFrom('users').select('email').where('id', '=', userId))
    .where('kind', '=', 'access')
    .$if(courseId !== undefined, (query) => query.where('scope', '=', courseId ?? ''))
    .execute();
};
