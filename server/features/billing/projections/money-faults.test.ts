import { expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';
import { listMoneyFaults } from './money-faults.ts';

test('names renewals of people without access, money on no list, and credit notes that do not add up', async () => {
  const shop = await openShop();
  const { db } = shop.database;
  const monthly = { isRenewing: true, term: { unit: 'month', count: 1 } } as const;
  const planId = await shop.addPlan({ opens: 'everything', ...monthly });
  const [member, other, returned] = [await shop.aUser(), await shop.aUser(), await shop.aUser()];
  await shop.buy(member, { planId });
  const { razorpay_payment_id: lost } = await shop.buy(other);
  const { razorpay_payment_id: refunded } = await shop.buy(returned);
  await shop.refund(shop.adminId, refunded, { reason: 'A promise' });
  await shop.buy(other, { gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  expect(await listMoneyFaults(db)).toEqual([]);

  await db.updateTable('users').set({ blocked_at: shop.clock.now() }).where('id', '=', member).execute();
  await db.updateTable('payments').set({ access_until: null }).where('provider_payment_id', '=', lost).execute();
  const note = await db.selectFrom('receipts').selectAll().where('kind', '=', 'credit_note').executeTakeFirstOrThrow();
  const document = note.document.replace('"amountInPaise":49900', '"amountInPaise":49902');
  await db.updateTable('receipts').set({ document }).where('number', '=', note.number).execute();
  const [attempt] = (await shop.rows.attempts()).filter((row) => row.user_id === member);
  expect(await listMoneyFaults(db)).toEqual([
    `Renewals go on although they should have ended: ${attempt?.id}`,
    `Money gives no access and is on no list: ${lost}`,
    'Credit notes do not add up to their invoice: TR2627-000003',
  ]);
});

test('credit notes that do not add up are a line under Needs attention until an admin has resolved it', async () => {
  const shop = await openShop({ settings: { SELLER_NAME: 'Kiln & Loom' } });
  const { db } = shop.database;
  const { razorpay_payment_id: paymentId } = await shop.buy(await shop.aUser());
  await shop.buy(await shop.aUser());
  await shop.refund(shop.adminId, paymentId, { reason: 'A promise' });
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  const toDo = async () => {
    await shop.payments.projections.recompute();
    const { body } = await shop.admin(shop.adminId, 'GET', '/payments/to-do');
    return z
      .array(z.object({ kind: z.string(), paymentId: z.string(), happened: z.string() }))
      .parse(body['toDo'])
      .map((task) => `${task.kind} ${task.paymentId === paymentId}: ${task.happened}`);
  };
  expect(await toDo()).toEqual([]);

  const notes = db.selectFrom('receipts').selectAll().where('kind', '=', 'credit_note');
  const { number, document } = await notes.executeTakeFirstOrThrow();
  const set = (text: string) =>
    db.updateTable('receipts').set({ document: text }).where('number', '=', number).execute();
  await set(document.replace('"amountInPaise":49900', '"amountInPaise":49902'));
  const line = 'credit_notes_differ true: The credit notes of TR2627-000001 do not add up to its amount and tax.';
  expect(await toDo()).toEqual([line]);
  await shop.admin(shop.adminId, 'POST', `/payments/${paymentId}/handled`, { reason: 'Corrected in the return' });
  expect(await toDo()).toEqual([]);
  await set(document);
  expect(await toDo()).toEqual([]);
  const tax = '"tax":{"taxableInPaise":42288,"cgstInPaise":3806,"sgstInPaise":3806,"igstInPaise":0}';
  for (const other of ['"amountInPaise":49902', tax]) {
    await set(document.replace(other === tax ? '"tax":null' : '"amountInPaise":49900', other));
    expect(await toDo()).toEqual([line]);
    await set(document);
    expect(await toDo()).toEqual([]);
  }
});
