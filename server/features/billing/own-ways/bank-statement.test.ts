// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

test('what a bank statement shows leads to the buyer, also of an order that they did not speak of', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const [admin, buyer, other] = [await anAdmin(app), await aUser(app), await aUser(app, { fullName: '王小明' })];
  const ways = await app.settings.ways();
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'ways', { ...ways, upi: true, upiId: 'school@okbank' }),
  );
  const { body } = await call(app, 'POST', '/payments/orders', {
    token: buyer.token,
    body: { planId: 'yearly-bundle' },
  });
  const { number } = z.looseObject({ number: z.string() }).parse(body['order']);
  const stated = { planId: 'yearly-bundle', way: 'upi', reference: '432611870955', paidOn: '2026-06-15' };
  expect((await call(app, 'POST', '/payments/requests', { token: other.token, body: stated })).status).toBe(200);
  const find = async (search: string) => {
    const text = encodeURIComponent(search);
    const list = await call(app, 'GET', `/admin/people?search=${text}`, { token: admin.token });
    const found = await call(app, 'GET', `/admin/search?q=${text}`, { token: admin.token });
    const People = z.object({ people: z.array(z.looseObject({ _id: z.string() })) });
    const [listed, quick] = [People.parse(list.body), People.parse(found.body)];
    expect(listed.people.map(({ _id }) => _id)).toEqual(quick.people.map(({ _id }) => _id));
    return listed.people.map(({ _id }) => _id);
  };
  const retyped = number.replace('-', '').replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
  for (const typed of [number, number.replace('-', ' '), retyped]) expect(await find(typed), typed).toEqual([buyer.id]);
  expect(await find('4326 1187 0955')).toEqual([other.id]);
  expect(await find('ZZZZ-ZZZZ')).toEqual([]);
  expect(await find('小明')).toEqual([other.id]);
});
