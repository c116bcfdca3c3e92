import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SECOND_MS } from '#server/clock.ts';
import type { Person } from '../../factories.ts';
import { isOpenMove, type Move, type OpenMove, type OpenRacer, type Racer } from './racer.ts';
import type { Request, School } from './school.ts';

/** Of the second part, which is paid as it is due. */
const PART_IN_PAISE = 10_000;
const Started = z.looseObject({ subscription_id: z.string() });
const Proof = z.looseObject({ razorpay_payment_id: z.string() });

/** What is bought before such a move: a batch for one about batches, and otherwise a plan in three parts. */
export const orderFor = (school: School, moves: readonly Move[]): object | undefined => {
  if (!moves.some(isOpenMove)) return undefined;
  return moves.includes('moveSelf') || moves.includes('moveBySchool')
    ? { planId: school.coursePlanId, batchId: school.batches[0] }
    : { planId: school.partsPlanId, inParts: true };
};

/** Pays part 2 at the provider, which tells nobody, and all that is left. */
export const prepareOpen = async (
  school: School,
  { headers }: Person,
  { moves, paymentId }: { moves: readonly Move[]; paymentId: string },
): Promise<OpenRacer> => {
  const payUnreported = async (upTo: number) => {
    const { body } = await school.send(0, { path: `/payments/parts/${paymentId}/start`, body: { upTo }, headers });
    return Proof.parse(await school.pay(Started.parse(body).subscription_id));
  };
  const part = moves.includes('payPart') ? await payUnreported(2) : undefined;
  // Of two payments for one part, the later second is the duplicate.
  if (part && moves.includes('payRest')) await school.servers.advance(2 * SECOND_MS);
  return { part, rest: moves.includes('payRest') ? await payUnreported(3) : undefined };
};

/** The request of each move about a batch, or about the parts of a purchase. */
export const openRequestsOf = (
  school: School,
  { person, purchaseId, open }: Racer,
  byAdmin: (path: string, body: object) => Request,
): Record<OpenMove, () => Request> => {
  const [from, to, last] = school.batches;
  const { headers } = person;
  const batches = `/courses/${school.courses[0]}/batches`;
  const report = (proof: object | undefined): Request => ({ path: '/payments/verify', body: { ...proof }, headers });
  const parts = `/admin/parts/${purchaseId}`;
  return {
    moveSelf: () => ({ path: `${batches}/${to}/move`, headers }),
    moveBySchool: () => byAdmin(`${batches}/${from}/members/${person.id}/move`, { toBatchId: last }),
    payPart: () => report(open?.part),
    payRest: () => report(open?.rest),
    remindParts: () => byAdmin(`${parts}/remind`, {}),
    postponePart: () => byAdmin(`${parts}/postpone`, { n: 2, until: '2030-03-01' }),
    writeOffPart: () => byAdmin(`${parts}/write-off`, { n: 2 }),
    recordPart: () => ({
      path: `/admin/people/${person.id}/payments`,
      body: {
        planId: school.partsPlanId,
        partsOf: purchaseId,
        way: 'cash',
        reference: '',
        amountInPaise: PART_IN_PAISE,
        receivedOn: new Date(school.servers.now()).toISOString().slice(0, 10),
        isWarned: true,
      },
      headers: school.admin.headers,
    }),
    refundOpen: () => byAdmin(`/admin/payments/${purchaseId}/refund`, { idempotencyKey: randomUUID() }),
  };
};

/** The memberships and the parts of a person, with names in place of ids. */
export const openLinesOf = async ({ database: { db }, batches }: School, { person }: Racer): Promise<string[]> => {
  const members = await db.selectFrom('batch_members').selectAll().where('user_id', '=', person.id).execute();
  const dues = await db.selectFrom('part_dues').selectAll().where('user_id', '=', person.id).execute();
  return [
    ...members.map((row) => {
      const bought = row.attempt_id === null ? 'not bought' : 'bought';
      return `batch ${batches.indexOf(row.batch_id)} ${bought} ${row.moved_by}: ${row.left_because ?? 'present'}`;
    }),
    ...dues.map((row) => {
      const changed = `${row.promised_on} ${row.written_off_at === null ? 'owed' : 'written off'}`;
      const reminded = row.reminded_at === null ? 'not reminded' : 'reminded';
      return `part ${row.n}: ${row.paid_in_paise} paid, ${row.missing_in_paise} missing, ${changed}, ${reminded}`;
    }),
  ];
};
