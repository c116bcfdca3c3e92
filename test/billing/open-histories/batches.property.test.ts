// @module-tag both
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { recomputeAll } from '#server/features/billing/projections/projections.ts';
import { createCalendar } from '#server/calendar.ts';
import { call } from '../../call.ts';
import { aCourse, anAdmin, aUser, type Person } from '../../factories.ts';
import { startApp, type TestApp } from '../../start-app.ts';

const Id = z.looseObject({ _id: z.string() });
const Paid = z.object({ payment: z.looseObject({ paymentId: z.string() }) });
const MOVES = ['buy', 'buy', 'add', 'move', 'remove', 'refund', 'places'] as const;
const move = fc.record({
  kind: fc.constantFrom(...MOVES),
  who: fc.nat({ max: 3 }),
  to: fc.nat({ max: 1 }),
  places: fc.integer({ min: 1, max: 3 }),
});
type Move = { kind: (typeof MOVES)[number]; who: number; to: number; places: number };

/** A person of the reference: the batch that they are in, by the purchase that it follows from, and what they have paid. */
interface Member {
  batch: number | undefined;
  purchase: string | undefined;
  /** Payments that were not refunded. */
  paid: string[];
}

interface Reference {
  members: Member[];
  places: [number, number];
}

const countIn = ({ members }: Reference, batch: number): number => members.filter((one) => one.batch === batch).length;

/** What the school answers to a move, as far as it is about places; undefined where it is done. */
const refusalOf = (reference: Reference, { kind, who, to, places }: Move): string | undefined => {
  const { batch, paid } = reference.members[who] ?? { batch: undefined, paid: [] };
  const isFull = countIn(reference, to) >= (reference.places[to] ?? 0);
  const isIn = batch !== undefined;
  if (kind === 'buy') return isIn ? 'already_in_batch' : isFull ? 'batch_full' : undefined;
  if (kind === 'add') return paid.length === 0 ? 'not_entitled' : isIn ? 'already_in_batch' : undefined;
  if (kind === 'move') return !isIn ? 'batch_member_not_found' : batch !== to && isFull ? 'batch_full' : undefined;
  if (kind === 'remove') return batch === to ? undefined : 'batch_member_not_found';
  if (kind === 'refund') return paid.length === 0 ? 'payment_not_found' : undefined;
  const isLess = places < countIn(reference, to) && places !== reference.places[to];
  return isLess ? 'validation_failed' : undefined;
};

const change = (reference: Reference, { kind, who, to, places }: Move, paymentId: string): void => {
  const member = reference.members[who];
  if (!member) return;
  if (kind === 'places') reference.places[to] = places;
  if (kind === 'buy') {
    Object.assign(member, { batch: to, purchase: paymentId });
    member.paid.push(paymentId);
  }
  if (kind === 'add') Object.assign(member, { batch: to, purchase: undefined });
  if (kind === 'move') member.batch = to;
  const refunded = kind === 'refund' ? member.paid.pop() : undefined;
  const isEnded = kind === 'remove' || (refunded !== undefined && refunded === member.purchase);
  if (isEnded) Object.assign(member, { batch: undefined, purchase: undefined });
};

/** A course of its own with two batches, which four people buy for cash. */
const openCourse = async (app: TestApp, { token }: Person) => {
  const courseId = await aCourse(app);
  const base = `/courses/${courseId}/batches`;
  const days = { startsOn: '2026-07-01', endsOn: '2026-07-31' };
  const terms = { priceInPaise: 10_000, term: { unit: 'month' }, refundDays: 7 };
  const plan = { name: 'A course', opens: { courseIds: [courseId] }, ...terms };
  const planId = Id.parse((await call(app, 'POST', '/admin/plans', { token, body: plan })).body['plan'])._id;
  const ids: string[] = [];
  for (const name of ['One', 'Two']) {
    const made = await call(app, 'POST', base, { token, body: { name, ...days, places: 2 } });
    ids.push(Id.parse(made.body['batch'])._id);
  }
  const people = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)];
  const reference: Reference = {
    members: people.map(() => ({ batch: undefined, purchase: undefined, paid: [] })),
    places: [2, 2],
  };
  const request = ({ kind, who, to, places }: Move): Promise<Awaited<ReturnType<typeof call>>> => {
    const { id = '' } = people[who] ?? {};
    const { batch = 1 - to, paid } = reference.members[who] ?? { paid: [] };
    const post = (path: string, body: object) => call(app, 'POST', path, { token, body });
    const paidInCash = { way: 'cash', amountInPaise: 10_000, receivedOn: '2026-06-15', isWarned: true };
    const settled = { how: 'cash', reference: '' };
    const requests = {
      buy: () => post(`/admin/people/${id}/payments`, { ...paidInCash, planId, batchId: ids[to] }),
      add: () => post(`${base}/${ids[to]}/members`, { userId: id }),
      move: () => post(`${base}/${ids[batch]}/members/${id}/move`, { toBatchId: ids[to] }),
      remove: () => post(`${base}/${ids[to]}/members/${id}/remove`, {}),
      refund: () =>
        post(`/admin/payments/${paid.at(-1) ?? 'none'}/refund`, {
          reason: 'By phone',
          settled,
          idempotencyKey: randomUUID(),
        }),
      places: () => call(app, 'PUT', `${base}/${ids[to]}`, { token, body: { name: 'Other', ...days, places } }),
    };
    return requests[kind]();
  };
  const present = async () => {
    const rows = await app.database.db
      .selectFrom('batch_members')
      .select(['user_id', 'batch_id', 'is_excess'])
      .where('course_id', '=', courseId)
      .where('left_at', 'is', null)
      .execute();
    return people.map(({ id }) => {
      const own = rows.filter((row) => row.user_id === id);
      return own.map((row) => [ids.indexOf(row.batch_id), row.is_excess]);
    });
  };
  return { reference, request, present };
};

test('after any purchases, moves and refunds, memberships match a naive list', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Office' }));
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 6, maxLength: 20 }), async (moves) => {
      const { reference, request, present } = await openCourse(app, admin);
      for (const [index, one] of moves.entries()) {
        app.clock.advance(10);
        const refusal = refusalOf(reference, one);
        const { body, text } = await request(one);
        const about = `${index}: ${JSON.stringify(moves.slice(0, index + 1))} ${text}`;
        expect(body['code'], about).toBe(refusal);
        if (refusal === undefined) change(reference, one, Paid.safeParse(body).data?.payment.paymentId ?? '');
        expect(await present(), about).toEqual(
          reference.members.map(({ batch }) => (batch === undefined ? [] : [[batch, 0]])),
        );
      }
      const at = { now: app.clock.now(), calendar: createCalendar('Asia/Kolkata') };
      expect(await recomputeAll(app.database, at)).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
