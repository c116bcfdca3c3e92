import { expect, it } from 'vitest';
import type { ProviderAccount } from '../provider/provider.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const never = (): Promise<never> => new Promise(() => undefined);
const failing = (): never => {
  throw new Error('the provider is broken');
};

it.each<[string, Partial<ProviderAccount>]>([
  ['hangs', { sellingOff: never }],
  ['throws', { sellingOff: failing, isCallable: failing, checkout: failing }],
])('people watch what they bought while the provider %s', async (_how, broken) => {
  let isBroken = false;
  const money = await openBilling({ adaptAccount: (account) => (isBroken ? { ...account, ...broken } : account) });
  const [buyer, visitor] = [await money.aUser(), await money.aUser()];
  await money.buy(buyer);
  isBroken = true;
  const { holds, endOfRight } = money.payments;
  expect([await holds(buyer, 'a-course'), await holds(visitor, 'a-course')]).toEqual([true, false]);
  expect(await endOfRight(buyer, 'a-course')).toBe(Date.parse('2027-06-15T04:30:00.000Z'));
});

it('a process that starts where others can reach it stores that test purchases no longer count', async () => {
  let isPublic = false;
  const money = await openBilling({ isPublic: () => isPublic });
  const buyer = await money.aUser();
  await money.buy(buyer);
  expect(await money.status(buyer)).toBe('active');
  isPublic = true;
  expect(await money.status(buyer)).toBe('active');
  const later = await money.another({ RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '' });
  expect(await later.payments.holds(buyer, 'a-course')).toBe(false);
  isPublic = false;
  await later.payments.account.recomputePurchaseMode();
  expect(await later.payments.holds(buyer, 'a-course')).toBe(true);
});
