// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import {
  aCourse,
  aLaterSession,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  joinCourse,
  type Person,
} from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asked } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { emailWeek } from './week.ts';

const openSchool = async (env: Record<string, string> = {}) => {
  const app = await startApp(env);
  onTestFinished(app.close);
  // With its first request a server stores the mode of its keys.
  await call(app, 'GET', '/site');
  const admin = await anAdmin(app, { fullName: 'Asha Raman' });
  const run = async (on: TestApp = app): Promise<void> => {
    await on.jobs.runDue('accounting');
    await on.jobs.enqueue(on.database.db, emailWeek, {});
    await on.jobs.runDue();
  };
  const at = (moment: string): void => app.clock.set(Date.parse(moment));
  const weeks = async ({ email }: Person = admin) =>
    (await emailsTo(app, email)).filter(({ headers }) => headers.get('list-unsubscribe')?.includes('.week.'));
  const subjects = async (person = admin) => (await weeks(person)).map(({ headers }) => headers.get('subject'));
  const done = async ({ token }: Person, lecture: string): Promise<void> =>
    expect((await call(app, 'PUT', `/lectures/${lecture}/done`, { token, body: { isDone: true } })).status).toBe(200);
  return { app, admin, run, at, weeks, subjects, done };
};

test('on Monday at seven admins read what was sold, begun, finished, asked, who is stuck and what is to do', async () => {
  const { app, run, at, weeks, done } = await openSchool();
  const courseId = await aCourse(app, { title: 'पहला कटोरा' });
  const [first, second] = [await aLecture(app, { courseId }), await aLecture(app, { courseId })];
  const stuck = await aSubscriber(app);
  await done(stuck, first);
  at('2026-06-23T10:00:00+05:30');
  await aSubscriber(app);
  // The first minute of a week, and the last of it, in India.
  at('2026-06-29T00:00:00+05:30');
  const learner = await aSubscriber(app);
  await done(learner, first);
  at('2026-07-05T23:59:00+05:30');
  const other = await aSubscriber(app);
  for (const lecture of [first, second]) await done(other, lecture);
  await asked(app, other, { courseId, lectureId: first }, { text: 'Why does it fold?' });
  at('2026-07-06T06:59:00+05:30');
  await done(await aLaterSession(app, learner), second);
  await run();
  expect(await weeks()).toEqual([]);
  at('2026-07-06T07:00:00+05:30');
  await run();
  await run();
  const [email, ...more] = await weeks();
  expect(more).toEqual([]);
  expect(email?.headers.get('subject')).toBe('2 sales, ₹998, 1 question waits');
  const lines = email?.text.split('\n').filter((line) => line !== '' && !line.startsWith('http'));
  expect(lines?.slice(0, 8)).toEqual([
    'Your week, Asha',
    '29 June to 5 July',
    '2 sales, ₹998 after refunds',
    '2 Yearly bundle. 1 more than the week before.',
    '2 people began a course, 1 finished one',
    'Most began पहला कटोरा.',
    '1 person was not seen for 14 days in पहला कटोरा',
    '1 question waits',
  ]);
  expect(email?.text).toContain('The oldest since 5 July 2026.');
  expect(email?.text).toContain(`/course/edit?course=${courseId}&tab=learners&state=stuck`);
});

test('a week in which nothing happened and nobody waits is not sent, and neither is the first', async () => {
  const { app, run, at, subjects } = await openSchool();
  await aSubscriber(app);
  at('2026-06-22T08:00:00+05:30');
  await run();
  at('2026-06-30T08:00:00+05:30');
  await run();
  expect(await subjects()).toEqual([]);
  // What happens on Tuesday is part of the next one.
  await aSubscriber(app);
  at('2026-07-01T06:00:00+05:30');
  await run();
  expect(await subjects()).toEqual([]);
  at('2026-07-06T07:00:00+05:30');
  await run();
  expect(await subjects()).toEqual(['1 sale, ₹499']);
});

test('a school that sends no notices to learners sends it to its admins', async () => {
  const { app, run, at, subjects } = await openSchool();
  const community = { questions: true, reviews: true, notices: false, podcasts: false };
  await app.database.transaction((tx) => app.settings.change(tx, 'community', community));
  at('2026-06-23T10:00:00+05:30');
  await aSubscriber(app);
  at('2026-06-29T07:00:00+05:30');
  await run();
  expect(await subjects()).toEqual(['1 sale, ₹499']);
});

test('two processes send one email, and one that was off on Monday sends it until Wednesday', async () => {
  const { app, run, at, subjects } = await openSchool({ TIME_ZONE: 'America/New_York' });
  const further = await app.another();
  onTestFinished(further.close);
  // In the week before the clocks go back on 1 November 2026.
  at('2026-10-27T12:00:00-04:00');
  await aSubscriber(app);
  at('2026-11-02T06:59:00-05:00');
  await run();
  expect(await subjects()).toEqual([]);
  at('2026-11-03T09:00:00-05:00');
  await Promise.all([run(), run(further)]);
  expect(await subjects()).toEqual(['1 sale, ₹499']);
  await aSubscriber(app);
  at('2026-11-11T09:00:00-05:00');
  await run();
  expect(await subjects()).toEqual(['1 sale, ₹499']);
});

test('one press in the email stops it, and admins alone see it in their settings', async () => {
  const { app, admin, run, at, weeks, subjects } = await openSchool();
  const other = await anAdmin(app, { fullName: 'Ravi Menon' });
  const teacher = await aUser(app);
  await joinCourse(app, { courseId: await aCourse(app), userId: teacher.id, role: 'teacher' });
  const kindsOf = async ({ token }: Person) =>
    JSON.stringify((await call(app, 'GET', '/user/notice-settings', { token })).body);
  expect(await kindsOf(admin)).toContain('"week"');
  expect(await kindsOf(teacher)).not.toContain('"week"');
  const buyIn = async (day: string): Promise<void> => {
    at(`${day}T10:00:00+05:30`);
    await aSubscriber(app);
    app.clock.advance(7 * DAY_MS - HOUR_MS - MINUTE_MS);
    await run();
  };
  await buyIn('2026-06-22');
  const [email] = await weeks();
  const [, token = ''] = /opt-out\/([\w.-]+)/.exec(email?.headers.get('list-unsubscribe') ?? '') ?? [];
  expect((await call(app, 'POST', `/opt-out/${token}`)).status).toBe(200);
  await buyIn('2026-06-29');
  expect([await subjects(), await subjects(other)]).toEqual([['1 sale, ₹499'], ['1 sale, ₹499', '1 sale, ₹499']]);
});
