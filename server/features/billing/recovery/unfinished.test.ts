// @module-tag both
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { openRecovery } from '#test/billing/open-recovery.ts';

const FUNDS = '4100 2800 0008 0001';
const SUCCESS = '4718 6091 0820 4366';

describe('unfinished checkouts', () => {
  it('show a failed payment at once, with its buyer, plan, amount and reason in plain words', async () => {
    const { aUser, begin, payBy, list } = await openRecovery();
    const buyer = await aUser();
    await payBy(await begin(buyer), FUNDS);
    expect((await list()).checkouts).toEqual([
      {
        _id: expect.stringMatching(/^\w{24}$/),
        state: 'failed',
        buyer: { _id: buyer, fullName: 'Meera Nair', email: expect.stringContaining('@') },
        planName: 'Yearly bundle',
        amountInPaise: 49_900,
        couponCode: null,
        isGift: false,
        startedAt: '2026-06-15T04:30:00.000Z',
        reason: 'There was not enough money in the account.',
        emailSentAt: null,
        hasOptedOut: false,
      },
    ]);
  });

  it('show the words of the provider for a reason that is not known, and a sentence for none', async () => {
    const { aUser, begin, payBy, list, database } = await openRecovery();
    await payBy(await begin(await aUser()), FUNDS);
    const set = (changes: object) => database.db.updateTable('payments').set(changes).execute();
    await set({ failure_reason: null, failure: 'A <b>new</b> reason' });
    expect((await list()).checkouts).toMatchObject([{ reason: 'A <b>new</b> reason' }]);
    await set({ failure: null });
    expect((await list()).checkouts).toMatchObject([
      { reason: 'The payment failed, and the payment provider gave no reason.' },
    ]);
  });

  it('show a buyer who left after an hour, and one whose window did not open', async () => {
    const { aUser, begin, subscribe, list, clock } = await openRecovery();
    await begin(await aUser());
    await subscribe(await aUser());
    clock.advance(HOUR_MS - 1);
    expect((await list()).checkouts).toEqual([]);
    clock.advance(1);
    const { checkouts } = await list('?state=abandoned');
    expect(checkouts.map(({ reason }) => reason).toSorted()).toEqual([
      'The buyer left without paying.',
      'The payment window did not open.',
    ]);
    expect((await list('?state=failed')).checkouts).toEqual([]);
  });

  it('show a checkout that the provider did not start', async () => {
    const { aUser, call, control, list } = await openRecovery();
    await control('/faults', { effect: '500', path_contains: '/subscriptions', method: 'POST', times: 20 });
    expect((await call(await aUser(), 'POST', '/subscribe')).status).toBe(502);
    expect((await list()).checkouts).toMatchObject([
      { state: 'failed', reason: 'The payment provider did not start the checkout.' },
    ]);
  });

  it.each([
    ['the same one', async ({ payBy }: Shop, _buyer: string, ref: string) => payBy(ref, SUCCESS)],
    ['another', async ({ payBy, begin }: Shop, buyer: string) => payBy(await begin(buyer, { gift: asha }), SUCCESS)],
    [
      'none, but got access from an admin',
      async ({ admin, adminId }: Shop, buyer: string) => {
        await admin(adminId, 'POST', `/people/${buyer}/grant`, { untilDay: '2026-12-31', reason: 'A prize' });
      },
    ],
  ])('leave a buyer out who has since paid %s', async (_name, getAccess) => {
    const shop = await openRecovery();
    const { aUser, begin, payBy, list, clock } = shop;
    const buyer = await aUser();
    const ref = await begin(buyer);
    await payBy(ref, FUNDS);
    clock.advance(2 * HOUR_MS);
    expect((await list()).checkouts).toHaveLength(1);
    await getAccess(shop, buyer, ref);
    expect((await list()).checkouts).toEqual([]);
  });

  it('leave out pending payments, checkouts before the period, and deleted accounts', async () => {
    const { aUser, begin, payBy, list, clock, database } = await openRecovery();
    await payBy(await begin(await aUser()), FUNDS);
    await database.db.updateTable('payments').set({ status: 'authorized' }).execute();
    expect((await list()).checkouts).toEqual([]);
    const left = await aUser();
    await begin(left);
    clock.advance(8 * DAY_MS);
    expect((await list()).checkouts).toMatchObject([{ buyer: { _id: left } }]);
    expect((await list('?days=7')).checkouts).toEqual([]);
    await database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', left).execute();
    expect((await list()).checkouts).toEqual([]);
  });

  it('leave out a buyer who had paid the school before, which is recorded after', async () => {
    const { aUser, begin, list, clock, admin, settings, database } = await openRecovery();
    const ways = await settings.ways();
    await database.transaction((tx) => settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'At the office' }));
    const buyer = await aUser();
    await begin(buyer);
    clock.advance(HOUR_MS);
    expect((await list()).checkouts).toHaveLength(1);
    const paid = { planId: 'yearly-bundle', way: 'cash', amountInPaise: 49_900, receivedOn: '2026-06-14' };
    expect(await admin(await aUser('ADMIN'), 'POST', `/people/${buyer}/payments`, paid)).toMatchObject({ status: 200 });
    expect((await list()).checkouts).toEqual([]);
  });

  it('come in pages, newest first, for admins only', async () => {
    const { aUser, begin, list, clock, admin } = await openRecovery();
    const buyers = [await aUser(), await aUser(), await aUser()];
    for (const buyer of buyers) {
      await begin(buyer);
      clock.advance(MINUTE_MS);
    }
    clock.advance(HOUR_MS);
    const first = await list('?limit=2');
    expect(first.checkouts).toMatchObject([{ buyer: { _id: buyers[2] } }, { buyer: { _id: buyers[1] } }]);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ checkouts: [{ buyer: { _id: buyers[0] } }], nextCursor: null });
    expect(await admin(await aUser('ADMIN'), 'GET', '/checkouts?cursor=nonsense')).toMatchObject({ status: 400 });
    expect(await admin(buyers[0] ?? '', 'GET', '/checkouts')).toMatchObject({ status: 403 });
  });
});

type Shop = Awaited<ReturnType<typeof openRecovery>>;
const asha = { name: 'Asha', email: 'asha@example.in', message: '' };
