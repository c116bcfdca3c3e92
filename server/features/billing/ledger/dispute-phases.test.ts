import { expect, it } from 'vitest';
import { openShop } from '#test/billing/open-shop.ts';
import { postWebhook } from '#test/billing/razorpay-webhooks.ts';
import { z } from 'zod';

const Kinds = z.array(z.object({ happened: z.string() }));

const aDispute = async () => {
  const shop = await openShop();
  const userId = await shop.aUser();
  const { razorpay_payment_id: paymentId } = await shop.buy(userId);
  /** Posts the webhook of a dispute. Returns what follows: access, and what needs attention. */
  const becomes = async (phase: string, status: string): Promise<string[]> => {
    const entity = { id: 'disp_0000001', payment_id: paymentId, amount: 49_900, currency: 'INR', respond_by: 0 };
    const event = `payment.dispute.${status === 'open' ? 'created' : status}`;
    const payload = { dispute: { entity: { ...entity, phase, status } } };
    const { status: code } = await postWebhook(shop, JSON.stringify({ event, payload, created_at: 1_781_497_800 }));
    expect(code).toBe(200);
    const toDo = Kinds.parse((await shop.admin(shop.adminId, 'GET', '/payments/to-do')).body['toDo']);
    return [await shop.status(userId), ...toDo.map(({ happened }) => happened)];
  };
  return becomes;
};

const OPEN = ['inactive', 'The buyer’s bank disputes ₹499.00. Access is closed until it is decided.'];
const LOST = ['inactive', 'A dispute was lost: ₹499.00 was taken back, and access is closed.'];

it('a dispute that was won is open again when the bank contests the decision, and the last decision counts', async () => {
  const becomes = await aDispute();
  expect(await becomes('chargeback', 'open')).toEqual(OPEN);
  expect(await becomes('chargeback', 'won')).toEqual(['active']);
  expect(await becomes('pre_arbitration', 'open')).toEqual(OPEN);
  expect(await becomes('pre_arbitration', 'lost')).toEqual(LOST);
  expect(await becomes('arbitration', 'open')).toEqual(OPEN);
  expect(await becomes('arbitration', 'won')).toEqual(['active']);
});

it('reports of an earlier phase that arrive late change nothing, and those of an unknown phase go on', async () => {
  const becomes = await aDispute();
  expect(await becomes('pre_arbitration', 'open')).toEqual(OPEN);
  expect(await becomes('chargeback', 'won')).toEqual(OPEN);
  expect(await becomes('second_appeal', 'lost')).toEqual(LOST);
  expect(await becomes('pre_arbitration', 'won')).toEqual(LOST);
});
