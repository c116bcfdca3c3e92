// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openEmailFolder, emailFolderOf } from '#server/email/email-folder.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const text = 'You won! Collect at http://evil.example';
const gift = { name: text, email: 'first@example.in', message: text };
const others = Array.from({ length: 10 }, (_, index) => `victim${index}@example.in`);

/** A shop with a coupon of 100 %, without limits. */
const openShop = async () => {
  const money = await openBilling();
  const admin = await money.aUser('ADMIN');
  await money.admin(admin, 'POST', '/coupons', { code: 'FREE', percentOff: 100 });
  const attacker = await money.aUser();
  await money.database.db.updateTable('users').set({ full_name: text }).where('id', '=', attacker).execute();
  const authorization = { authorization: `Bearer ${attacker}` };
  const give = (order: object = gift) =>
    money.call(attacker, 'POST', '/subscribe', { couponCode: 'FREE', gift: order });
  const given = async () =>
    z
      .array(z.looseObject({ _id: z.string() }))
      .parse((await money.send('GET', '/api/v1/gifts', undefined, authorization)).body['gifts']);
  const change = (id: string, body: object, via: Pick<typeof money, 'send'> = money) =>
    via.send('PUT', `/api/v1/gifts/${id}`, body, authorization);
  /** Every email that was sent. */
  const emails = async () => {
    await money.jobs.runDue();
    const folder = openEmailFolder(emailFolderOf(money.config.dataDir));
    const { emails: sent } = await folder.list({ limit: 50, offset: 0 });
    return (await Promise.all(sent.map(({ id }) => folder.find(id)))).filter((email) => email !== undefined);
  };
  return { ...money, give, given, change, emails, authorization };
};

it('the email of a free gift has no word of its giver; the page of the gift shows them', async () => {
  const { give, emails, send } = await openShop();
  expect(await give()).toMatchObject({ status: 200, body: { isPaid: true } });
  const [email, ...more] = await emails();
  expect(more).toEqual([]);
  expect(email).toMatchObject({ to: 'first@example.in', subject: 'There is a gift for you at Lectern' });
  expect(JSON.stringify(email)).not.toContain('evil.example');
  expect(email?.text).toContain('You have been given every lecture of every course at Lectern, for a year.');
  const token = /\/gift\/([\w-]+)/.exec(email?.text ?? '')?.[1];
  expect(await send('POST', '/api/v1/gifts/view', { token })).toMatchObject({
    status: 200,
    body: { giverName: text, recipientName: text, giftMessage: text },
  });
});

it('a free gift is emailed to one address, and its link can be copied', async () => {
  const { give, given, change, emails, send, authorization } = await openShop();
  await give();
  const [{ _id: id } = { _id: '' }] = await given();
  const refused = { status: 409, body: { code: 'gift_sent_once' } };
  // Before its job has run, and after.
  expect(await change(id, { ...gift, email: others[0] })).toMatchObject(refused);
  expect((await emails()).map(({ to }) => to)).toEqual(['first@example.in']);
  for (const email of others) expect(await change(id, { ...gift, email })).toMatchObject(refused);
  expect(await change(id, gift)).toMatchObject(refused);
  expect(await emails()).toHaveLength(1);
  expect((await send('POST', `/api/v1/gifts/${id}/link`, {}, authorization)).status).toBe(200);
});

it('a free gift for a later day can be changed until then, and is emailed to one address also when many change it at once', async () => {
  const shop = await openShop();
  const { give, given, change, emails } = shop;
  const other = await shop.another();
  await give({ ...gift, sendOn: '2026-06-20' });
  const [{ _id: id } = { _id: '' }] = await given();
  expect((await change(id, { ...gift, email: 'second@example.in', sendOn: '2026-06-21' })).status).toBe(200);
  expect(await emails()).toEqual([]);
  const responses = await Promise.all(
    others.slice(0, 8).map((email, index) => change(id, { ...gift, email }, index % 2 ? shop : other)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body['code'] === 'gift_sent_once')).toHaveLength(7);
  expect(await emails()).toHaveLength(1);
  expect(await emails()).toHaveLength(1);
});

it('one user gives ten free gifts a day', async () => {
  const { give, emails, clock } = await openShop();
  for (const email of others) expect((await give({ ...gift, email })).status).toBe(200);
  const refused = { status: 409, body: { code: 'too_many_free_gifts' } };
  expect(await give()).toMatchObject(refused);
  clock.advance(DAY_MS - 1);
  expect(await give()).toMatchObject(refused);
  expect(await emails()).toHaveLength(10);
  clock.advance(1);
  expect((await give()).status).toBe(200);
});
