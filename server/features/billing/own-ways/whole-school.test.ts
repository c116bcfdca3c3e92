// @module-tag both
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, joinCourse, type Person } from '#test/factories.ts';
import { aPlan } from '#test/sell.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { dropPictures } from './expiry.ts';

const WAYS = {
  upi: true,
  upiId: 'school@okbank',
  upiText: '',
  bank: false,
  bankText: '',
  cash: true,
  cashText: 'At the office',
  other: false,
  otherText: '',
  askName: '',
  askHours: '',
  askPhone: '',
  staffRecords: false,
};

const setWays = (app: TestApp, { token }: Person, change: object = {}) =>
  call(app, 'PUT', '/admin/settings/ways', { token, body: { ...WAYS, ...change } });

const Sent = z.object({ request: z.looseObject({ _id: z.string(), hasPicture: z.boolean() }) });

const send = async (app: TestApp, { token }: Person, body: object) => {
  const stated = { way: 'upi', reference: '432611870955', paidOn: '2026-06-15', ...body };
  return Sent.parse((await call(app, 'POST', '/payments/requests', { token, body: stated })).body).request;
};

test('the owner turns ways on, and the site, the guide and what waits say so', async () => {
  await using app = await startApp({ HOST: '0.0.0.0' });
  const [admin, buyer] = [await anAdmin(app), await aUser(app)];
  for (const [change, path, message] of [
    [{ upiId: '' }, 'upiId', 'Enter the UPI ID that buyers pay to'],
    [{ upiId: 'asha@gmail.com' }, 'upiId', 'Enter a UPI ID, such as school@bank'],
    [{ bank: true }, 'bankText', 'Enter what buyers need to know to pay this way'],
  ] as const)
    expect((await setWays(app, admin, change)).body['details']).toEqual([{ path, message }]);
  const stepOf = async () => {
    const { body } = await call(app, 'GET', '/admin/first-steps', { token: admin.token });
    const { steps } = z
      .object({ firstSteps: z.object({ steps: z.array(z.looseObject({ name: z.string() })) }) })
      .parse(body).firstSteps;
    return steps.find(({ name }) => name === 'ways');
  };
  expect(await stepOf()).toEqual({ name: 'ways', isDone: false, minutesLeft: 2 });
  expect((await setWays(app, admin)).status).toBe(200);
  expect(await stepOf()).toEqual({ name: 'ways', isDone: true, minutesLeft: 0 });
  const { site } = z
    .object({ site: z.looseObject({ ways: z.array(z.string()) }) })
    .parse((await call(app, 'GET', '/site')).body);
  expect(site.ways.filter((way) => way !== 'online')).toEqual(['upi', 'cash']);
  expect(site['isSelling']).toBe(true);
  await send(app, buyer, { planId: 'yearly-bundle' });
  expect((await call(app, 'GET', '/admin/attention', { token: admin.token })).body['items']).toMatchObject([
    {
      kind: 'payment_requests',
      count: 1,
      amountInPaise: 49_900,
      names: ['Meera Nair'],
      since: '2026-06-15T04:30:00.000Z',
    },
  ]);
  const kinds = await app.database.db.selectFrom('notices').select(['user_id', 'kind']).orderBy('kind').execute();
  expect(kinds).toEqual([
    { user_id: buyer.id, kind: 'payment_request' },
    { user_id: admin.id, kind: 'payment_waits' },
  ]);
});

test('a picture is for those who confirm, and gone 90 days after the decision', async () => {
  await using app = await startApp();
  const [admin, buyer, other] = [await anAdmin(app), await aUser(app), await aUser(app)];
  await setWays(app, admin);
  const { _id: id } = await send(app, buyer, { planId: 'yearly-bundle' });
  const picture = async (who: Person) =>
    call(app, 'PUT', `/payments/requests/${id}/picture`, {
      token: who.token,
      parts: { picture: await mediaPart('avatar.png') },
    });
  expect((await picture(other)).status).toBe(404);
  expect((await picture(buyer)).body).toMatchObject({ message: 'Picture added', request: { hasPicture: true } });
  const read = ({ token }: Person) =>
    app.http.inject({
      url: `${API_PREFIX}/admin/payment-requests/${id}/picture`,
      headers: { authorization: `Bearer ${token}` },
    });
  expect([(await read(buyer)).statusCode, (await read(other)).statusCode]).toEqual([403, 403]);
  const shown = await read(admin);
  expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    expect.stringContaining('no-store'),
  ]);
  const refuse = () =>
    call(app, 'POST', `/admin/payment-requests/${id}/refuse`, { token: admin.token, body: { reason: 'Not found' } });
  expect((await refuse()).body).toMatchObject({ request: { state: 'refused', reason: 'Not found' } });
  expect((await refuse()).status).toBe(200);
  expect((await picture(buyer)).body['code']).toBe('payment_request_decided');
  const drop = async (): Promise<void> => {
    await app.jobs.enqueue(app.database.db, dropPictures, {});
    await app.jobs.runDue();
  };
  const key = async () =>
    (await app.database.db.selectFrom('payment_requests').select('picture_key').executeTakeFirstOrThrow()).picture_key;
  app.clock.advance(89 * DAY_MS);
  await drop();
  const stored = await key();
  expect(existsSync(join(app.config.dataDir, 'files', stored ?? ''))).toBe(true);
  app.clock.advance(2 * DAY_MS);
  await drop();
  expect(await key()).toBeNull();
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue();
  expect(existsSync(join(app.config.dataDir, 'files', stored ?? ''))).toBe(false);
});

test('staff confirm payments for plans of their courses alone, where the owner lets them, and reverse none', async () => {
  await using app = await startApp();
  const [admin, assistant, buyer] = [await anAdmin(app), await aUser(app), await aUser(app)];
  const [own, other] = [await aCourse(app), await aCourse(app)];
  await joinCourse(app, { courseId: own, userId: assistant.id, role: 'assistant' });
  const planId = await aPlan(app, admin, { courseIds: [own], priceInPaise: 19_900 });
  const both = await aPlan(app, admin, { courseIds: [own, other], priceInPaise: 29_900 });
  await setWays(app, admin);
  const { _id: id } = await send(app, buyer, { planId });
  const { _id: elsewhere } = await send(app, buyer, { planId: both, reference: '432611870956' });
  const { token } = assistant;
  const list = () => call(app, 'GET', '/admin/payment-requests', { token });
  expect((await list()).status).toBe(403);
  await setWays(app, admin, { staffRecords: true });
  expect((await list()).body).toMatchObject({
    requests: [{ _id: id, user: { fullName: 'Meera Nair', email: null } }],
    waiting: { count: 1, amountInPaise: 19_900 },
  });
  const body = { amountInPaise: 19_900, receivedOn: '2026-06-15' };
  const confirm = (of: string) => call(app, 'POST', `/admin/payment-requests/${of}/confirm`, { token, body });
  expect((await confirm(elsewhere)).status).toBe(403);
  const { payment } = z.object({ payment: z.looseObject({ paymentId: z.string() }) }).parse((await confirm(id)).body);
  const record = (of: string) =>
    call(app, 'POST', `/admin/people/${buyer.id}/payments`, {
      token,
      body: { ...body, planId: of, way: 'cash', isWarned: true },
    });
  expect([(await record(both)).status, (await record('yearly-bundle')).status, (await record(planId)).status]).toEqual([
    403, 403, 200,
  ]);
  for (const path of ['reverse', 'refund', 'paid-back'])
    expect((await call(app, 'POST', `/admin/payments/${payment.paymentId}/${path}`, { token, body: {} })).status).toBe(
      403,
    );
});
