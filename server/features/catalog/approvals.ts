import { pages } from '#contract/pages.ts';
import { teachingMessages } from '#contract/teaching-messages.ts';
import type { Tx } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { declineCourse, isWaiting, requestApproval } from './catalog.queries.ts';
import { teachersOfCourse } from './teachers.queries.ts';

/** `reason`: why it was declined; undefined if it was approved. */
const decisionEmail = (
  { email, title }: { email: string; title: string },
  courseId: string,
  reason: string | undefined,
): Email => {
  const words = reason === undefined ? teachingMessages.approved : teachingMessages.declined;
  const path = `${pages.teachCourse.path}?course=${courseId}&tab=publish`;
  return {
    to: [email],
    subject: words.subject(title),
    heading: words.heading,
    parts: [
      { kind: 'text', text: words.text(title) },
      ...(reason === undefined ? [] : [{ kind: 'text', text: reason } as const]),
      { kind: 'button', label: teachingMessages.openCourse, path },
    ],
  };
};

/** Courses of teachers that are published after the approval of an admin. Callers call `changed` in the same transaction. */
export const createApprovals = ({ clock, mailer }: Pick<Platform, 'clock' | 'mailer'>) => {
  const announce = async (tx: Tx, courseId: string, reason?: string): Promise<void> =>
    mailer.enqueue(
      tx,
      ...(await teachersOfCourse(tx, courseId)).map((teacher) => decisionEmail(teacher, courseId, reason)),
    );

  return {
    /** Makes a draft wait. Returns whether the course is a draft. */
    request: (tx: Tx, courseId: string): Promise<boolean> => requestApproval(tx, courseId, clock.now()),
    /** Before the course is published. */
    approve: async (tx: Tx, courseId: string): Promise<void> => {
      if (await isWaiting(tx, courseId)) await announce(tx, courseId);
    },
    /** Throws `approval_outdated`. */
    decline: async (tx: Tx, courseId: string, reason: string): Promise<void> => {
      if (!(await declineCourse(tx, courseId, { now: clock.now(), reason }))) throw fail('approval_outdated');
      await announce(tx, courseId, reason);
    },
  };
};
