// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { ReceiptDocument } from '../receipts/document.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;
type Process = Pick<Money, 'jobs' | 'database'>;

const remindNow = defineJob({ name: 'payments.remind', lane: 'upkeep', payload: z.object({}) });

const remind = async ({ jobs, database }: Process): Promise<void> => {
  await jobs.enqueue(database.db, remindNow, {});
  await jobs.runDue();
};

const subjects = async ({ database }: Money): Promise<string[]> => {
  const rows = await database.db.selectFrom('sent_emails').select('subject').execute();
  return rows
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('Your receipt'))
    .toSorted();
};

const LAST_DAY = Date.UTC(2027, 5, 15, 4, 30);

it(
  'reminders are sent 30, 7 and 1 days before the end and on it, once each, with two processes',
  { tags: ['RZP-7.22'] },
  async () => {
    const money = await openBilling();
    const other = { ...(await money.another()), database: money.database };
    const user = await money.aUser();
    await money.buy(user);
    for (const days of [40, 30, 29, 7, 6, 1, 0, -1, -9]) {
      money.clock.set(LAST_DAY - days * DAY_MS);
      await Promise.all([remind(money), remind(other)]);
    }
    expect(await subjects(money)).toEqual([
      '30 days left: your access ends on 15 June 2027',
      '7 days left: your access ends on 15 June 2027',
      'One day left: your access ends on 15 June 2027',
      'Your access has ended',
    ]);
  },
);

it('after a pause only the nearest reminder is sent, and none after a refund or with automatic renewal', async () => {
  const money = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '2' } });
  const [left, renewing] = [await money.aUser(), await money.aUser()];
  await money.buy(left);
  await money.call(left, 'POST', '/unsubscribe');
  await money.buy(renewing);
  money.clock.advance(HOUR_MS);
  await money.reconcile();
  money.clock.set(LAST_DAY - 5 * DAY_MS);
  await remind(money);
  expect(await subjects(money)).toEqual(['Your refund from Lectern: ₹499']);
  await money.call(renewing, 'POST', '/unsubscribe');
  await remind(money);
  expect(await subjects(money)).toEqual(['Your refund from Lectern: ₹499']);
  money.clock.set(LAST_DAY - DAY_MS / 2);
  await remind(money);
  expect((await subjects(money)).filter((subject) => subject.includes('One day left'))).toHaveLength(1);
});

it(
  'the bundle can be bought again in its last 30 days, which adds a calendar year to the end',
  { tags: ['RZP-7.2'] },
  async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ renewable_from: '2027-05-16T04:30:00.000Z' });
    money.clock.set(Date.UTC(2027, 4, 16, 4, 29));
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 409 });
    money.clock.set(Date.UTC(2027, 4, 16, 4, 30));
    await money.paid(user);
    money.clock.advance(MINUTE_MS);
    // A visit of the buyer finds a payment without a webhook, also while the earlier term still runs.
    expect(await money.payments.currentAccessOf(user, 'USER')).toMatchObject({
      subscription: {
        status: 'active',
        access_until: '2028-06-15T04:30:00.000Z',
        renewable_from: '2028-05-16T04:30:00.000Z',
      },
    });
    expect((await money.rows.payments()).map(({ problem }) => problem)).toEqual([null, null]);
    await money.jobs.runDue('accounting');
    const receipts = await money.database.db.selectFrom('receipts').select('document').orderBy('number').execute();
    const from = receipts.map(({ document }) => ReceiptDocument.parse(JSON.parse(document)).payment.accessFrom);
    expect(from).toEqual([undefined, LAST_DAY]);
    money.clock.set(LAST_DAY - DAY_MS);
    await remind(money);
    expect(await subjects(money)).toEqual([]);
    expect(await money.payments.projections.recompute()).toEqual([]);
  },
);
