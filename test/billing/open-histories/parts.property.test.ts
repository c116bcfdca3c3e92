// @module-tag both
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCalendar } from '#server/calendar.ts';
import { aCourse } from '../../factories.ts';
import { openPartsShop } from '../parts-shop.ts';
import { COIN_IN_PAISE, type PartsEvent, referenceOf } from './coins.ts';

const calendar = createCalendar('Asia/Kolkata');
const Recorded = z.object({ payment: z.looseObject({ paymentId: z.string() }) });
const MOVES = [
  'pay',
  'pay',
  'pay',
  'record',
  'refund',
  'refund',
  'reverse',
  'writeOff',
  'postpone',
  'undo',
  'extend',
  'pass',
] as const;
const move = fc.record({ kind: fc.constantFrom(...MOVES), pick: fc.nat({ max: 99 }) });
type Move = { kind: (typeof MOVES)[number]; pick: number };

type Shop = Awaited<ReturnType<typeof openPartsShop>>;

/** A purchase in parts of a new buyer, and what was accepted of what happened to it. */
const openPurchase = async (shop: Shop, courseId: string) => {
  const userId = await shop.aUser();
  const { razorpay_payment_id: first } = await shop.buyFirst(userId);
  const events: PartsEvent[] = [{ kind: 'pay', id: first, coins: 20 }];
  const today = (): string => calendar.dayOf(shop.clock.now());
  const agreed = [0, 30, 60].map((days) => ({
    coins: 20,
    dueOn: calendar.dayOf(calendar.add(shop.clock.now(), days, 'day')),
  }));
  const noted = async (event: PartsEvent, response: ReturnType<Shop['admin']>) => {
    const { status, body } = await response;
    expect(body['code']).not.toBe('route_not_found');
    if (status === 200) events.push(event);
  };
  const byAdmin = (path: string, body: object) => shop.admin(shop.adminId, 'POST', path, { reason: 'Agreed', ...body });
  const latest = (prefix: string): string =>
    events.flatMap((event) => (event.kind === 'pay' && event.id.startsWith(prefix) ? [event.id] : [])).at(-1) ?? 'none';
  const missing = () => referenceOf(agreed, events).parts.filter((part) => part.missing > 0);
  const acts: Record<Move['kind'], (pick: number) => Promise<void>> = {
    pay: async () => {
      const open = missing();
      if (open.length === 0) return;
      const due = open.filter((part) => part === open[0] || part.dueOn <= today());
      const coins = due.reduce((sum, part) => sum + part.missing, 0);
      events.push({ kind: 'pay', id: await shop.payPart(userId, first), coins });
    },
    record: async (pick) => {
      const coins = 1 + (pick % 45);
      const amountInPaise = coins * COIN_IN_PAISE;
      const { status, body } = await shop.record(userId, { partsOf: first, amountInPaise, isWarned: true });
      if (status === 200) events.push({ kind: 'pay', id: Recorded.parse(body).payment.paymentId, coins });
    },
    refund: (pick) => {
      const id = pick % 4 === 0 ? first : latest('pay_');
      return noted(
        { kind: 'refund', id, on: today() },
        byAdmin(`/payments/${id}/refund`, { idempotencyKey: `key-${id}` }),
      );
    },
    reverse: () => noted({ kind: 'reverse', id: latest('own_') }, byAdmin(`/payments/${latest('own_')}/reverse`, {})),
    writeOff: (pick) => {
      const n = 1 + (pick % 3);
      return noted({ kind: 'writeOff', n }, byAdmin(`/parts/${first}/write-off`, { n }));
    },
    postpone: (pick) => {
      const n = 1 + (pick % 3);
      const until = calendar.dayOf(calendar.add(shop.clock.now(), 5 + pick, 'day'));
      return noted({ kind: 'postpone', n, until }, byAdmin(`/parts/${first}/postpone`, { n, until }));
    },
    undo: (pick) => {
      const n = 1 + (pick % 3);
      return noted({ kind: 'undo', n }, byAdmin(`/parts/${first}/undo`, { n }));
    },
    // Of one course: it pauses and ends with the purchase that opens it.
    extend: async (pick) => {
      expect((await byAdmin('/access/extend', { courseId, days: 1 + (pick % 40) })).status).toBe(200);
    },
    pass: async (pick) => shop.passDays(1 + (pick % 12)),
  };
  const act = async ({ kind, pick }: Move): Promise<void> => {
    shop.clock.advance(1000);
    await acts[kind](pick);
    await shop.jobs.runDue();
  };
  const compare = async (): Promise<void> => {
    const { isEnded, parts } = referenceOf(agreed, events);
    const [shown] = await shop.mine(userId);
    const graceOver = calendar.dayOf(calendar.add(shop.clock.now(), -3, 'day'));
    const isPaused = parts.some((part) => part.missing > 0 && part.dueOn < graceOver);
    expect(
      shown?.parts.map((part) => [part.missingInPaise / COIN_IN_PAISE, part.dueOn]),
      JSON.stringify(events),
    ).toEqual(parts.map((part) => [part.missing, part.dueOn]));
    const isOpen = !isEnded && !isPaused;
    expect(await shop.status(userId), JSON.stringify(events)).toBe(isOpen ? 'active' : 'inactive');
    expect(await shop.payments.holds(userId, courseId), JSON.stringify(events)).toBe(isOpen);
  };
  return { act, compare };
};

test('whatever happens to a purchase in parts, what is owed and open is as a count of coins says', async () => {
  const shop = await openPartsShop();
  const courseId = await aCourse(shop);
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 14 }), async (moves) => {
      const purchase = await openPurchase(shop, courseId);
      for (const one of moves) {
        await purchase.act(one);
        await purchase.compare();
      }
      expect(await shop.payments.projections.recompute()).toEqual([]);
    }),
    { numRuns: 16, endOnFailure: true },
  );
});
