import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { NoticeKind } from '#contract/notices/notice-kinds.ts';
import { announce } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { aClass, moveClass } from '#test/live-classes.ts';
import { emailsTo } from '#test/mailbox.ts';
import { answered, asked } from '#test/questions.ts';
import { attempted } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** A course with its teacher, an admin, and a learner who has watched half of it. */
const aScene = async () => {
  const courseId = await aCourse(app, { title: 'Balance Sheet' });
  const lectureId = await aLecture(app, { courseId, durationMs: 100 * MINUTE_MS });
  const [admin, teacher] = [await anAdmin(app), await aUser(app, { fullName: 'Nandini Kulkarni' })];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  const learner = await aSubscriber(app, { fullName: 'Kabir Singh' });
  await watch(app, learner.id, { courseId, lectureId, watchedMs: 50 * MINUTE_MS });
  const place = { courseId, lectureId };
  const sendReview = () =>
    call(app, 'POST', `/courses/${courseId}/reviews`, { token: learner.token, body: { stars: 4, text: 'Clear.' } });
  return { courseId, place, admin, teacher, learner, sendReview };
};
type Scene = Awaited<ReturnType<typeof aScene>>;

/** A course is sent for approval, and declined. */
const decline = async ({ courseId, admin, teacher }: Scene): Promise<void> => {
  await call(app, 'PUT', `/courses/${courseId}/draft`, { token: admin.token, body: { isDraft: true } });
  await app.database.db
    .updateTable('courses')
    .set({ approval_requested_at: app.clock.now() })
    .where('id', '=', courseId)
    .execute();
  const body = { reason: `Too short. ${teacher.id}` };
  expect((await call(app, 'POST', `/admin/courses/${courseId}/decline`, { token: admin.token, body })).status).toBe(
    200,
  );
};

const review = async ({ sendReview, courseId, learner }: Scene): Promise<void> => {
  await call(app, 'DELETE', `/courses/${courseId}/reviews/own`, { token: learner.token });
  expect((await sendReview()).status).toBe(200);
};

/** Of a review that is written again. */
const answerReview = async (scene: Scene): Promise<void> => {
  const { courseId, teacher } = scene;
  await review(scene);
  const { id } = await app.database.db
    .selectFrom('reviews')
    .select('id')
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  const path = `/courses/${courseId}/reviews/${id}/answer`;
  await call(app, 'PUT', path, { token: teacher.token, body: { text: 'Thank you.' } });
};

const announceTo = async ({ courseId, admin }: Scene): Promise<void> => {
  await announce(app, admin, { audience: { courseId } });
};

const answerQuestion = async ({ learner, teacher, place }: Scene): Promise<void> => {
  const { _id } = await asked(app, learner, place, { text: `Why, at ${app.clock.now()}?` });
  await answered(app, teacher, _id);
};

const ask = async ({ learner, place }: Scene): Promise<void> =>
  void (await asked(app, learner, place, { text: `Why, at ${app.clock.now()}?` }));

/** The class of the course, which is moved to a new hour; the first time it is added. */
const changeClass = async ({ admin, courseId }: Scene): Promise<void> => {
  const startsAtMs = app.clock.now() + DAY_MS + HOUR_MS;
  const existing = await app.database.db
    .selectFrom('lectures')
    .select('id')
    .where('course_id', '=', courseId)
    .where('kind', '=', 'live')
    .executeTakeFirst();
  const lectureId =
    existing?.id ?? (await aClass(app, admin, { courseId, title: 'On paper', startsAtMs: startsAtMs + HOUR_MS }));
  await moveClass(app, admin, { courseId, lectureId }, startsAtMs);
  await app.jobs.runDue();
};

/** An answer to a quiz of its own. */
const gradeAnswer = async ({ courseId, learner, teacher: { token } }: Scene): Promise<void> => {
  const lectureId = await aLecture(app, { courseId, title: 'Profit or cash?', durationMs: null });
  await app.database.db.updateTable('lectures').set({ kind: 'quiz' }).where('id', '=', lectureId).execute();
  const path = `/courses/${courseId}/lectures/${lectureId}`;
  await call(app, 'POST', `${path}/quiz/questions`, { token, body: { question: { type: 'long', text: 'Why?' } } });
  const { _id: id } = await attempted(app, { path }, learner, { text: 'Because' });
  await call(app, 'PUT', `${path}/attempts/${id}/grade`, { token, body: { position: 0, earned: 100 } });
};

const EVENTS: readonly [kind: NoticeKind, to: 'teacher' | 'learner', happen: (scene: Scene) => Promise<void>][] = [
  ['question', 'teacher', ask],
  ['answer', 'learner', answerQuestion],
  ['review', 'teacher', review],
  ['review_answer', 'learner', answerReview],
  ['course_decision', 'teacher', decline],
  ['announcement', 'learner', announceTo],
  ['class_changed', 'learner', changeClass],
  ['graded', 'learner', gradeAnswer],
];

const choose = (kind: NoticeKind, { token }: Person, channel: 'app' | 'email', cadence: string) =>
  call(app, 'PUT', '/user/notice-settings', { token, body: { choices: [{ kind, channel, cadence }] } });

/** As it arrives in a school without a mail server. */
const STORED = { cadence: 'at_once', state: 'suppressed', problem: 'no mail server' };

const deliveriesOf = (kind: NoticeKind, { id }: Person) =>
  app.database.db
    .selectFrom('notice_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .where('n.user_id', '=', id)
    .where('n.kind', '=', kind)
    .where('d.channel', '=', 'email')
    .orderBy('n.created_at')
    .select(['d.cadence', 'd.state', 'd.problem'])
    .execute();

const isListed = async (kind: NoticeKind, { token }: Person): Promise<boolean> =>
  JSON.stringify((await call(app, 'GET', '/notices?limit=100', { token })).body).includes(`"kind":"${kind}"`);

test.each(EVENTS)(
  '%s: the link in its email stops it, and its settings each way that it comes',
  async (kind, to, happen) => {
    const scene = await aScene();
    const person = scene[to];
    await choose(kind, person, 'email', 'at_once');
    await happen(scene);
    const [email] = (await emailsTo(app, person.email)).filter(({ headers }) =>
      headers.get('list-unsubscribe')?.includes(`.${kind}.`),
    );
    expect(email?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(await isListed(kind, person)).toBe(true);
    const path = new URL((email?.headers.get('list-unsubscribe') ?? '').slice(1, -1)).pathname;
    expect((await app.http.inject({ method: 'POST', url: `/api/v1${path}` })).statusCode).toBe(200);

    app.clock.advance(MINUTE_MS);
    await happen(scene);
    await app.jobs.runDue();
    expect(await deliveriesOf(kind, person)).toEqual([STORED]);

    await choose(kind, person, 'email', 'weekly');
    await choose(kind, person, 'app', 'off');
    await call(app, 'POST', '/notices/read', { token: person.token });
    app.clock.advance(MINUTE_MS);
    await happen(scene);
    await app.jobs.runDue();
    expect(await deliveriesOf(kind, person)).toEqual([STORED, { cadence: 'weekly', state: 'queued', problem: null }]);
    const { body } = await call(app, 'GET', '/notices', { token: person.token });
    expect(body['unread']).toBe(0);
    // Switched off before the digest: what waits is not sent.
    await choose(kind, person, 'email', 'off');
    app.clock.advance(7 * DAY_MS);
    await app.jobs.runDue();
    expect((await deliveriesOf(kind, person))[1]).toEqual({ cadence: 'weekly', state: 'suppressed', problem: '' });
  },
);
