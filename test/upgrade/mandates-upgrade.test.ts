// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { startAppIn } from '#test/start-app.ts';
import { oldSchool } from './dump.ts';

const BEFORE = 89;
const AT = JUNE_MORNING_MS - 60 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;

/** A member who has paid twice, as the program before the upgrade stored it. The second term ends after `days`. */
const aMember = async ({ db }: Database, name: string, days = 731): Promise<string> => {
  const userId = await insertTestUser(db, AT, { role: 'USER' });
  const same = { user_id: userId, provider: 'razorpay', mode: 'test' as const, currency: 'INR', updated_at: AT };
  await db
    .insertInto('payment_attempts')
    .values({
      ...same,
      id: `attempt_${name}`,
      key_id: 'rzp_test_key',
      plan_ref: 'plan_test',
      plan_version_id: 'yearly-bundle-1',
      amount_in_paise: 49_900,
      cycles: 12,
      subscription_ref: `sub_${name}`,
      state: 'settled',
      creating_until: 0,
      provider_status: 'active',
      provider_status_at: AT,
      is_over: 0,
      auto_renew: 1,
      current_end: JUNE_MORNING_MS + 60 * DAY_MS,
      expires_at: AT,
      checked_at: JUNE_MORNING_MS,
      created_at: AT,
    })
    .execute();
  for (const [month, at] of [AT, AT + MONTH_MS].entries())
    await db
      .insertInto('payments')
      .values({
        ...same,
        id: `${name}_${month}`,
        provider_payment_id: `pay_${name}_${month}`,
        attempt_id: `attempt_${name}`,
        status: 'captured',
        confirmed: 1,
        amount_in_paise: 49_900,
        initiated_at: at,
        captured_at: at,
        access_from: at,
        access_until: AT + (month === 0 ? 365 : days) * DAY_MS,
        time_zone: 'Asia/Kolkata',
        standing: 'paid',
        created_at: at,
      })
      .execute();
  return userId;
};

/** An invoice of the first payment, and the notes of its refunds: each rounded its part of the tax alone. */
const issueDiffering = async ({ db }: Database, name: string, userId: string): Promise<void> => {
  const parts = (amount: number, tax: number) => ({
    amountInPaise: amount,
    tax: { taxableInPaise: amount - tax, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: tax },
  });
  const same = { mode: 'test' as const, user_id: userId, payment_id: `pay_${name}_0`, issued_at: AT };
  const documents = [
    ['invoice', 'tax_invoice', parts(49_900, 7612)],
    ['note_1', 'credit_note', parts(24_950, 3807)],
    ['note_2', 'credit_note', parts(24_950, 3807)],
  ] as const;
  for (const [number, kind, document] of documents)
    await db
      .insertInto('receipts')
      .values({
        ...same,
        number: `${name}_${number}`,
        kind,
        refund_id: kind === 'credit_note' ? `rfnd_${name}_${number}` : null,
        amount_in_paise: document.amountInPaise,
        document: JSON.stringify(document),
      })
      .execute();
  await db
    .updateTable('payments')
    .set({ receipt_no: `${name}_invoice` })
    .where('provider_payment_id', '=', same.payment_id)
    .execute();
};

test('renewals of people who were blocked or revoked end, with a line for each, and nothing that was sold moves', async () => {
  const { data, database } = await oldSchool({ upTo: BEFORE });
  const { db } = database;
  // After the revocation nothing was left that the second term could continue: it began with its payment.
  const [blocked, revoked] = [await aMember(database, 'blocked'), await aMember(database, 'revoked', 30 + 365)];
  await issueDiffering(database, 'kept', await aMember(database, 'kept'));
  await db
    .updateTable('users')
    .set({ blocked_at: AT + DAY_MS })
    .where('id', '=', blocked)
    .execute();
  const change = { until: null, payment_id: null, days: 0, changed_by: 'an admin', reason: 'A mistake' };
  const revocation = { kind: 'revoke', scope: 'everything', source: 'admin', at: AT + DAY_MS } as const;
  await db
    .insertInto('access_changes')
    .values({ id: 'revocation', user_id: revoked, ...revocation, ...change })
    .execute();
  const ends = () =>
    db
      .selectFrom('payments')
      .select(['id', 'access_until'])
      .where('attempt_id', 'like', 'attempt%')
      .orderBy('id')
      .execute();
  const before = await ends();
  await database.close();

  await using app = await startAppIn(data, JUNE_MORNING_MS);
  await app.begin();
  await app.jobs.runDue();
  // What `begin` has started may still be running.
  const recomputing = () =>
    app.database.db.selectFrom('jobs').select('state').distinct().where('name', '=', 'billing.recompute.4').execute();
  await expect.poll(recomputing).toEqual([{ state: 'done' }]);
  const { token } = await anAdmin(app);
  const { body } = await call(app, 'GET', '/admin/payments/to-do', { token });
  const toDo = z.array(z.object({ kind: z.string(), paymentId: z.string() })).parse(body['toDo']);
  expect(toDo.filter(({ paymentId }) => /blocked|revoked|kept/.test(paymentId)).toSorted(byText)).toEqual([
    { kind: 'charged_without_access', paymentId: 'pay_blocked_1' },
    { kind: 'charged_without_access', paymentId: 'pay_revoked_1' },
    { kind: 'credit_notes_differ', paymentId: 'pay_kept_0' },
    { kind: 'renewal_ended', paymentId: 'pay_blocked_1' },
    { kind: 'renewal_ended', paymentId: 'pay_revoked_1' },
  ]);
  const attempts = await app.database.db
    .selectFrom('payment_attempts')
    .select(['id', 'cancel_when', 'mended'])
    .where('id', 'like', 'attempt%')
    .orderBy('id')
    .execute();
  expect(attempts).toEqual([
    { id: 'attempt_blocked', cancel_when: 'now', mended: 'account' },
    { id: 'attempt_kept', cancel_when: null, mended: null },
    { id: 'attempt_revoked', cancel_when: 'now', mended: 'revoked' },
  ]);
  const after = await app.database.db
    .selectFrom('payments')
    .select(['id', 'access_until'])
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  expect(after).toEqual(before);
});

const byText = (a: { kind: string; paymentId: string }, b: { kind: string; paymentId: string }): number =>
  `${a.kind} ${a.paymentId}`.localeCompare(`${b.kind} ${b.paymentId}`);
