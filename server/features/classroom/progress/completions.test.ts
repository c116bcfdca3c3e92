// @module-tag both
import { expect, test } from 'vitest';
import { aCourse, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import { createCompletions } from './completions.ts';

test('a course is completed once, also after the audit has forgotten it, and by two requests at once', async () => {
  await using app = await startApp();
  await using further = await app.another();
  const [{ id: userId }, courseId] = [await aUser(app), await aCourse(app)];
  const complete = createCompletions(app.clock, async () => ({ isFinished: true }));
  const watch = (on: typeof app) => on.database.transaction((tx) => complete(tx, [{ userId, courseId }]));
  const recorded = async () => {
    const rows = app.database.db.selectFrom('audit_entries').select('id').where('kind', '=', 'course_completed');
    return (await rows.execute()).length;
  };
  await Promise.all([watch(app), watch(further), watch(app), watch(further)]);
  expect(await recorded()).toBe(1);
  await app.database.db.deleteFrom('audit_entries').execute();
  await watch(app);
  expect(await recorded()).toBe(0);
});
