import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser } from '#test/factories.ts';
import { aPlan, buy } from '#test/sell.ts';
import { startApp } from '#test/start-app.ts';

const Detail = z.object({
  payment: z.object({ timeline: z.array(z.object({ text: z.string(), isNow: z.boolean().optional() })) }),
});

test('the timeline of a payment that is made once names an order, and no subscription', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const [admin, buyer] = [await anAdmin(app), await aUser(app)];
  const planId = await aPlan(app, admin, { courseIds: [await aCourse(app)], priceInPaise: 149_900 });
  await buy(app, buyer, { planId, origin });
  await app.jobs.runDue();
  const { id } = await app.database.db
    .selectFrom('payments')
    .select('provider_payment_id as id')
    .executeTakeFirstOrThrow();
  const { payment } = Detail.parse((await call(app, 'GET', `/admin/payments/${id}`, { token: admin.token })).body);
  const texts = payment.timeline.map(({ text }) => text);
  expect(texts.filter((text) => text === 'Order created')).toHaveLength(1);
  expect(texts).toContain('Paid ₹1,499.00');
  expect(texts.filter((text) => /subscription|plan/i.test(text))).toEqual([]);
  expect(payment.timeline.filter(({ isNow }) => isNow).map(({ text }) => text)).toEqual([
    expect.stringMatching(/ has access to /),
  ]);
});
