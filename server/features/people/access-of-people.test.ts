// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, type Person } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const reason = 'A test';

/** A school that sells one course for life, in which everything that costs money is free with a coupon. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app, { fullName: 'Zoya Admin' });
  const bowl = await aCourse(app, { title: 'First bowl' });
  const glazes = await aCourse(app, { title: 'Glazes' });
  const send = async (person: Person, method: 'GET' | 'POST', path: string, body?: object) => {
    const done = await call(app, method, path, { token: person.token, ...(body ? { body } : {}) });
    expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
    return done.body;
  };
  await send(admin, 'POST', '/admin/coupons', { code: 'FREE', percentOff: 100 });
  const addPlan = async (name: string, courseIds: string[], term: object) => {
    const body = { name, priceInPaise: 149_900, term, refundDays: 7, opens: { courseIds } };
    return z.object({ plan: z.object({ _id: z.string() }) }).parse(await send(admin, 'POST', '/admin/plans', body)).plan
      ._id;
  };
  const buy = (person: Person, planId?: string) =>
    send(person, 'POST', '/payments/subscribe', { couponCode: 'FREE', ...(planId && { planId }) });
  const change = (person: Person, what: 'grant' | 'extend' | 'revoke' | 'block', body: object) =>
    send(admin, 'POST', `/admin/people/${person.id}/${what}`, { reason, ...body });
  const list = async (query = '') => api.people.list.response.parse(await send(admin, 'GET', `/admin/people?${query}`));
  /** "active: First bowl for life by payment" */
  const accessOf = async ({ id }: Person): Promise<string> => {
    const { people } = await list('limit=100');
    const { state, rights } = people.find(({ _id }) => _id === id)?.access ?? { state: 'missing', rights: [] };
    const words = rights.map(
      ({ scope, title, until, source, planName }) =>
        `${title ?? scope} ${until?.slice(0, 10) ?? 'for life'} by ${source}${planName === null ? '' : ` (${planName})`}`,
    );
    return [state, ...words].join(', ');
  };
  return { app, admin, bowl, glazes, send, addPlan, buy, change, list, accessOf };
};

test('one course that was bought, granted or given is access, as a bundle is', async () => {
  const { app, admin, bowl, glazes, addPlan, buy, change, send, list, accessOf } = await openSchool();
  const alone = await addPlan('First bowl', [bowl], { unit: 'lifetime' });
  const both = await addPlan('Wheel and kiln', [bowl, glazes], { unit: 'month', count: 3 });
  const [buyer, member, owner, given, nobody] = [
    await aUser(app, { fullName: 'Bina Shah' }),
    await aUser(app, { fullName: 'फ़ातिमा शेख़' }),
    await aUser(app, { fullName: 'Amrita Gill' }),
    await aUser(app, { fullName: 'Arjun Menon' }),
    await aUser(app, { fullName: 'Akash Tirkey' }),
  ];
  await buy(buyer, alone);
  await buy(member);
  await buy(owner, both);
  await change(given, 'grant', { untilDay: '2026-07-31', courseId: glazes });
  expect(await Promise.all([buyer, member, owner, given, nobody, admin].map(accessOf))).toEqual([
    'active, First bowl for life by payment (First bowl)',
    'active, everything 2027-06-15 by payment (Yearly bundle)',
    'active, First bowl 2026-09-15 by payment (Wheel and kiln), Glazes 2026-09-15 by payment (Wheel and kiln)',
    'active, Glazes 2026-07-31 by admin',
    'none',
    'active, everything for life by admin',
  ]);
  expect((await list()).counts).toEqual({ active: 4, ending: 0, ended: 0, none: 1 });
  expect((await list(`planId=${alone}`)).people.map(({ fullName }) => fullName)).toEqual(['Bina Shah']);
  const byEnd = (await list('sort=ends')).people.map(({ fullName }) => fullName);
  expect(byEnd.slice(0, 4)).toEqual(['Arjun Menon', 'Amrita Gill', 'फ़ातिमा शेख़', 'Bina Shah']);
  const found = await send(admin, 'GET', '/admin/search?q=bina');
  expect(found['people']).toMatchObject([{ fullName: 'Bina Shah', access: { state: 'active' } }]);
  const { body } = await app.http.inject({ url: '/api/v1/admin/people/export?search=shah', headers: admin.headers });
  expect(body).toContain('"Bina Shah"');
  expect(body).toContain('"active","First bowl, for life","First bowl","USER","for life"');
});

test('the state follows the last access to end, of whatever scope', async () => {
  const { app, bowl, glazes, addPlan, buy, change, list, accessOf } = await openSchool();
  const month = await addPlan('Glazes', [glazes], { unit: 'month', count: 2 });
  const [one, two, revoked] = [await aUser(app), await aUser(app), await aUser(app)];
  await change(one, 'grant', { untilDay: '2026-07-20', courseId: bowl });
  await buy(two, month);
  await change(two, 'grant', { untilDay: '2026-07-20' });
  await change(revoked, 'grant', { untilDay: '2026-07-20', courseId: bowl });
  await change(revoked, 'revoke', { courseId: bowl });
  expect([await accessOf(one), await accessOf(revoked)]).toEqual(['active, First bowl 2026-07-20 by admin', 'none']);
  app.clock.advance(10 * DAY_MS);
  expect([await accessOf(one), await accessOf(two)]).toEqual([
    'ending, First bowl 2026-07-20 by admin',
    'active, Glazes 2026-08-15 by payment (Glazes), everything 2026-07-20 by admin',
  ]);
  expect((await list('access=ending')).people.map(({ _id }) => _id)).toEqual([one.id]);
  app.clock.advance(20 * DAY_MS);
  await list();
  app.clock.advance(20 * DAY_MS);
  expect([await accessOf(one), await accessOf(two)]).toEqual([
    'ended, First bowl 2026-07-20 by admin',
    'ending, Glazes 2026-08-15 by payment (Glazes)',
  ]);
  expect((await list()).counts).toEqual({ active: 0, ending: 1, ended: 1, none: 1 });
});

test('a block closes what a person has, and says what that is', async () => {
  const { app, bowl, addPlan, buy, change, list, accessOf } = await openSchool();
  const person = await aUser(app);
  await buy(person, await addPlan('First bowl', [bowl], { unit: 'lifetime' }));
  await change(person, 'block', {});
  expect(await accessOf(person)).toBe('none, First bowl for life by payment (First bowl)');
  const { counts, accounts } = await list('access=active');
  expect([counts, accounts]).toEqual([
    { active: 0, ending: 0, ended: 0, none: 0 },
    { all: 2, blocked: 1, admins: 1 },
  ]);
});

test('an earlier version, which writes no last end, leaves the right to everything counted', async () => {
  const { app, buy, list } = await openSchool();
  await buy(await aUser(app));
  await app.database.db.updateTable('user_access').set({ latest_end: null, latest_renews: null }).execute();
  expect((await list('access=active')).total).toBe(1);
  expect((await list()).counts).toMatchObject({ active: 1, none: 0 });
});

test('the states add up to all learners: gifts are access, and deleted accounts are gone', async () => {
  const { app, send, buy, list, accessOf } = await openSchool();
  const [giver, taker, undecided, gone] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)];
  const gift = { name: 'Asha', email: 'asha@example.in', message: '' };
  await send(giver, 'POST', '/payments/subscribe', { couponCode: 'FREE', gift });
  const { gifts } = z
    .object({ gifts: z.array(z.object({ _id: z.string() })) })
    .parse(await send(giver, 'GET', '/gifts'));
  const { link } = z.object({ link: z.string() }).parse(await send(giver, 'POST', `/gifts/${gifts[0]?._id}/link`));
  await send(taker, 'POST', '/gifts/redeem', { token: link.split('/').at(-1) });
  await buy(gone);
  await app.database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.id).execute();
  await app.recompute();
  expect(await Promise.all([giver, taker, undecided, gone].map(accessOf))).toEqual([
    'none',
    'active, everything 2027-06-15 by gift (Yearly bundle)',
    'none',
    'missing',
  ]);
  const { counts, accounts, total } = await list();
  expect([counts, accounts, total]).toEqual([
    { active: 1, ending: 0, ended: 0, none: 2 },
    { all: 4, blocked: 0, admins: 1 },
    4,
  ]);
});
