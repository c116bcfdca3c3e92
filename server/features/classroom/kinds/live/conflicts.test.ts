import { expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { aClass, moveClass } from '#test/live-classes.ts';
import { startApp } from '#test/start-app.ts';

test('classes with one link at overlapping times are named, also of other courses and drafts', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const [courseId, other] = [await aCourse(app), await aCourse(app, { title: 'Balance Sheet' })];
  const lectureId = await aClass(app, admin, { courseId, title: 'On paper', startsAtMs: JUNE_MORNING_MS });
  const later = { courseId: other, title: 'By mind', startsAtMs: JUNE_MORNING_MS + HOUR_MS, isDraft: true };
  const draftId = await aClass(app, admin, later);
  const path = `/courses/${courseId}/lecture/${lectureId}`;
  const conflicts = async () =>
    (await call(app, 'GET', `${path}/class-conflicts`, { token: admin.token })).body['conflicts'];
  expect(await conflicts()).toEqual([]);
  const earlier = JUNE_MORNING_MS + HOUR_MS - 1;
  await moveClass(app, admin, { courseId: other, lectureId: draftId }, earlier);
  expect(await conflicts()).toEqual([
    { lectureTitle: 'By mind', courseTitle: 'Balance Sheet', startsAt: new Date(earlier).toISOString() },
  ]);
  const { token } = admin;
  await call(app, 'PATCH', path, { token, body: { url: 'https://meet.example/another' } });
  expect(await conflicts()).toEqual([]);
});
