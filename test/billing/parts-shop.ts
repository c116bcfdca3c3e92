import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { openBilling } from './open-billing.ts';

const Created = z.object({ plan: z.object({ _id: z.string() }) });
const Mine = z.object({
  purchases: z.array(
    z.looseObject({
      paymentId: z.string(),
      state: z.string(),
      pausesAt: z.string().nullable(),
      parts: z.array(z.looseObject({ missingInPaise: z.int(), dueOn: z.string(), state: z.string() })),
    }),
  ),
});

const WAYS = {
  upi: true,
  upiId: 'school@okbank',
  upiText: '',
  bank: false,
  bankText: '',
  cash: true,
  cashText: '',
  other: false,
  otherText: '',
  askName: '',
  askHours: '',
  askPhone: '',
  staffRecords: false,
};

const remindOfParts = defineJob({ name: 'payments.remind-of-parts', lane: 'upkeep', payload: z.object({}) });

const IN_THREE = {
  graceDays: 3,
  list: [
    { amountInPaise: 200_000, due: { kind: 'at-start' } },
    { amountInPaise: 200_000, due: { kind: 'days', days: 30 } },
    { amountInPaise: 200_000, due: { kind: 'days', days: 60 } },
  ],
};

/** A school that sells a year for ₹6,000, or for three parts of ₹2,000, on 15 June 2026. */
export const openPartsShop = async (plan: object = {}, options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', WAYS));
  const adminId = await money.aUser('ADMIN');
  const fields = { name: 'Foundation', priceInPaise: 600_000, term: { unit: 'year' }, refundDays: 7, parts: IN_THREE };
  const created = await money.admin(adminId, 'POST', '/plans', { ...fields, ...plan });
  const planId = Created.parse(created.body).plan._id;
  const as = (userId: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    money.send(method, `/api/v1${path}`, body, { authorization: `Bearer ${userId}` });
  const buyFirst = (userId: string, more: object = {}) => money.buy(userId, { planId, inParts: true, ...more });
  const mine = async (userId: string) => Mine.parse((await as(userId, 'GET', '/user/parts')).body).purchases;
  /** "running: paid 0, open 200000, open 200000" */
  const standing = async (userId: string) =>
    (await mine(userId)).map(
      ({ state, parts }) => `${state}: ${parts.map((part) => `${part.state} ${part.missingInPaise}`).join(', ')}`,
    );
  const start = async (userId: string, paymentId: string, upTo?: number): Promise<string> => {
    const { body } = await as(userId, 'POST', `/payments/parts/${paymentId}/start`, { upTo });
    return z.string().parse(body['subscription_id']);
  };
  /** Pays in the window, and reports it. */
  const payPart = async (userId: string, paymentId: string, upTo?: number) => {
    const proof = await money.pay(await start(userId, paymentId, upTo));
    await money.call(userId, 'POST', '/verify', proof);
    return proof.razorpay_payment_id;
  };
  const record = (userId: string, body: object) => {
    const paid = { planId, way: 'cash', amountInPaise: 200_000, receivedOn: money.clock.now() };
    const receivedOn = new Date(paid.receivedOn).toISOString().slice(0, 10);
    return money.admin(adminId, 'POST', `/people/${userId}/payments`, { ...paid, receivedOn, ...body });
  };
  const owner = (method: 'GET' | 'POST', path: string, body?: object) =>
    money.admin(adminId, method, `/parts/${path}`, body);
  const runReminders = async () => {
    await money.jobs.enqueue(money.database.db, remindOfParts, {});
    await money.jobs.runDue();
  };
  const passDays = (days: number) => money.clock.advance(days * DAY_MS);
  const shop = { adminId, planId, as, buyFirst, mine, standing, start, payPart, record, owner, runReminders, passDays };
  return { ...money, ...shop };
};
