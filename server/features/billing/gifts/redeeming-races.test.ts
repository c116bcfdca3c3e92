// @module-tag both
import { expect, test } from 'vitest';
import { openBilling } from '#test/billing/open-billing.ts';

const gift = { name: 'Asha', email: 'asha@example.in', message: '' };

const openSchool = async () => {
  const money = await openBilling();
  const elsewhere = await money.another();
  const admin = await money.aUser('ADMIN');
  expect((await money.admin(admin, 'POST', '/coupons', { code: 'FREE', percentOff: 100 })).status).toBe(201);
  /** The token of a link to a gift that costs nothing. */
  const aLink = async (): Promise<string> => {
    const giver = await money.aUser();
    await money.call(giver, 'POST', '/subscribe', { couponCode: 'FREE', gift });
    const [{ _id: giftId } = { _id: '' }] = await money.payments.gifts.givenBy(giver);
    return (await money.payments.gifts.createLink(giver, giftId)).split('/').at(-1) ?? '';
  };
  const redeem = (user: string, token: string) =>
    elsewhere.send('POST', '/api/v1/gifts/redeem', { token }, { authorization: `Bearer ${user}` });
  const termsOf = (user: string) =>
    money.database.db
      .selectFrom('payments')
      .select(['access_from', 'access_until'])
      .where('user_id', '=', user)
      .where('access_until', 'is not', null)
      .orderBy('access_until')
      .execute();
  return { ...money, aLink, redeem, termsOf };
};

test('a gift that is redeemed while its user buys for nothing is added to the purchase, or the purchase is refused', async () => {
  const { aUser, aLink, redeem, termsOf, call } = await openSchool();
  const morning = new Date('2026-06-15T04:30:00Z').getTime();
  for (let round = 0; round < 6; round += 1) {
    const user = await aUser();
    const token = await aLink();
    const [bought] = await Promise.all([call(user, 'POST', '/subscribe', { couponCode: 'FREE' }), redeem(user, token)]);
    const year = { access_from: morning, access_until: Date.UTC(2027, 5, 15, 4, 30) };
    const next = { access_from: year.access_until, access_until: Date.UTC(2028, 5, 15, 4, 30) };
    expect(await termsOf(user)).toEqual(bought.status === 200 ? [year, next] : [year]);
  }
});
