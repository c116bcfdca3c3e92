import type { z } from 'zod';
import type { CoursePerson, CourseRole, NewCoursePerson } from '#contract/access/course-people.ts';
import { type Said, say } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import { recordChange } from '#server/audit/context.ts';
import { toInstant } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import type { WaitingRights } from '#server/database/waiting-rights.ts';
import { PEOPLE_TOPIC } from './access.ts';
import {
  deleteCoursePerson,
  findIdByEmail,
  findRole,
  findTitle,
  isInCourse,
  listPeopleOf,
  putCoursePerson,
} from './course-people.queries.ts';

export interface CoursePeopleNeeds {
  waiting: Pick<WaitingRights, 'put' | 'ask' | 'rolesIn' | 'withdrawRole'>;
  /** Creates an account and queues its invitation; undefined when the email has an account. */
  invite: (tx: Tx, person: { email: string; fullName: string; reason: Said }) => Promise<string | undefined>;
  inviteAgain: (tx: Tx, userId: string, reason: Said) => Promise<void>;
  invitedAmong: (db: Db, userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  revokeInvitations: (tx: Tx, userId: string, sinceMs: number) => Promise<void>;
  recordAccountChange: (
    tx: Tx,
    origin: { adminId: string; userId: string },
    change: { kind: 'account_added'; detail: Record<string, never> },
  ) => Promise<void>;
  /** Gives a teacher the page of the name that the course is by, if it is theirs. */
  linkTeacher: (tx: Tx, added: { userId: string; courseId: string }) => Promise<void>;
}

export type CoursePeople = ReturnType<typeof createCoursePeople>;

/** Pages of teachers show their courses, so that the catalogue changes too. */
const peopleChanged = async ({ topics }: Platform['database'], tx: Tx): Promise<void> => {
  await topics.raise(tx, PEOPLE_TOPIC);
  await topics.raise(tx, CATALOG_TOPIC);
};

interface NewPerson {
  email: string;
  fullName: string;
  role: CourseRole;
  /** Of the course. */
  title: string;
}

const texts = {
  teacher: {
    described: say('a teacher'),
    subject: (course: string) => say('You’re now a teacher of {course}', { course }),
    reason: (values: { course: string; school: string }) => say('{school} made you a teacher of “{course}”.', values),
  },
  assistant: {
    described: say('an assistant'),
    subject: (course: string) => say('You’re now an assistant of {course}', { course }),
    reason: (values: { course: string; school: string }) =>
      say('{school} made you an assistant of “{course}”.', values),
  },
};

const roleEmail = (
  email: string,
  { role, title: course, reason }: { role: CourseRole; title: string; reason: Said },
): Email => ({
  to: [email],
  wording: { id: 'course_role', values: { course, role: texts[role].described } },
  subject: texts[role].subject(course),
  heading: texts[role].subject(course),
  parts: [
    { kind: 'text', text: reason },
    { kind: 'button', label: say('Open your courses'), path: pages.teach.path },
  ],
});

/** Who teaches courses, and who assists. Each throws `course_not_found`. */
export const createCoursePeople = (
  { database, clock, mailer, settings }: Platform,
  {
    invite,
    inviteAgain,
    invitedAmong,
    revokeInvitations,
    recordAccountChange,
    linkTeacher,
    waiting,
  }: CoursePeopleNeeds,
) => {
  const { db } = database;
  const example = { role: 'teacher', title: 'Vedic Mathematics' } as const;
  const reason = texts[example.role].reason({ course: example.title, school: EXAMPLE_SCHOOL });
  mailer.texts.define(roleEmail('', { ...example, reason }), ['course']);

  const list = async (courseId: string): Promise<CoursePerson[]> => {
    if ((await findTitle(db, courseId)) === undefined) throw fail('course_not_found');
    const rows = await listPeopleOf(db, courseId);
    const invited = await invitedAmong(
      db,
      rows.map(({ id }) => id),
    );
    const waitingRoles = await waiting.rolesIn(courseId);
    const present = ({ id: _id, full_name: fullName, email, role, created_at: addedAt }: (typeof rows)[number]) => ({
      _id,
      fullName,
      email,
      role,
      addedAt: toInstant(addedAt),
      isInvited: invited.has(_id),
    });
    const waitingIds = new Set(waitingRoles.map(({ id }) => id));
    return [
      ...rows.filter(({ id }) => !waitingIds.has(id)).map(present),
      ...waitingRoles.map((row) => ({ ...present(row), waitsForConfirmation: true as const })),
    ];
  };

  /** Gives a role in the caller's transaction; nothing in a course that is deleted. */
  const give = async (
    tx: Tx,
    { userId, givenBy }: { userId: string; givenBy: string },
    { courseId, role }: { courseId: string; role: CourseRole },
  ): Promise<void> => {
    if ((await findTitle(tx, courseId)) === undefined) return;
    await putCoursePerson(tx, { courseId, userId, role, addedBy: givenBy, now: clock.now() });
    if (role === 'teacher') await linkTeacher(tx, { userId, courseId });
    await peopleChanged(database, tx);
  };

  const createAccount = async (
    tx: Tx,
    adminId: string,
    person: { email: string; fullName: string; reason: Said },
  ): Promise<string> => {
    const userId = await invite(tx, person);
    // The account was created by another request at this moment.
    if (userId === undefined) throw fail('busy');
    await recordAccountChange(tx, { adminId, userId }, { kind: 'account_added', detail: {} });
    return userId;
  };

  /** Returns the account. Who has the role already is emailed only if they were invited and are invited again. */
  const tell = async (
    tx: Tx,
    { adminId, courseId }: { adminId: string; courseId: string },
    { email, fullName, role, title }: NewPerson,
  ): Promise<{ userId: string; waits: boolean }> => {
    const { brandName: school } = await settings.school(tx);
    const reason = texts[role].reason({ course: title, school });
    const known = await findIdByEmail(tx, email);
    if (known === undefined) {
      const userId = await createAccount(tx, adminId, { email, fullName, reason });
      return { userId, waits: false };
    }
    const before = await findRole(tx, courseId, known);
    // Who has a role already was given it as this account, and nothing more.
    const isMore = before === undefined || (before === 'assistant' && role === 'teacher');
    const right = { kind: 'course_role', courseId, role } as const;
    if (isMore && (await waiting.put(tx, { userId: known, givenBy: adminId }, right))) {
      await waiting.ask(tx, known, { reason });
      return { userId: known, waits: true };
    }
    const isInvited = (await invitedAmong(tx, [known])).has(known);
    if (isInvited && (before === undefined || before === role)) await inviteAgain(tx, known, reason);
    if (!isInvited && before === undefined) await mailer.enqueue(tx, roleEmail(email, { role, title, reason }));
    return { userId: known, waits: false };
  };

  return {
    list,

    add: async (
      adminId: string,
      courseId: string,
      { email, role, fullName = email.replace(/@.*/, '') }: z.output<typeof NewCoursePerson>,
    ): Promise<{ people: CoursePerson[]; waitsForConfirmation: boolean }> => {
      const waitsForConfirmation = await database.transaction(async (tx) => {
        const title = await findTitle(tx, courseId);
        if (title === undefined) throw fail('course_not_found');
        const { userId, waits } = await tell(tx, { adminId, courseId }, { email, fullName, role, title });
        recordChange({ name: email, before: { role: await findRole(tx, courseId, userId) }, after: { role } });
        if (!waits) {
          await waiting.withdrawRole(tx, { userId, courseId });
          await give(tx, { userId, givenBy: adminId }, { courseId, role });
        }
        return waits;
      });
      return { people: await list(courseId), waitsForConfirmation };
    },

    give,

    /** The invitation to the course is revoked, too. Throws `person_not_found`. */
    remove: async (courseId: string, userId: string): Promise<CoursePerson[]> => {
      await database.transaction(async (tx) => {
        const waited = await waiting.withdrawRole(tx, { userId, courseId });
        const was = await deleteCoursePerson(tx, courseId, userId);
        if (!was && waited === undefined) throw fail('person_not_found');
        if (!was) return recordChange({ before: { role: waited } });
        recordChange({ before: { role: was.role } });
        if (!(await isInCourse(tx, userId))) await revokeInvitations(tx, userId, was.created_at);
        await peopleChanged(database, tx);
      });
      return list(courseId);
    },

    /** In the transaction that creates a course of theirs. */
    join: async (tx: Tx, courseId: string, userId: string): Promise<void> => {
      await putCoursePerson(tx, { courseId, userId, role: 'teacher', addedBy: userId, now: clock.now() });
      await linkTeacher(tx, { userId, courseId });
      await peopleChanged(database, tx);
    },
  };
};
