import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** 1 January 2027, 00:30 in India, when it is still 2026 in London. */
const NEW_YEAR = Date.UTC(2026, 11, 31, 19, 0);

const moveTo = async (app: TestApp, token: string, timeZone: string) => {
  const { settings } = api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body);
  return call(app, 'PUT', '/admin/settings/school', { token, body: { ...settings.school.values, timeZone } });
};

const salesByDay = ({ database }: TestApp) =>
  database.db
    .selectFrom('daily_sales')
    .select(['day', 'sold'])
    .where('mode', '=', 'test')
    .where('sold', '>', 0)
    .orderBy('day')
    .execute();

test('a change of the time zone moves sales to its days', async () => {
  await using app = await startApp();
  app.clock.advance(NEW_YEAR - app.clock.now());
  const { token } = await anAdmin(app);
  await aSubscriber(app);
  expect(await salesByDay(app)).toEqual([{ day: '2027-01-01', sold: 1 }]);
  expect(await moveTo(app, token, 'Europe/London')).toMatchObject({ status: 200 });
  await app.jobs.runDue();
  expect(await salesByDay(app)).toEqual([{ day: '2026-12-31', sold: 1 }]);
  expect((await call(app, 'GET', '/payments', { token })).body).toMatchObject({ monthlySalesRecord: { 11: 1 } });
});

test('a sale after a change of the time zone counts on the day of the new one', async () => {
  await using app = await startApp();
  app.clock.advance(NEW_YEAR - app.clock.now());
  const { token } = await anAdmin(app);
  await moveTo(app, token, 'Europe/London');
  await app.jobs.runDue();
  await aSubscriber(app);
  expect(await salesByDay(app)).toEqual([{ day: '2026-12-31', sold: 1 }]);
});

test('every process shows dates in the new time zone', async () => {
  await using app = await startApp();
  await using further = await app.another();
  const { token } = await anAdmin(app);
  await moveTo(app, token, 'Asia/Tokyo');
  const timeZone = async () => (await further.settings.calendar()).timeZone;
  await expect.poll(timeZone).toBe('Asia/Tokyo');
  expect((await call(app, 'GET', '/site')).body['site']).toMatchObject({ timeZone: 'Asia/Tokyo' });
});

test('a variable of the environment wins, and a start with another one recomputes the days', async () => {
  await using app = await startApp({ TIME_ZONE: 'Asia/Kolkata' });
  app.clock.advance(NEW_YEAR - app.clock.now());
  const { token } = await anAdmin(app);
  await aSubscriber(app);
  expect(await moveTo(app, token, 'Europe/London')).toMatchObject({
    status: 409,
    body: { code: 'setting_fixed', details: [{ path: 'timeZone' }] },
  });
  await using later = await app.restart({ TIME_ZONE: 'Europe/London' });
  await later.begin();
  await expect.poll(() => salesByDay(later)).toEqual([{ day: '2026-12-31', sold: 1 }]);
});
