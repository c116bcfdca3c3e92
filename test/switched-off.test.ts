import { expect, test } from 'vitest';
import { call } from './call.ts';
import { countStatements } from './count-statements.ts';
import { aCourse, anAdmin, aSubscriber } from './factories.ts';
import { publishLecture } from './publish.ts';
import { startApp } from './start-app.ts';

/** Where everything of the community is off, and where it is on. */
const STATEMENTS: Record<string, [off: number, on: number]> = {
  '/user/me': [3, 3],
  '/courses/': [0, 0],
  '/courses/{course}/about': [0, 0],
  '/courses/{course}': [10, 10],
  '/progress/continue': [4, 4],
};

test('questions, reviews, notices and podcasts cost the pages of learners no statement, on or off', async () => {
  await using app = await startApp();
  const [learner, admin] = [await aSubscriber(app), await anAdmin(app)];
  const course = await aCourse(app);
  await publishLecture(app, { admin, courseId: course });
  const send = async (path: string): Promise<void> => {
    const { status } = await call(app, 'GET', path.replace('{course}', course), { token: learner.token });
    expect(status, path).toBe(200);
  };
  const counted: typeof STATEMENTS = {};
  for (const isOn of [false, true]) {
    const body = { questions: isOn, reviews: isOn, notices: isOn, podcasts: isOn };
    await call(app, 'PUT', '/admin/settings/community', { token: admin.token, body });
    for (const path of Object.keys(STATEMENTS)) {
      await send(path);
      const counts: number[] = [];
      // A job, or the news of a change, may add one to some.
      for (const attempt of [1, 2, 3]) {
        const name = `commit ${isOn} ${path} ${attempt}`;
        await app.database.db.insertInto('settings').values({ name, value: '', updated_at: 0 }).execute();
        counts.push(await countStatements(() => send(path)));
      }
      const count = Math.min(...counts);
      counted[path] = isOn ? [counted[path]?.[0] ?? 0, count] : [count, 0];
    }
  }
  expect(counted).toEqual(STATEMENTS);
});
