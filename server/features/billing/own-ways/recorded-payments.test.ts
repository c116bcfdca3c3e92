// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, joinCourse, type Person } from '#test/factories.ts';
import { aPlan } from '#test/sell.ts';
import { startApp } from '#test/start-app.ts';

const UTR = '432611870955';
const RECEIVED = { amountInPaise: 49_900, receivedOn: '2026-06-15' };
const Shown = z.object({ detail: z.looseObject({ invoiceTo: z.unknown() }) });
const Sent = z.object({ request: z.looseObject({ _id: z.string(), order: z.string() }) });

const open = async (environment: Record<string, string> = {}) => {
  const app = await startApp(environment);
  const [admin, buyer] = [await anAdmin(app), await aUser(app)];
  const ways = await app.settings.ways();
  const on = { ...ways, upi: true, upiId: 'school@okbank', cash: true, cashText: 'At the office', staffRecords: true };
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', on));
  const send = async ({ token }: Person, body: object) => {
    const stated = { way: 'upi', reference: UTR, paidOn: '2026-06-15', ...body };
    return Sent.parse((await call(app, 'POST', '/payments/requests', { token, body: stated })).body).request;
  };
  const record = ({ token }: Person, body: object) =>
    call(app, 'POST', `/admin/people/${buyer.id}/payments`, { token, body: { ...RECEIVED, way: 'cash', ...body } });
  return { app, admin, buyer, send, record, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

test('a payment that is recorded is taxed in the state of its buyer, which the next one begins with', async () => {
  await using school = await open({ SELLER_NAME: 'Kiln & Loom', SELLER_GSTIN: '29ABCDE1234F1Z5' });
  const { app, admin, buyer } = school;
  const planId = 'yearly-bundle';
  expect((await school.record(admin, { planId })).body).toMatchObject({
    code: 'validation_failed',
    details: [{ path: 'state', message: 'Choose the state of the buyer' }],
  });
  const invoiceTo = async () =>
    Shown.parse((await call(app, 'GET', `/admin/people/${buyer.id}`, { token: admin.token })).body).detail.invoiceTo;
  expect(await invoiceTo()).toEqual({});
  expect((await school.record(admin, { planId, state: 'Kerala' })).status).toBe(200);
  const business = { gstin: '08AAGCB7383J1Z8', name: 'राजस्थान Books', address: '4 Lake Road, Udaipur' };
  app.clock.advance(60_000);
  expect((await school.record(admin, { planId, business, isWarned: true })).status).toBe(200);
  await app.jobs.runDue('accounting');
  const rows = await app.database.db.selectFrom('receipts').select('document').orderBy('number').execute();
  expect(rows.map(({ document }): unknown => JSON.parse(document))).toMatchObject([
    { buyer: { name: 'Meera Nair', state: 'Kerala' }, tax: { cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 7612 } },
    { buyer: { name: 'राजस्थान Books', state: 'Rajasthan', business: { gstin: '08AAGCB7383J1Z8' } } },
  ]);
  expect(await invoiceTo()).toEqual({ state: 'Rajasthan', business });
});

test('of a reference that is used, staff see the order and nobody of another course', async () => {
  await using school = await open();
  const { app, admin, buyer, send } = school;
  const [assistant, other] = [await aUser(app), await aUser(app)];
  const [own, elsewhere] = [await aCourse(app), await aCourse(app)];
  await joinCourse(app, { courseId: own, userId: assistant.id, role: 'assistant' });
  const planOf = (courseId: string) => aPlan(app, admin, { courseIds: [courseId], priceInPaise: 49_900 });
  const [planId, otherPlan] = [await planOf(own), await planOf(elsewhere)];
  const first = await send(other, { planId: otherPlan });
  app.clock.advance(1000);
  const second = await send(buyer, { planId });
  const confirm = ({ token }: Person, id: string) =>
    call(app, 'POST', `/admin/payment-requests/${id}/confirm`, { token, body: RECEIVED });
  expect((await confirm(admin, first._id)).status).toBe(200);
  const listed = async ({ token }: Person) =>
    (await call(app, 'GET', '/admin/payment-requests', { token })).body['requests'];
  expect(await listed(assistant)).toMatchObject([
    { _id: second._id, usedBy: { order: first.order, requestId: null, userName: null, paymentId: null } },
  ]);
  expect(await listed(admin)).toMatchObject([{ usedBy: { requestId: first._id, userName: 'Meera Nair' } }]);
  const sentence = `This reference was already counted: order ${first.order}, received on 15 June 2026`;
  expect((await confirm(assistant, second._id)).body).toMatchObject({ code: 'reference_used', message: sentence });
  expect((await school.record(assistant, { planId, way: 'upi', reference: UTR })).body['message']).toBe(sentence);
  expect((await confirm(admin, second._id)).body['message']).toBe(
    `This reference was already counted: order ${first.order} of Meera Nair, received on 15 June 2026`,
  );
});
