import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const read = async (app: TestApp, token: string) =>
  api.firstSteps.get.response.parse((await call(app, 'GET', '/admin/first-steps', { token })).body).firstSteps;

const doneIn = async (app: TestApp, token: string): Promise<string[]> =>
  (await read(app, token)).steps.filter(({ isDone }) => isDone).map(({ name }) => name);

test('in a new school nothing is done', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await read(app, token)).toEqual({
    steps: [
      { name: 'brand', isDone: false, minutesLeft: 2 },
      { name: 'course', isDone: false, minutesLeft: 10 },
      { name: 'price', isDone: false, minutesLeft: 2 },
      { name: 'email', isDone: false, minutesLeft: 3 },
      { name: 'ways', isDone: false, minutesLeft: 2 },
      { name: 'payments', isDone: false, minutesLeft: 5 },
      { name: 'legal', isDone: false, minutesLeft: 3 },
      { name: 'backup', isDone: false, minutesLeft: 2 },
      { name: 'share', isDone: false, minutesLeft: 1 },
    ],
    course: null,
    sampleId: null,
    hasSale: false,
  });
});

test('samples tick nothing, until one has another title and is published', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await app.installSamples();
  const { steps, course, sampleId } = await read(app, token);
  expect([steps.filter(({ isDone }) => isDone), course]).toEqual([[], null]);
  await app.database.db
    .updateTable('courses')
    .set({ title: 'Pottery', published_at: 1 })
    .where('id', '=', sampleId ?? '')
    .execute();
  expect((await read(app, token)).course).toMatchObject({ _id: sampleId, title: 'Pottery', isDraft: false });
  expect(await doneIn(app, token)).toEqual(['course']);
});

test('a draft is shown with its lectures, and done once it is published', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await app.installSamples();
  const courseId = await aCourse(app);
  await aLecture(app, { courseId });
  const publish = (at: number | null) =>
    app.database.db.updateTable('courses').set({ published_at: at }).where('id', '=', courseId).execute();
  await publish(null);
  const { steps, course } = await read(app, token);
  expect(course).toMatchObject({ _id: courseId, isDraft: true, numberOfLectures: 1 });
  expect(steps[1]).toEqual({ name: 'course', isDone: false, minutesLeft: 2 });
  await publish(1);
  expect((await read(app, token)).steps[1]).toEqual({ name: 'course', isDone: true, minutesLeft: 0 });
});

test('name, price, mail server and pages follow from what is set', async () => {
  await using app = await startApp({ BRAND_NAME: 'Gurukul', SMTP_URL: 'smtp://localhost:1' });
  const { token } = await anAdmin(app);
  expect(await doneIn(app, token)).toEqual(['brand', 'email']);
  const plan = { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 }, refundDays: 7 };
  expect((await call(app, 'POST', '/admin/plans', { token, body: plan })).status).toBe(201);
  expect(await doneIn(app, token)).toEqual(['brand', 'price', 'email']);
  for (const slug of ['terms', 'privacy']) await call(app, 'POST', `/admin/pages/${slug}/publish`, { token });
  expect(await doneIn(app, token)).toEqual(['brand', 'price', 'email']);
  await call(app, 'POST', '/admin/pages/refund/publish', { token });
  expect(await doneIn(app, token)).toEqual(['brand', 'price', 'email', 'legal']);
});

test('steps that are confirmed at once are both done', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const confirm = (step: string) => call(app, 'POST', `/admin/first-steps/${step}`, { token });
  const responses = await Promise.all([confirm('price'), confirm('share'), confirm('share')]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await doneIn(app, token)).toEqual(['price', 'share']);
  expect((await confirm('payments')).status).toBe(404);
});

test('a purchase that cost nothing is no sale', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const learner = await aUser(app);
  const term = { unit: 'lifetime', count: 1 };
  const plan = { name: 'Taster', opens: 'everything', priceInPaise: 0, term, refundDays: 0 };
  const { body } = await call(app, 'POST', '/admin/plans', { token, body: plan });
  const { _id: planId } = api.plans.create.response.parse(body).plan;
  const bought = await call(app, 'POST', '/payments/subscribe', { token: learner.token, body: { planId } });
  expect(bought).toMatchObject({ status: 200, body: { isPaid: true } });
  expect((await read(app, token)).hasSale).toBe(false);
});

test('a test purchase is a sale, and live keys are missing after it', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await aSubscriber(app);
  const { steps, hasSale } = await read(app, token);
  expect(hasSale).toBe(true);
  expect(steps[5]).toEqual({ name: 'payments', isDone: false, minutesLeft: 3 });
});
