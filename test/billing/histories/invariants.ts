import assert from 'node:assert/strict';
import { ReceiptDocument } from '#server/features/billing/receipts/document.ts';
import { changesOf, holderOf, priceOf, type Purchase, purchasesOf } from './model.ts';
import { type Given, storyOf } from './replay.ts';
import { ownRefundsOf, recordedByAdmins } from './own-facts.ts';
import { checkDeductions } from './deductions.ts';
import { checkMandates } from './mandates.ts';
import { BUSINESS, COUPONS, COURSES, scopesOf } from './shop.ts';
import type { World } from './world.ts';

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const isWhollyRefunded = ({ amountInPaise, refundedInPaise }: Purchase): boolean =>
  amountInPaise > 0 && refundedInPaise >= amountInPaise;

interface Story {
  userId: string;
  given: Map<string, Given>;
  untils: Map<string, number>;
}

/** Who has access now, until when, and how many. */
const checkAccess = async ({ payments, clock }: World, stories: readonly Story[]): Promise<void> => {
  const now = clock.now();
  for (const { userId, untils } of stories) {
    const until = untils.get('everything');
    const isActive = until !== undefined && now < until;
    const known = await payments.subscriptionOf(userId);
    assert.equal(known.status, isActive ? 'active' : 'inactive', 'access is not that of the model');
    assert.equal(known.access_until, until === undefined ? null : new Date(until).toISOString());
    for (const courseId of COURSES) {
      const end = Math.max(until ?? 0, untils.get(courseId) ?? 0);
      assert.equal(await payments.holds(userId, courseId), now < end, `${courseId} is not as in the model`);
      assert.equal((await payments.endOfRight(userId, courseId)) ?? 0, end, `the end of ${courseId}`);
    }
  }
  const active = stories.filter(({ untils }) => now < (untils.get('everything') ?? 0));
  assert.equal(await payments.countSubscribedUsers(), active.length);
};

/** Each payment belongs to whose access it gives, and gave what its plan's version says. */
const checkPayments = async ({ database }: World, purchases: readonly Purchase[], stories: readonly Story[]) => {
  const rows = await database.db.selectFrom('payments').selectAll().where('status', '=', 'captured').execute();
  const given = new Map(stories.flatMap((story) => [...story.given]));
  const expected = purchases.map((purchase) => ({
    id: purchase.id,
    user: holderOf(purchase),
    amountInPaise: purchase.amountInPaise,
    ...given.get(purchase.id),
  }));
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  const stored = rows.map((row) => ({
    id: row.provider_payment_id,
    user: row.user_id,
    amountInPaise: row.amount_in_paise,
    from: row.access_from,
    until: row.access_until,
    refundableUntil: row.refundable_until,
  }));
  assert.deepEqual(
    stored.toSorted(byId),
    expected.toSorted(byId),
    'the payments of the ledger are not those of the model',
  );
  assert.ok(rows.every(({ confirmed }) => confirmed === 1));
  for (const { sale, amountInPaise } of purchases)
    assert.equal(amountInPaise, priceOf(sale).toPay, 'another price was paid');
};

const checkMoney = async ({ memory, payments }: World, purchases: readonly Purchase[]): Promise<void> => {
  for (const payment of memory.payments) {
    const accepted = memory.refundsOf(payment).filter(({ key, status }) => key !== undefined && status !== 'failed');
    assert.equal(new Set(accepted.map(({ key }) => key)).size, accepted.length, 'a refund was carried out twice');
    assert.ok(accepted.filter(({ key }) => key?.includes('-full')).length <= 1, 'two refunds of the whole price');
    assert.ok(memory.refundedOf(payment) <= payment.money.amountInPaise, 'more was refunded than paid');
  }
  for (const { amountInPaise, refundedInPaise } of purchases)
    assert.ok(refundedInPaise <= amountInPaise, 'more was paid back than came');
  assert.equal(memory.state.rejectedAsTooMuch, 0, 'a second refund was requested');
  const sales = await payments.admin.sales(1);
  const gross = sum(purchases.map(({ amountInPaise }) => amountInPaise));
  const refunded = sum(purchases.map(({ refundedInPaise }) => refundedInPaise));
  assert.deepEqual(
    [sales.grossInPaise, sales.refundedInPaise, sales.netInPaise],
    [gross, refunded, gross - refunded],
    'the sums of the ledger are not those of the provider',
  );
  const sold = purchases.filter((one) => !isWhollyRefunded(one));
  const soldBundles = sold.filter(({ sale }) => scopesOf(sale.planName)[0] === 'everything');
  assert.equal(sales.allPayments.count, soldBundles.length);
  assert.equal(
    sales.soldInPaise,
    sum(soldBundles.map(({ amountInPaise }) => amountInPaise)),
    'not what was paid for the sold',
  );
};

/** The giver is refunded, or a user has the access: never both. The giver sees the actual state. */
const checkGifts = async ({ payments, database, buyers }: World, purchases: readonly Purchase[]): Promise<void> => {
  const gifts = purchases.filter(({ sale }) => sale.isGift);
  const redeemed = gifts.filter((one) => one.redeemed).map(({ id }) => id);
  const returned = await database.db
    .selectFrom('refunds')
    .select('provider_payment_id')
    .where('reason', '=', 'gift cancelled')
    .execute();
  assert.deepEqual(
    returned.filter(({ provider_payment_id: id }) => redeemed.includes(id)),
    [],
    'a giver got the money of a gift that was redeemed',
  );
  const seen = (await Promise.all(buyers.map((userId) => payments.gifts.givenBy(userId)))).flat();
  const states = seen.map(({ amountInPaise, state, redeemedAt }) => `${amountInPaise} ${state} ${redeemedAt}`);
  const expected = gifts.map((one) => {
    const at = one.redeemed ? new Date(one.redeemed.at).toISOString() : null;
    const state = one.redeemed ? 'redeemed' : 'sent';
    return `${one.amountInPaise} ${isWhollyRefunded(one) ? 'refunded' : state} ${at}`;
  });
  assert.deepEqual(states.toSorted(), expected.toSorted(), 'the gifts are not those of the model');
};

/** A use is an attempt of which something is paid and not wholly refunded. */
const checkCoupons = async ({ payments }: World, purchases: readonly Purchase[]): Promise<void> => {
  const used = purchases.filter((one) => !isWhollyRefunded(one)).map(({ sale }) => sale);
  for (const { code, uses, discountInPaise } of await payments.coupons.list()) {
    const own = used.filter(({ couponCode }) => couponCode === code);
    const discounts = own.map((sale) => priceOf(sale).discount);
    assert.deepEqual(
      [uses, discountInPaise],
      [own.length, sum(discounts)],
      `the uses of ${code} are not those of the model`,
    );
  }
  assert.equal((await payments.coupons.list()).length, Object.keys(COUPONS).length);
};

/** What is inside the price: 18 %, half each in the seller's state. */
const taxIn = (amountInPaise: number, isSameState: boolean): number[] => {
  const tax = amountInPaise - Math.round((amountInPaise * 100) / 118);
  const half = Math.floor(tax / 2);
  return isSameState ? [amountInPaise - 2 * half, half, half, 0] : [amountInPaise - tax, 0, 0, tax];
};

/** Of a credit note: what is due on all that was refunded until then, less what the notes before it took. */
const taxBetween = (before: number, after: number, isSameState: boolean): number[] => {
  const taken = taxIn(before, isSameState);
  return taxIn(after, isSameState).map((part, index) => part - (taken[index] ?? 0));
};

const serialOf = ({ number }: { number: string }): number => Number(number.split('-')[1]);

/** One receipt for each payment, one note for each refund that was paid, with the buyer and the tax of the day. */
const checkReceipts = async (world: World, purchases: readonly Purchase[]): Promise<void> => {
  const { database, memory, buyers, isTaxed } = world;
  const stored = await database.db.selectFrom('receipts').selectAll().execute();
  const rows = stored.toSorted((a, b) => serialOf(a) - serialOf(b));
  const documents = rows.map(({ document }) => ReceiptDocument.parse(JSON.parse(document)));
  const lines = documents.map(
    ({ kind, payment, refund, amountInPaise }) => `${kind} ${refund?.id ?? payment.id} ${amountInPaise}`,
  );
  const paid = purchases.filter(({ amountInPaise, sale }) => amountInPaise > 0 && !sale.isShort);
  const withReceipt = new Set(paid.map(({ id }) => id));
  const online = memory.refunds.filter(({ status, payment }) => status === 'processed' && withReceipt.has(payment.id));
  const refunds = [...online, ...(await ownRefundsOf(world)).filter(({ paymentId }) => withReceipt.has(paymentId))];
  const expected = [
    ...paid.map(({ id, amountInPaise }) => `${isTaxed ? 'tax_invoice' : 'receipt'} ${id} ${amountInPaise}`),
    ...refunds.map(({ id, amountInPaise }) => `credit_note ${id} ${amountInPaise}`),
  ];
  assert.deepEqual(lines.toSorted(), expected.toSorted(), 'the receipts are not those of the model');
  const sales = new Map(purchases.map(({ id, sale }) => [id, sale]));
  const recorded = await recordedByAdmins(world);
  const noted = new Map<string, number>();
  for (const [index, { kind, payment, discount, deductions = [], tax, buyer, amountInPaise }] of documents.entries()) {
    const sale = kind === 'credit_note' ? undefined : sales.get(payment.id);
    assert.equal(discount?.amountInPaise ?? 0, sale ? priceOf(sale).discount : 0);
    assert.deepEqual(
      deductions.map((one) => one.amountInPaise),
      (sale?.deductions ?? []).map((one) => one.amountInPaise),
    );
    assert.equal(rows[index]?.user_id, sales.get(payment.id)?.userId, 'a receipt is not that of who paid');
    // An admin who records a payment does not ask for whom the invoice is.
    const isBusiness = rows[index]?.user_id === buyers[0] && !recorded.has(payment.id);
    assert.equal(buyer.business?.gstin, isTaxed && isBusiness ? BUSINESS.gstin : undefined);
    const parts = tax && [tax.taxableInPaise, tax.cgstInPaise, tax.sgstInPaise, tax.igstInPaise];
    const before = kind === 'credit_note' ? (noted.get(payment.id) ?? 0) : 0;
    if (kind === 'credit_note') noted.set(payment.id, before + amountInPaise);
    assert.deepEqual(parts, isTaxed ? taxBetween(before, before + amountInPaise, !isBusiness) : null);
  }
};

/** Projections match the ledger, and documents are numbered without a gap. */
const checkProjections = async ({ payments, database }: World): Promise<void> => {
  assert.deepEqual(await payments.projections.recompute(), [], 'projections differ from the ledger');
  const documents = await database.db.selectFrom('receipts').select('number').execute();
  const serials = documents.map(({ number }) => number.split('-'));
  for (const series of new Set(serials.map(([name]) => name))) {
    const numbers = serials.filter(([name]) => name === series).map(([, serial]) => Number(serial));
    const all = numbers.map((_, index) => index + 1);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      all,
      'the numbers of documents have a gap',
    );
  }
};

/** Each refund has the status that the provider has, and none that was requested is pending for ever. */
const checkRefunds = async ({ memory, database }: World): Promise<void> => {
  const rows = await database.db
    .selectFrom('refunds')
    .select(['provider_refund_id', 'status'])
    .where('provider', '<>', 'offline')
    .execute();
  const known = rows.filter(({ provider_refund_id: id }) => id !== null);
  assert.deepEqual(
    new Set(known.map((row) => `${row.provider_refund_id} ${row.status}`)),
    new Set(memory.refunds.map(({ id, status }) => `${id} ${status}`)),
    'the refunds of the ledger are not those of the provider',
  );
  const unknown = rows.filter(({ provider_refund_id: id }) => id === null).map(({ status }) => status);
  assert.deepEqual(
    unknown.filter((status) => status !== 'withdrawn'),
    [],
    'a requested refund never reached the provider',
  );
};

/** Compares with the model, and access again after each of `waitsMs`. */
export const checkEnd = async (world: World, waitsMs: readonly number[]): Promise<void> => {
  const purchases = await purchasesOf(world);
  const stories: Story[] = [];
  for (const userId of world.buyers)
    stories.push({
      userId,
      ...storyOf(
        purchases.filter((purchase) => holderOf(purchase) === userId),
        await changesOf(world, userId),
      ),
    });
  await checkPayments(world, purchases, stories);
  await checkAccess(world, stories);
  await checkMoney(world, purchases);
  await checkRefunds(world);
  await checkGifts(world, purchases);
  await checkCoupons(world, purchases);
  checkDeductions(world, purchases);
  await checkMandates(world, purchases, new Map(stories.flatMap((story) => [...story.given])));
  await checkReceipts(world, purchases);
  await checkProjections(world);
  for (const ms of waitsMs) {
    world.clock.advance(ms);
    await checkAccess(world, stories);
  }
};
