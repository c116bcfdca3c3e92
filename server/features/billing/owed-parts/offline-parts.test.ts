// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { noticeText } from '#contract/notices/notice-kinds.ts';
import { createCalendar } from '#server/calendar.ts';
import { writerIn } from '#server/email/readers.ts';
import { languageOf } from '#server/languages.ts';
import { openPartsShop } from '#test/billing/parts-shop.ts';

const Sent = z.object({ request: z.looseObject({ _id: z.string(), amountInPaise: z.int() }) });
const Paid = z.object({ payment: z.looseObject({ paymentId: z.string() }) });

const open = async () => {
  const shop = await openPartsShop();
  const userId = await shop.aUser();
  const recorded = await shop.record(userId, { inParts: true });
  const { paymentId: first } = Paid.parse(recorded.body).payment;
  const send = async (body: object) =>
    Sent.parse(
      (
        await shop.as(userId, 'POST', '/payments/requests', {
          planId: shop.planId,
          partsOf: first,
          way: 'upi',
          reference: '432611870955',
          paidOn: new Date(shop.clock.now()).toISOString().slice(0, 10),
          ...body,
        })
      ).body,
    ).request;
  const confirm = (id: string, amountInPaise: number) =>
    shop.admin(shop.adminId, 'POST', `/payment-requests/${id}/confirm`, {
      amountInPaise,
      receivedOn: new Date(shop.clock.now()).toISOString().slice(0, 10),
    });
  const noticesToConfirm = async () => {
    const rows = await shop.database.db
      .selectFrom('notices')
      .select('content')
      .where('kind', '=', 'payment_waits')
      .execute();
    const writers = ['en', 'hi'].map((code) => writerIn(languageOf(code), createCalendar('Asia/Kolkata'), '₹'));
    return rows.flatMap(({ content }) => writers.map((write) => write(noticeText(JSON.parse(content)).text)));
  };
  return { ...shop, userId, first, send, confirm, noticesToConfirm };
};

it('any amount is recorded offline: it pays the oldest part first', async () => {
  const { userId, first, standing, record, passDays, status } = await open();
  expect(await standing(userId)).toEqual(['running: paid 0, open 200000, open 200000']);
  passDays(35);
  expect(await status(userId)).toBe('inactive');
  expect((await record(userId, { partsOf: first, amountInPaise: 150_000 })).status).toBe(200);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'inactive',
    'paused: paid 0, overdue 50000, open 200000',
  ]);
  expect((await record(userId, { partsOf: first, amountInPaise: 100_000 })).status).toBe(200);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'active',
    'running: paid 0, paid 0, open 150000',
  ]);
});

it('a part that its buyer reports waits, and more than is left has to be paid back', async () => {
  const { userId, first, send, confirm, standing, mine, passDays, rows, jobs, database, noticesToConfirm } =
    await open();
  passDays(30);
  const request = await send({ amountInPaise: 500_000 });
  expect([request.amountInPaise, request['parts'], request['paysParts']]).toEqual([
    200_000,
    'later',
    { from: 2, to: 3, of: 3 },
  ]);
  expect(await noticesToConfirm()).toEqual([
    expect.stringMatching(/^Order \S+, Foundation, parts 2 to 3 of 3\. Look at/),
    expect.stringMatching(/, Foundation, 3 में से किस्त 2 से 3। /),
  ]);
  expect(await mine(userId)).toMatchObject([{ isWaiting: true }]);
  expect((await confirm(request._id, 500_000)).body).toMatchObject({
    payment: { amountInPaise: 500_000, excessInPaise: 100_000 },
  });
  expect(await standing(userId)).toEqual(['complete: paid 0, paid 0, paid 0']);
  expect((await rows.payments()).find((row) => row.provider_payment_id !== first)?.standing).toBe('duplicate');
  await jobs.runDue();
  // It was more than what was left, and no agreement about less.
  const receipts = await database.db.selectFrom('receipts').select('document').execute();
  expect(receipts.map(({ document }) => 'priceInPaise' in JSON.parse(document))).toEqual([false, false]);
});

it('more than the first part pays the next one', async () => {
  const shop = await openPartsShop();
  const userId = await shop.aUser();
  expect((await shop.record(userId, { inParts: true, amountInPaise: 250_000 })).status).toBe(200);
  expect(await shop.standing(userId)).toEqual(['running: paid 0, open 150000, open 200000']);
});

it('a cheque that bounced leaves its part open, and its access pauses', async () => {
  const { userId, first, record, standing, status, admin, adminId, passDays } = await open();
  passDays(30);
  const { payment } = Paid.parse((await record(userId, { partsOf: first })).body);
  passDays(5);
  const reversed = await admin(adminId, 'POST', `/payments/${payment.paymentId}/reverse`, { reason: 'Bounced' });
  expect(reversed.status).toBe(200);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'inactive',
    'paused: paid 0, overdue 200000, open 200000',
  ]);
});

it('pays online while a request waits: the request closes itself', async () => {
  const { userId, first, send, payPart, standing, as, passDays } = await open();
  passDays(30);
  await send({});
  await payPart(userId, first);
  expect(await standing(userId)).toEqual(['running: paid 0, paid 0, open 200000']);
  expect((await as(userId, 'GET', '/payments/requests')).body['requests']).toMatchObject([
    { state: 'paid_otherwise' },
    { state: 'confirmed' },
  ]);
});
