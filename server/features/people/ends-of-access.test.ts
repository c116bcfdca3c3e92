import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const reason = 'A mistake of ours';
const FOR_LIFE = '9999-12-31T00:00:00.000Z';

const openSchool = async (timeZone: string) => {
  const app = await startApp({ TIME_ZONE: timeZone });
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const send = async (person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
    call(app, method, path, { token: person.token, ...(body ? { body } : {}) });
  const free = { code: 'FREE', percentOff: 100 };
  expect((await send(admin, 'POST', '/admin/coupons', free)).status).toBe(201);
  const change = (person: Person, what: 'grant' | 'extend' | 'revoke', body: object) =>
    send(admin, 'POST', `/admin/people/${person.id}/${what}`, { reason, ...body });
  const buy = async (person: Person, order: object = {}): Promise<void> => {
    expect((await send(person, 'POST', '/payments/subscribe', { couponCode: 'FREE', ...order })).status).toBe(200);
  };
  const buyForLife = async (person: Person): Promise<void> => {
    const plan = { name: 'For life', priceInPaise: 99_900, term: { unit: 'lifetime' }, refundDays: 7 };
    const { body } = await send(admin, 'POST', '/admin/plans', plan);
    await buy(person, { planId: z.object({ plan: z.object({ _id: z.string() }) }).parse(body).plan._id });
  };
  const redeem = async (person: Person): Promise<void> => {
    const giver = await aUser(app);
    await buy(giver, { gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
    const { gifts } = z
      .object({ gifts: z.array(z.object({ _id: z.string() })) })
      .parse((await send(giver, 'GET', '/gifts')).body);
    const link = z.string().parse((await send(giver, 'POST', `/gifts/${gifts[0]?._id}/link`)).body['link']);
    expect((await send(person, 'POST', '/gifts/redeem', { token: link.split('/').at(-1) })).status).toBe(200);
  };
  /** The end of a user's access, on every page that shows it. */
  const untilOf = async (person: Person) => {
    const me = await send(person, 'GET', '/user/me');
    const list = await send(admin, 'GET', '/admin/people');
    const detail = await send(admin, 'GET', `/admin/people/${person.id}`);
    expect([me.status, list.status, detail.status]).toEqual([200, 200, 200]);
    const subscription = z.object({ access_until: z.string(), status: z.string() });
    return z.object({ user: z.object({ subscription }) }).parse(me.body).user.subscription.access_until;
  };
  return { app, admin, send, change, buy, buyForLife, redeem, untilOf };
};

test('access for life is not extended, and is revoked as any other', async () => {
  const { app, admin, send, change, buyForLife, untilOf } = await openSchool('Asia/Kolkata');
  const person = await aUser(app);
  await buyForLife(person);
  expect(await untilOf(person)).toBe(FOR_LIFE);
  const people = { userIds: [person.id] };
  expect(
    await send(admin, 'POST', '/admin/people/bulk', { people, action: { kind: 'extend', days: 7, reason } }),
  ).toMatchObject({ status: 200 });
  const message = 'Access for life cannot be extended';
  expect(await change(person, 'extend', { days: 7 })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message, details: [{ path: 'days', message }] },
  });
  expect(await untilOf(person)).toBe(FOR_LIFE);
  app.clock.advance(1000);
  expect((await change(person, 'revoke', {})).status).toBe(200);
  expect((await send(person, 'GET', '/user/me')).body).toMatchObject({
    user: { subscription: { status: 'inactive' } },
  });
});

test('no grant, gift or extension gives access past access for life', async () => {
  const { app, admin, send, change, buy, redeem, untilOf } = await openSchool('America/New_York');
  const [granted, given, extended] = [await aUser(app), await aUser(app), await aUser(app)];
  await change(granted, 'grant', { untilDay: '9999-12-31' });
  expect(await untilOf(granted)).toBe(FOR_LIFE);
  await change(given, 'grant', { untilDay: '9999-12-29' });
  expect(await untilOf(given)).toBe('9999-12-30T04:59:59.999Z');
  await redeem(given);
  expect(await untilOf(given)).toBe(FOR_LIFE);
  await buy(extended);
  await change(extended, 'grant', { untilDay: '9999-12-29' });
  await change(extended, 'extend', { days: 3660 });
  expect(await untilOf(extended)).toBe(FOR_LIFE);
  const added = { email: 'new@class.example', fullName: 'New Learner', untilDay: '9999-12-31' };
  expect((await send(admin, 'POST', '/admin/people', added)).status).toBe(201);
  expect((await send(admin, 'GET', '/admin/people')).status).toBe(200);
  const ends = await app.database.db.selectFrom('user_access').select('ends_at').execute();
  expect(ends.filter(({ ends_at: at }) => at > Date.UTC(9999, 11, 31))).toEqual([]);
});

test('an extension is counted in days of the calendar, also when the clocks change', async () => {
  const { app, change, buy, untilOf } = await openSchool('Europe/Berlin');
  const [paid, granted] = [await aUser(app), await aUser(app)];
  await buy(paid);
  await change(granted, 'grant', { untilDay: '2026-10-20' });
  expect([await untilOf(paid), await untilOf(granted)]).toEqual([
    '2027-06-15T04:30:00.000Z',
    '2026-10-20T21:59:59.999Z',
  ]);
  await change(paid, 'extend', { days: 150 });
  await change(granted, 'extend', { days: 10 });
  expect([await untilOf(paid), await untilOf(granted)]).toEqual([
    '2027-11-12T05:30:00.000Z',
    '2026-10-30T22:59:59.999Z',
  ]);
});
