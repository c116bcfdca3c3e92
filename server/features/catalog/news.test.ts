// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';
import { jobsToRunAgain } from '#test/run-again.ts';

/** A school with a published course that has three drafts, and a member. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Statistics' });
  const drafts: string[] = [];
  for (const title of ['Means', 'Medians', 'Modes', 'Ranges']) drafts.push(await aLecture(app, { courseId, title }));
  await app.database.db.updateTable('lectures').set({ published_at: null }).where('id', 'in', drafts).execute();
  const member = await aSubscriber(app);
  const holder = await aUser(app);
  const right = { mode: 'test' as const, ends_at: app.clock.now() + DAY_MS, plan_version_id: null };
  await app.database.db
    .insertInto('course_access')
    .values({ ...right, user_id: holder.id, course_id: courseId, remind_days: null, remind_at: null })
    .execute();
  const other = await aUser(app);
  app.clock.advance(MINUTE_MS);
  const send = (method: 'POST' | 'PATCH', path: string, body?: object) =>
    call(app, method, path, { token: admin.token, ...(body && { body }) });
  const publish = (...lectureIds: string[]) => send('POST', `/courses/${courseId}/lectures/publish`, { lectureIds });
  const setLecture = (lectureId: string, isDraft: boolean) =>
    send('PATCH', `/courses/${courseId}/lecture/${lectureId}`, { isDraft });
  const pass = async (minutes: number) => {
    app.clock.advance(minutes * MINUTE_MS);
    await app.jobs.runDue('bulk');
  };
  const news = (person: Person) => noticesOf(app, person);
  return { app, courseId, drafts, member, holder, other, publish, setLecture, pass, news };
};

test('lectures that are published within half an hour of one another are one notice to each holder', async () => {
  const { app, courseId, drafts, member, holder, other, publish, pass, news } = await openSchool();
  const [first = '', second = '', third = '', fourth = ''] = drafts;
  await publish(second);
  await pass(20);
  await publish(first, third);
  await pass(20);
  await publish(fourth);
  await pass(29);
  expect(await news(member)).toEqual([]);
  const again = await jobsToRunAgain(app, 'news.announce');
  await pass(1);
  const one = {
    kind: 'new_lectures',
    courseId,
    courseTitle: 'Statistics',
    count: 4,
    titles: ['Means', 'Medians', 'Modes'],
    firstLectureId: first,
  };
  expect(await news(member)).toMatchObject([one]);
  expect(await news(holder)).toMatchObject([one]);
  expect(await news(other)).toEqual([]);
  // A job that runs again tells nobody twice.
  await again();
  await pass(60);
  expect(await news(member)).toHaveLength(1);
});

test('what is taken back in time is not announced, and is when it is published again', async () => {
  const { drafts, member, publish, setLecture, pass, news } = await openSchool();
  const [first = '', second = ''] = drafts;
  await publish(first, second);
  await pass(10);
  await setLecture(first, true);
  await pass(60);
  expect(await news(member)).toMatchObject([{ count: 1, titles: ['Medians'] }]);
  await setLecture(first, false);
  await pass(30);
  expect(await news(member)).toMatchObject([{ count: 1, titles: ['Means'] }, { count: 1 }]);
  // Announced once.
  await setLecture(first, true);
  await setLecture(first, false);
  await pass(30);
  expect(await news(member)).toHaveLength(2);
});

test('a course that is published is one notice with its lectures, to members', async () => {
  const { app, member, holder, pass, news } = await openSchool();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Algebra' });
  await aLecture(app, { courseId });
  const draft = { published_at: null, position: 0 };
  await app.database.db.updateTable('courses').set(draft).where('id', '=', courseId).execute();
  const set = (isDraft: boolean) =>
    call(app, 'PUT', `/courses/${courseId}/draft`, { token: admin.token, body: { isDraft } });
  await set(false);
  await pass(10);
  await set(true);
  await pass(60);
  expect(await news(member)).toEqual([]);
  await set(false);
  await pass(10);
  const later = await aSubscriber(app);
  await pass(20);
  expect(await news(later)).toEqual([]);
  expect(await news(member)).toMatchObject([{ kind: 'new_course', courseId, courseTitle: 'Algebra' }]);
  expect(await news(holder)).toEqual([]);
  await set(true);
  await set(false);
  await pass(30);
  expect(await news(member)).toHaveLength(1);
});

test('more people than one job tells each get it once, and what was published before is no news', async () => {
  const { app, drafts, member, publish, pass, news } = await openSchool();
  await pass(60);
  expect(await news(member)).toEqual([]);
  const now = app.clock.now();
  const [template] = await app.database.db.selectFrom('users').selectAll().where('id', '=', member.id).execute();
  const [access] = await app.database.db
    .selectFrom('user_access')
    .selectAll()
    .where('user_id', '=', member.id)
    .execute();
  if (!template || !access) throw new Error('Meera is missing');
  const ids = Array.from({ length: 1100 }, (_, index) => `crowd${String(index).padStart(5, '0')}`);
  for (let start = 0; start < ids.length; start += 100) {
    const some = ids.slice(start, start + 100);
    await app.database.db
      .insertInto('users')
      .values(some.map((id) => ({ ...template, id, email: `${id}@school.in`, created_at: now })))
      .execute();
    await app.database.db
      .insertInto('user_access')
      .values(some.map((id) => ({ ...access, user_id: id })))
      .execute();
  }
  await publish(...drafts);
  await pass(30);
  const { count, people } = await app.database.db
    .selectFrom('notices')
    .where('kind', '=', 'new_lectures')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('user_id').distinct().as('people')])
    .executeTakeFirstOrThrow();
  expect([count, people]).toEqual([1102, 1102]);
});
