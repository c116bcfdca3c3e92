import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { aCourse } from '#test/factories.ts';
import { openSchool } from '#test/notices.ts';

const courseLink = /\/courses\/[^"\s<]+/g;

test('emails link to a course by its present name, at once and in a digest', async () => {
  const { app, notify, save, emails } = await openSchool();
  const monsoon = await aCourse(app);
  const address = { course_id: monsoon, created_at: 1 };
  await app.database.db
    .insertInto('course_addresses')
    .values([
      { ...address, slug: 'rain', is_current: 0 },
      { ...address, slug: 'मानसून', is_current: 1 },
    ])
    .execute();
  const about = (courseId: string) => ({ kind: 'new_course', courseId, courseTitle: 'Monsoon' }) as const;
  await notify('new:1', about(monsoon));
  await save({ choices: [{ kind: 'new_course', channel: 'email', cadence: 'at_once' }] });
  await notify('new:2', about(monsoon));
  await notify('new:3', about('nameless'));
  app.clock.advance(8 * DAY_MS);
  const named = `/courses/${encodeURIComponent('मानसून')}`;
  const links = (await emails()).map(({ html }) => [...new Set(html.match(courseLink))].join());
  expect(links.toSorted()).toEqual([named, named, '/courses/description?course=nameless']);
});
