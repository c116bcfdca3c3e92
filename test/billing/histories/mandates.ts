import assert from 'node:assert/strict';
import { changesOf, type Change, holderOf, type Purchase } from './model.ts';
import type { Given } from './replay.ts';
import { scopesOf, versionOf } from './shop.ts';
import type { World } from './world.ts';

/** A payment is known to the second. */
const isRevokedSince = (changes: readonly Change[], scope: string, paidAt: number): boolean =>
  changes.some((one) => one.kind === 'revoke' && one.scope === scope && paidAt < Math.floor(one.at / 1000) * 1000);

const isOpen = (scope: string, opened: readonly string[]): boolean =>
  opened.includes(scope) || opened.includes('everything');

/** Whether another purchase of the buyer gives the same or more, and for longer. */
const isReplaced = (
  last: Purchase,
  purchases: readonly Purchase[],
  { changes, given }: { changes: readonly Change[]; given: ReadonlyMap<string, Given> },
): boolean =>
  purchases.some((other) => {
    const isOther = other.sale !== last.sale && !other.sale.isGift && other.endedAt === undefined;
    const [until, lastUntil] = [given.get(other.id)?.until ?? 0, given.get(last.id)?.until ?? 0];
    const opened = scopesOf(other.sale.planName).filter((scope) => !isRevokedSince(changes, scope, other.paidAt));
    return isOther && until > lastUntil && scopesOf(last.sale.planName).every((scope) => isOpen(scope, opened));
  });

/** What ends access ends the mandate, here and at the provider, and no charge afterwards gives access. */
export const checkMandates = async (
  world: World,
  purchases: readonly Purchase[],
  given: ReadonlyMap<string, Given>,
): Promise<void> => {
  const { database, memory } = world;
  const attempts = await database.db
    .selectFrom('payment_attempts')
    .select(['id', 'cancel_when', 'cancel_requested_at'])
    .execute();
  for (const [sale, all] of Map.groupBy(purchases, (one) => one.sale)) {
    const { cancel_when: when, cancel_requested_at: endedAt } = attempts.find(({ id }) => id === sale.attemptId) ?? {};
    const changes = await changesOf(world, sale.userId);
    const scopes = scopesOf(sale.planName);
    for (const one of all) {
      const isAfter = when && endedAt && one.paidAt > endedAt && !sale.isGift && one.amountInPaise > 0;
      assert.ok(!isAfter || one.isLate, 'a charge after the end of its mandate gave access');
      const isRevoked = scopes.every((scope) => isRevokedSince(changes, scope, one.paidAt));
      assert.ok(!one.isLate || when || isRevoked, 'a payment gave no access without a reason');
    }
    const own = all.filter(({ isLate }) => !isLate).toSorted((a, b) => a.paidAt - b.paidAt);
    const [first, last] = [own.at(0), own.at(-1)];
    if (!first || !last || versionOf(sale.planName, sale.versionNumber).cycles === 1 || sale.isGift) continue;
    const isGroundless =
      last.endedAt !== undefined ||
      scopes.every((scope) => isRevokedSince(changes, scope, first.paidAt)) ||
      isReplaced(
        last,
        purchases.filter((other) => holderOf(other) === sale.userId && !other.isLate && !other.sale.isShort),
        { changes, given },
      );
    const subscription = memory.subscriptions.find(({ ref }) => ref === sale.ref);
    const goesOn = subscription?.status === 'active' && !subscription.endsWithPeriod;
    assert.ok(!goesOn || when === null, 'a renewal that was turned off goes on at the provider');
    assert.ok(!goesOn || !isGroundless, 'a renewal goes on although its access has ended');
  }
};
