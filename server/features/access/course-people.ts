import type { z } from 'zod';
import type { CoursePerson, NewCoursePerson } from '#contract/course-people.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { PEOPLE_TOPIC } from './access.ts';
import {
  deleteCoursePerson,
  findIdByEmail,
  isCoursePresent,
  listPeopleOf,
  putCoursePerson,
} from './course-people.queries.ts';

export interface CoursePeopleNeeds {
  /** Creates an account and queues its invitation; undefined when the email has an account. */
  invite: (tx: Tx, person: { email: string; fullName: string }) => Promise<string | undefined>;
  recordAccountChange: (
    tx: Tx,
    origin: { adminId: string; userId: string },
    change: { kind: 'account_added'; detail: Record<string, never> },
  ) => Promise<void>;
}

export type CoursePeople = ReturnType<typeof createCoursePeople>;

/** Pages of teachers show their courses, so that the catalogue changes too. */
const peopleChanged = async ({ topics }: Platform['database'], tx: Tx): Promise<void> => {
  await topics.raise(tx, PEOPLE_TOPIC);
  await topics.raise(tx, CATALOG_TOPIC);
};

/** Who teaches courses, and who assists. Each throws `course_not_found`. */
export const createCoursePeople = (
  { database, clock }: Platform,
  { invite, recordAccountChange }: CoursePeopleNeeds,
) => {
  const { db } = database;

  const list = async (courseId: string): Promise<CoursePerson[]> => {
    if (!(await isCoursePresent(db, courseId))) throw fail('course_not_found');
    const rows = await listPeopleOf(db, courseId);
    return rows.map(({ id: _id, full_name: fullName, email, role, created_at: addedAt }) => ({
      _id,
      fullName,
      email,
      role,
      addedAt: toInstant(addedAt),
    }));
  };

  const accountOf = async (tx: Tx, adminId: string, person: { email: string; fullName: string }): Promise<string> => {
    const known = await findIdByEmail(tx, person.email);
    const userId = known ?? (await invite(tx, person));
    // The account was created by another request at this moment.
    if (userId === undefined) throw fail('busy');
    if (known === undefined) await recordAccountChange(tx, { adminId, userId }, { kind: 'account_added', detail: {} });
    return userId;
  };

  return {
    list,

    add: async (
      adminId: string,
      courseId: string,
      { email, role, fullName = email.replace(/@.*/, '') }: z.output<typeof NewCoursePerson>,
    ): Promise<CoursePerson[]> => {
      await database.transaction(async (tx) => {
        if (!(await isCoursePresent(tx, courseId))) throw fail('course_not_found');
        const userId = await accountOf(tx, adminId, { email, fullName });
        await putCoursePerson(tx, { courseId, userId, role, addedBy: adminId, now: clock.now() });
        await peopleChanged(database, tx);
      });
      return list(courseId);
    },

    /** Throws `person_not_found`. */
    remove: async (courseId: string, userId: string): Promise<CoursePerson[]> => {
      await database.transaction(async (tx) => {
        if (!(await deleteCoursePerson(tx, courseId, userId))) throw fail('person_not_found');
        await peopleChanged(database, tx);
      });
      return list(courseId);
    },

    /** In the transaction that creates a course of theirs. */
    join: async (tx: Tx, courseId: string, userId: string): Promise<void> => {
      await putCoursePerson(tx, { courseId, userId, role: 'teacher', addedBy: userId, now: clock.now() });
      await peopleChanged(database, tx);
    },
  };
};
