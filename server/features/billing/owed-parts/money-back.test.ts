// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openPartsShop } from '#test/billing/parts-shop.ts';

const open = async () => {
  const shop = await openPartsShop();
  const userId = await shop.aUser();
  const { razorpay_payment_id: first } = await shop.buyFirst(userId);
  const refund = (paymentId: string, body: object = {}) =>
    shop.refund(shop.adminId, paymentId, { reason: 'Agreed', ...body });
  const now = async () => [await shop.status(userId), ...(await shop.standing(userId))];
  return { ...shop, userId, first, refund, now };
};

it('within the refund window, the buyer gets every part back, and no other is owed', async () => {
  const { userId, first, payPart, call, now, rows, passDays } = await open();
  await payPart(userId, first);
  expect((await call(userId, 'POST', '/unsubscribe', { paymentId: first })).body).toMatchObject({
    outcome: 'refund_initiated',
  });
  expect((await rows.refunds()).map((row) => [row.amount_in_paise, row.status])).toEqual([
    [200_000, 'processed'],
    [200_000, 'processed'],
  ]);
  expect(await now()).toEqual(['inactive', 'cancelled: cancelled 0, cancelled 0, cancelled 0']);
  passDays(40);
  expect(await now()).toEqual(['inactive', 'cancelled: cancelled 0, cancelled 0, cancelled 0']);
});

it('parts are refunded from the newest; what was due ends the purchase with the parts that are open', async () => {
  const { userId, first, payPart, passDays, refund, now } = await open();
  passDays(30);
  const second = await payPart(userId, first);
  expect(await refund(first)).toMatchObject({ status: 409, body: { message: 'Refund the newest part first' } });
  expect((await refund(second, { amountInPaise: 50_000 })).status).toBe(200);
  expect(await now()).toEqual(['active', 'running: paid 0, paid 0, open 200000']);
  expect((await refund(second)).status).toBe(200);
  expect(await now()).toEqual(['inactive', 'cancelled: paid 0, cancelled 0, cancelled 0']);
  expect((await refund(first)).status).toBe(200);
});

it('a part that was paid ahead is refunded and owed again', async () => {
  const { userId, first, payPart, refund, now } = await open();
  const second = await payPart(userId, first);
  expect((await refund(second)).status).toBe(200);
  expect(await now()).toEqual(['active', 'running: paid 0, open 200000, open 200000']);
});

it('a part that is paid in two windows at once pays the next one, and the rest of the money is a to-do', async () => {
  const { userId, first, start, pay, another, call, now, rows, clock } = await open();
  const refs = [await start(userId, first, 3)];
  const other = await another();
  clock.advance(1000);
  const again = await other.send(
    'POST',
    `/api/v1/payments/parts/${first}/start`,
    { upTo: 2 },
    { authorization: `Bearer ${userId}` },
  );
  refs.push(z.string().parse(again.body['subscription_id']));
  const proofs = await Promise.all(refs.map((ref) => pay(ref)));
  await Promise.all([call(userId, 'POST', '/verify', proofs[0]), other.call(userId, 'POST', '/verify', proofs[1])]);
  expect(await now()).toEqual(['active', 'complete: paid 0, paid 0, paid 0']);
  const paid = await rows.payments();
  expect(paid.reduce((sum, row) => sum + row.amount_in_paise, 0)).toBe(800_000);
  expect(paid.filter((row) => row.standing === 'duplicate')).toHaveLength(1);
  expect(paid.filter((row) => row.standing === 'paid')).toHaveLength(2);
});

it('the refund of money that was not needed leaves the purchase as it is', async () => {
  const { userId, first, start, pay, call, record, refund, now, clock, rows } = await open();
  const ref = await start(userId, first, 3);
  expect((await record(userId, { partsOf: first })).status).toBe(200);
  clock.advance(60_000);
  await call(userId, 'POST', '/verify', await pay(ref));
  const duplicate = (await rows.payments()).find((row) => row.standing === 'duplicate');
  expect(duplicate?.amount_in_paise).toBe(400_000);
  expect((await refund(duplicate?.provider_payment_id ?? '', { amountInPaise: 200_000 })).status).toBe(200);
  expect(await now()).toEqual(['active', 'complete: paid 0, paid 0, paid 0']);
});

it('a dispute of a part that was due closes access until it is won', async () => {
  const shop = await openPartsShop({}, { webhooks: true });
  const { aUser, buyFirst, payPart, passDays, control, sandbox, status, standing } = shop;
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  await sandbox.current()?.idle();
  passDays(31);
  const second = await payPart(userId, first);
  await sandbox.current()?.idle();
  const { id } = await control('/disputes', { payment_id: second, phase: 'chargeback' });
  await sandbox.current()?.idle();
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'inactive',
    'disputed: paid 0, cancelled 0, cancelled 0',
  ]);
  await control('/disputes/settle', { dispute_id: id, status: 'won' });
  await sandbox.current()?.idle();
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'active',
    'running: paid 0, paid 0, open 200000',
  ]);
});

it('a late webhook of a part that was written off pays the next one, and access is there at once', async () => {
  const { userId, first, start, pay, call, owner, passDays, clock, now } = await open();
  passDays(40);
  expect((await now())[0]).toBe('inactive');
  const ref = await start(userId, first, 2);
  expect((await owner('POST', `${first}/write-off`, { n: 2, reason: 'Hardship' })).status).toBe(200);
  expect(await now()).toEqual(['active', 'running: paid 0, written-off 0, open 200000']);
  clock.advance(60_000);
  await call(userId, 'POST', '/verify', await pay(ref));
  expect(await now()).toEqual(['active', 'complete: paid 0, written-off 0, paid 0']);
});

it('an admin who ends access ends what is owed', async () => {
  const { userId, adminId, admin, passDays, now } = await open();
  passDays(1);
  const revoked = await admin(adminId, 'POST', `/people/${userId}/revoke`, { reason: 'Left' });
  expect(revoked.status).toBe(200);
  expect(await now()).toEqual(['inactive', 'cancelled: paid 0, cancelled 0, cancelled 0']);
});

it('a part that is paid in an open window after access was ended is a to-do', async () => {
  const { userId, first, adminId, admin, start, pay, call, rows, now, clock, passDays } = await open();
  passDays(1);
  const ref = await start(userId, first, 2);
  await admin(adminId, 'POST', `/people/${userId}/revoke`, { reason: 'Left' });
  clock.advance(60_000);
  await call(userId, 'POST', '/verify', await pay(ref));
  expect((await now())[0]).toBe('inactive');
  expect((await rows.payments()).map(({ problem, standing }) => [problem, standing])).toEqual([
    [null, 'paid'],
    ['paid_without_access', 'paid_without_access'],
  ]);
});
