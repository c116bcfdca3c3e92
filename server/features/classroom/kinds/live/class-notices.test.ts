// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, joinCourse } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { aClass, moveClass, remindOfClasses } from '#test/live-classes.ts';
import { emailsTo, subjectsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const STARTS_AT = JUNE_MORNING_MS + 48 * HOUR_MS;
const at = (ms: number): string => new Date(ms).toISOString();

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Balance Sheet' });
  const lectureId = await aClass(app, admin, { courseId, title: 'On paper', startsAtMs: STARTS_AT });
  const place = { courseId, lectureId };
  const about = { courseId, courseTitle: 'Balance Sheet', lectureId, lectureTitle: 'On paper' };
  const holder = await aSubscriber(app);
  const move = (startsAtMs: number) => moveClass(app, admin, place, startsAtMs);
  const path = `/courses/${courseId}/lecture/${lectureId}`;
  const noticesFor = async (person: typeof holder) => {
    await app.jobs.runDue();
    return (await noticesOf(app, person)).filter(({ kind }) => kind !== 'new_lectures' && kind !== 'new_course');
  };
  return { app, admin, place, about, holder, move, path, noticesFor };
};

test('people who have the course are reminded a day and an hour before a class, also those who bought it in between', async () => {
  const { app, place, about, holder, noticesFor } = await openSchool();
  const [stranger, quiet] = [await aUser(app), await aSubscriber(app)];
  const choices = ['app', 'email'].map((channel) => ({ kind: 'class_soon', channel, cadence: 'off' }));
  await call(app, 'PUT', '/user/notice-settings', { token: quiet.token, body: { choices } });
  app.clock.set(STARTS_AT - 24 * HOUR_MS - 1);
  await remindOfClasses(app);
  expect(await noticesFor(holder)).toEqual([]);
  app.clock.advance(1);
  await remindOfClasses(app);
  await remindOfClasses(app);
  expect(await noticesFor(holder)).toMatchObject([
    {
      kind: 'class_soon',
      ...about,
      startsAt: at(STARTS_AT),
      path: `/course/displaylectures?course=${place.courseId}&lecture=${place.lectureId}`,
    },
  ]);
  expect(await subjectsTo(app, holder.email)).toEqual(['On paper starts on 17 June 2026 at 10:00']);
  expect(JSON.stringify(await emailsTo(app, holder.email))).not.toContain('meet.example');
  const late = await aSubscriber(app);
  app.clock.set(STARTS_AT - HOUR_MS);
  await remindOfClasses(app);
  app.clock.set(STARTS_AT);
  await remindOfClasses(app);
  expect((await noticesFor(holder)).map(({ kind }) => kind)).toEqual(['class_soon', 'class_soon']);
  expect((await noticesFor(late)).map(({ kind }) => kind)).toEqual(['class_soon']);
  expect([await noticesFor(stranger), await noticesFor(quiet)]).toEqual([[], []]);
  expect(await subjectsTo(app, quiet.email)).toEqual([]);
});

test('the teachers of the course are reminded and told of changes like those who have it, and its assistants are not', async () => {
  const { app, place, about, move, noticesFor } = await openSchool();
  const { courseId } = place;
  const [teacher, holding, assistant] = [await aUser(app), await aSubscriber(app), await aUser(app)];
  for (const { id: userId } of [teacher, holding]) await joinCourse(app, { courseId, userId, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  app.clock.set(STARTS_AT - 24 * HOUR_MS);
  await remindOfClasses(app);
  await remindOfClasses(app);
  for (const person of [teacher, holding])
    expect(await noticesFor(person)).toMatchObject([{ kind: 'class_soon', ...about, startsAt: at(STARTS_AT) }]);
  await move(STARTS_AT + 48 * HOUR_MS);
  expect(await noticesFor(teacher)).toMatchObject([{ kind: 'class_changed', isCancelled: false }]);
  expect(await noticesFor(assistant)).toEqual([]);
});

test('a class that was moved says so, and what was said before is withdrawn', async () => {
  const { app, about, holder, move, noticesFor } = await openSchool();
  app.clock.set(STARTS_AT - 2 * HOUR_MS);
  await remindOfClasses(app);
  expect(await noticesFor(holder)).toMatchObject([{ kind: 'class_soon' }]);
  const later = STARTS_AT + 26 * HOUR_MS;
  expect((await move(later)).status).toBe(200);
  const moved = { kind: 'class_changed', isCancelled: false, ...about, startsAt: at(later) };
  expect(await noticesFor(holder)).toMatchObject([moved]);
  expect(await subjectsTo(app, holder.email)).toEqual([
    'On paper starts on 17 June 2026 at 10:00',
    'On paper was moved to 18 June 2026 at 12:00',
  ]);
  // The same time once more changes nothing.
  await move(later);
  expect(await noticesFor(holder)).toHaveLength(1);
  app.clock.set(later - 24 * HOUR_MS);
  await remindOfClasses(app);
  expect(await noticesFor(holder)).toMatchObject([{ kind: 'class_soon', startsAt: at(later) }, moved]);
});

test('a class that was deleted is cancelled, and one that is restored is not', async () => {
  const { app, admin, about, holder, path, noticesFor } = await openSchool();
  expect((await call(app, 'DELETE', path, { token: admin.token })).status).toBe(200);
  expect(await noticesFor(holder)).toMatchObject([
    { kind: 'class_changed', isCancelled: true, ...about, startsAt: at(STARTS_AT) },
  ]);
  expect((await call(app, 'POST', `${path}/restore`, { token: admin.token })).status).toBe(200);
  expect(await noticesFor(holder)).toEqual([]);
  app.clock.set(STARTS_AT - HOUR_MS);
  await remindOfClasses(app);
  expect(await noticesFor(holder)).toMatchObject([{ kind: 'class_soon' }]);
});

test('drafts and classes that are over are quiet', async () => {
  const { app, admin, place, holder, path, move, noticesFor } = await openSchool();
  const draft = { courseId: place.courseId, title: 'A draft', startsAtMs: STARTS_AT, isDraft: true };
  const lectureId = await aClass(app, admin, draft);
  await moveClass(app, admin, { ...place, lectureId }, STARTS_AT + HOUR_MS);
  await call(app, 'DELETE', `/courses/${place.courseId}/lecture/${lectureId}`, { token: admin.token });
  app.clock.set(STARTS_AT + 2 * HOUR_MS);
  await remindOfClasses(app);
  await move(STARTS_AT + HOUR_MS);
  await call(app, 'DELETE', path, { token: admin.token });
  expect(await noticesFor(holder)).toEqual([]);
});

test('the recording is announced once it plays, and to nobody who does not want it', async () => {
  const { app, admin, place, about, holder, path, noticesFor } = await openSchool();
  const quiet = await aSubscriber(app);
  const choices = [
    { kind: 'recording', channel: 'app', cadence: 'off' },
    { kind: 'recording', channel: 'email', cadence: 'off' },
  ];
  await call(app, 'PUT', '/user/notice-settings', { token: quiet.token, body: { choices } });
  await call(app, 'PUT', '/user/notice-settings', {
    token: holder.token,
    body: { choices: [{ kind: 'recording', channel: 'email', cadence: 'at_once' }] },
  });
  app.clock.set(STARTS_AT + 2 * HOUR_MS);
  const parts = { lecture: await mediaPart('three-seconds.mp4') };
  expect((await call(app, 'PUT', `${path}/video`, { token: admin.token, parts })).status).toBe(200);
  const setPlayable = (isPlayable: 0 | 1) =>
    app.database.db
      .updateTable('video_work')
      .set({ is_playable: isPlayable })
      .where('lecture_id', '=', place.lectureId)
      .execute();
  await setPlayable(0);
  expect(await noticesFor(holder)).toEqual([]);
  await setPlayable(1);
  app.clock.advance(2 * MINUTE_MS);
  expect(await noticesFor(holder)).toMatchObject([{ kind: 'recording', ...about }]);
  expect(await subjectsTo(app, holder.email)).toEqual(['The recording of On paper is ready']);
  expect(await noticesFor(quiet)).toEqual([]);
  expect(await subjectsTo(app, quiet.email)).toEqual([]);
});
