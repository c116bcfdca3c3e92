// @module-tag both
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { oldSchool } from './dump.ts';

test('what the audit knows of completed courses becomes rows, one for a person and a course', async () => {
  const { database } = await oldSchool({ upTo: 90 });
  const { db } = database;
  const [asha, ravi] = [await insertTestUser(db, 1), await insertTestUser(db, 1)];
  const nothing = { attempt_id: null, payment_id: null, actor_id: null, address: null, browser: null };
  const values = { before_values: null, after_values: null, detail: '{}', source: '{}', times: 1 };
  const entries = [
    [asha, 'maths', 20, 'course_completed'],
    [asha, 'maths', 10, 'course_completed'],
    [asha, 'music', 30, 'login_done'],
    [ravi, 'maths', 40, 'course_completed'],
    [ravi, null, 50, 'course_completed'],
    [null, 'maths', 60, 'course_completed'],
  ] as const;
  for (const [index, [user, course, at, kind]] of entries.entries())
    await db
      .insertInto('audit_entries')
      .values({
        ...nothing,
        ...values,
        id: `entry-${index}`,
        at,
        kind,
        user_id: user,
        course_id: course,
        actor_kind: 'system',
      })
      .execute();
  await migrate(database, JUNE_MORNING_MS);
  const rows = await db
    .selectFrom('course_completions')
    .selectAll()
    .where('user_id', 'in', [asha, ravi])
    .orderBy('completed_at')
    .execute();
  expect(rows).toEqual([
    { user_id: asha, course_id: 'maths', completed_at: 10 },
    { user_id: ravi, course_id: 'maths', completed_at: 40 },
  ]);
});
