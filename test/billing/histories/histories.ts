import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { Failure } from '#server/errors.ts';
import { reconcilePayments } from '#server/features/billing/sync/reconcile.ts';
import { actionsOf, type Delivery } from './actions.ts';
import { checkEnd } from './invariants.ts';
import { otherReasons } from './model.ts';
import { payBackAll } from './own-actions.ts';
import type { History, Step } from './steps.ts';
import { createWorld, type World } from './world.ts';

export { history } from './steps.ts';

/** Nothing fails any more, every webhook is delivered, and time passes until nothing is pending. */
const letSettle = async (world: World, delivery: Delivery): Promise<void> => {
  const { memory, plan, clock, database } = world;
  const { jobs, payments } = world.processAt(0);
  memory.state.trouble = undefined;
  memory.state.refundsEnd = 'processed';
  plan.commitsLeft = undefined;
  for (const refund of memory.refunds) memory.settleRefund(refund, 'processed');
  for (const ms of [5 * MINUTE_MS, 5 * MINUTE_MS, 8 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]) {
    for (const { id } of delivery.waiting().toReversed()) await delivery.deliver(payments, id);
    clock.advance(ms);
    await payBackAll(world, world.processAt(0));
    await jobs.enqueue(database.db, reconcilePayments, {});
    await jobs.runDue();
  }
};

/** Whether something was paid for this user's own access, or another reason gives it. */
const hasReason = async (world: World, userId: string): Promise<boolean> => {
  const gifts = await world.database.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('gift_id', 'is not', null)
    .execute();
  const isGift = new Set(gifts.map(({ id }) => id));
  const isPaid = world.memory.payments.some(
    ({ subscription, status }) =>
      subscription.userId === userId && status === 'captured' && !isGift.has(subscription.attemptId),
  );
  return isPaid || otherReasons(world, userId);
};

const countDeductions = async ({ database: { db } }: World, userId: string): Promise<number> => {
  const attempts = db.selectFrom('payment_attempts').select('id').where('user_id', '=', userId);
  return (await attempts.where('deducts', 'is not', null).execute()).length;
};

const checkMeanwhile = async (world: World, asked: readonly string[][]): Promise<void> => {
  const { memory, payments, buyers } = world;
  for (const [buyer, userId] of buyers.entries()) {
    // A sale whose deduction has changed has another price.
    const sales = (asked[buyer]?.length ?? 0) + (await countDeductions(world, userId));
    assert.ok(memory.payableOf(userId) <= Math.max(1, sales), 'one buyer has two subscriptions to pay for one sale');
    if (!(await hasReason(world, userId)))
      assert.equal((await payments.subscriptionOf(userId)).status, 'inactive', 'access without payment');
  }
};

/** Runs one history on an empty, migrated database. Throws when an invariant is broken, meanwhile or at the end. */
export const liveHistory = async (
  opened: Database,
  { steps, isTaxed, waitsMs }: Partial<Omit<History, 'steps'>> & Pick<History, 'steps'>,
): Promise<World> => {
  const world = await createWorld(opened, isTaxed ?? false);
  const { actions, delivery, asked } = actionsOf(world);
  const act = (step: Step, index: number): Promise<unknown> =>
    world.inProcess(index, async (process) => {
      try {
        await actions[step.action]?.(step, process, world.buyers[step.buyer] ?? '');
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    });
  let together: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    together.push(act(step, index));
    if (step.isWithNext && together.length < 3) continue;
    await Promise.all(together);
    together = [];
    await checkMeanwhile(world, asked);
  }
  await Promise.all(together);
  await letSettle(world, delivery);
  await checkEnd(world, waitsMs ?? []);
  return world;
};
