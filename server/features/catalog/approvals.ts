import { say } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import type { Tx } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { ContentOf } from '#contract/notices/notice-kinds.ts';
import type { EmailRecipient, NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { declineCourse, isWaiting, requestApproval } from './catalog.queries.ts';
import { teachersOfCourse } from './teachers.queries.ts';

const approved = (course: string) => ({
  subject: say('{course} is published', { course }),
  heading: say('Your course is published'),
  text: say('“{course}” was approved and is on the site now.', { course }),
});
const declined = (course: string) => ({
  subject: say('{course} needs changes', { course }),
  heading: say('Your course needs changes'),
  text: say('“{course}” was not published. Change it, then send it for approval again. The reason:', { course }),
});

const decisionEmail = (
  { courseId, courseTitle: title, isApproved, reason }: ContentOf<'course_decision'>,
  { address }: EmailRecipient,
): Email => {
  const words = isApproved ? approved(title) : declined(title);
  const path = `${pages.teachCourse.path}?course=${courseId}&tab=publish`;
  return {
    to: [address],
    wording: isApproved
      ? { id: 'course_approved', values: { course: title } }
      : { id: 'course_declined', values: { course: title, reason } },
    subject: words.subject,
    heading: words.heading,
    parts: [
      { kind: 'text', text: words.text },
      ...(isApproved ? [] : [{ kind: 'text', text: reason } as const]),
      { kind: 'button', label: say('Open course'), path },
    ],
  };
};

/** Courses of teachers that are published after the approval of an admin. Callers call `changed` in the same transaction. */
export const createApprovals = ({ clock, mailer }: Pick<Platform, 'clock' | 'mailer'>, notices: NoticePort) => {
  const example = { kind: 'course_decision', courseId: 'example', courseTitle: 'Vedic Mathematics' } as const;
  const reader = { userId: null, name: '', address: '' };
  mailer.texts.define(decisionEmail({ ...example, isApproved: true, reason: '' }, reader));
  mailer.texts.define(
    decisionEmail({ ...example, isApproved: false, reason: 'The second lecture has no sound.' }, reader),
    ['reason'],
  );
  notices.setEmail('course_decision', {
    compose: async (content, recipient) => ({ email: decisionEmail(content, recipient) }),
  });

  const announce = async (tx: Tx, courseId: string, reason?: string): Promise<void> =>
    notices.notify(
      tx,
      (await teachersOfCourse(tx, courseId)).map(({ id: userId, title: courseTitle }) => ({
        userId,
        dedupeKey: `course_decision:${newId()}`,
        content: {
          kind: 'course_decision',
          courseId,
          courseTitle,
          isApproved: reason === undefined,
          reason: reason ?? '',
        },
      })),
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
