// @module-tag both
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';

it('the renewals of a user who leaves are turned off at the provider, and what is paid stays', async () => {
  const shop = await openShop();
  const term = { unit: 'month', count: 1 } as const;
  const planId = await shop.addPlan({ opens: 'everything', isRenewing: true, term });
  const user = await shop.aUser();
  await shop.buy(user, { planId });
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  expect(await shop.payments.subscriptionOf(user)).toMatchObject({ status: 'active', auto_renew: true });
  await shop.payments.stopRenewals(user);
  await shop.payments.stopRenewals(user);
  expect(await shop.payments.subscriptionOf(user)).toMatchObject({ status: 'active', auto_renew: false });
  expect(await shop.rows.attempts()).toMatchObject([
    { cancel_when: 'period_end', cancel_accepted_at: expect.any(Number) },
  ]);
  expect(await shop.rows.refunds()).toEqual([]);
  await shop.payments.endRights(user, { id: user, key: 'deletion' });
  await shop.payments.endRights(user, { id: user, key: 'deletion' });
  expect(await shop.payments.subscriptionOf(user)).toMatchObject({ status: 'inactive' });
  expect(await shop.database.db.selectFrom('access_changes').select(['kind', 'scope']).execute()).toEqual([
    { kind: 'revoke', scope: 'everything' },
  ]);
});
