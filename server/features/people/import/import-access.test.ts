import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, type Person } from '#test/factories.ts';
import { aPlan } from '#test/sell.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const statistics = await aCourse(app, { title: 'Statistics' });
  await aPlan(app, admin, { name: 'Statistics', courseIds: [statistics] });
  return { app, admin, statistics };
};

const upload = async (app: TestApp, { token }: Person, text: string) => {
  const file = { bytes: Buffer.from(text), name: 'class.csv', type: 'text/csv' };
  const parts = { fileName: 'class.csv', file };
  const { body } = await call(app, 'POST', '/admin/people/imports', { token, parts });
  return api.peopleImports.read.response.parse(body).import;
};

const run = async (app: TestApp, { token }: Person, id: string, untilDay: string | null = null) => {
  await call(app, 'POST', `/admin/people/imports/${id}/run`, { token, body: { untilDay } });
  await app.jobs.runDue();
  const { body } = await call(app, 'GET', `/admin/people/imports/${id}`, { token });
  return api.peopleImports.read.response.parse(body).import;
};

const accessOf = async (app: TestApp, admin: Person, email: string) => {
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const { body } = await call(app, 'GET', `/admin/people/${id}`, { token: admin.token });
  const { access } = api.people.detail.response.parse(body).detail;
  return [access.sentence, ...access.courses.map(({ sentence }) => sentence)];
};

const CLASS = `email,plan,until
asha@class.example,statistics,
bina@class.example,Statistics,31/12/2026
chand@class.example,Yearly bundle,
dev@class.example,,2026-09-30
esha@class.example,,
farah@class.example,Chemistry,
gita@class.example,Statistics,soon
hari@class.example,Statistics,2020-01-01
`;

test('the check says what each line gives, and why one cannot be imported', async () => {
  const { app, admin } = await openSchool();
  const { columns, lines } = await upload(app, admin, CLASS);
  expect(columns).toEqual({ name: [], email: 0, plan: 1, until: 2 });
  expect(lines.map(({ fullName, outcome, problem, gets }) => [fullName, outcome, problem ?? gets])).toEqual([
    ['asha', 'new', { planName: 'Statistics', untilDay: null }],
    ['bina', 'new', { planName: 'Statistics', untilDay: '2026-12-31' }],
    ['chand', 'new', { planName: 'Yearly bundle', untilDay: '2027-06-15' }],
    ['dev', 'new', { planName: null, untilDay: '2026-09-30' }],
    ['esha', 'new', null],
    ['farah', 'faulty', 'There is no plan “Chemistry”'],
    ['gita', 'faulty', 'This is not a day such as 2027-05-03'],
    ['hari', 'faulty', 'This day is over'],
  ]);
});

test('each line gets its plan until its day, and the others the day of the import', async () => {
  const { app, admin } = await openSchool();
  await aUser(app, { email: 'bina@class.example' });
  const { _id: id } = await upload(app, admin, CLASS);
  expect((await run(app, admin, id, '2026-07-31')).counts).toEqual({ new: 4, known: 1, faulty: 3, waiting: 0 });
  const of = (name: string) => accessOf(app, admin, `${name}@class.example`);
  expect(await of('asha')).toEqual([expect.any(String), 'Statistics is open for life: granted by an import.']);
  expect(await of('bina')).toEqual([
    expect.any(String),
    'Statistics is open until 31 December 2026: granted by an import.',
  ]);
  expect((await of('chand'))[0]).toContain('15 June 2027');
  expect((await of('dev'))[0]).toContain('30 September 2026');
  expect((await of('esha'))[0]).toContain('31 July 2026');
});

test('a plan that is renamed after the check gives nothing, and its line says so', async () => {
  const { app, admin, statistics } = await openSchool();
  const { _id: id } = await upload(app, admin, `email,plan\nasha@class.example,Statistics\n`);
  const { token } = admin;
  await call(app, 'POST', `/admin/people/imports/${id}/run`, { token, body: { untilDay: null } });
  const { body } = await call(app, 'GET', '/admin/plans', { token });
  const plan = api.plans.listAll.response.parse(body).plans.find(({ name }) => name === 'Statistics');
  const term = { unit: 'lifetime', count: 1 };
  const change = { name: 'Data', opens: { courseIds: [statistics] }, priceInPaise: 29_900, term, refundDays: 0 };
  expect((await call(app, 'PUT', `/admin/plans/${plan?._id}`, { token, body: change })).status).toBe(200);
  await app.jobs.runDue();
  const after = await call(app, 'GET', `/admin/people/imports/${id}`, { token });
  expect(api.peopleImports.read.response.parse(after.body).import.lines).toMatchObject([
    { outcome: 'faulty', problem: 'There is no plan “Statistics”' },
  ]);
});
