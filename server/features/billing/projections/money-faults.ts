import { z } from 'zod';
import type { Db } from '#server/database/database.ts';
import { listGroundless } from '../ledger/ledger.ts';
import { MODES, OFFLINE } from '../provider/provider.ts';

const MAX_NAMED = 5;
const BATCH = 500;

const Tax = z
  .object({ taxableInPaise: z.int(), cgstInPaise: z.int(), sgstInPaise: z.int(), igstInPaise: z.int() })
  .nullable();
const Amounts = z.object({ amountInPaise: z.int(), tax: Tax });
const PARTS = Tax.unwrap().keyof().options;

type Amounts = z.output<typeof Amounts>;

/** Notes of a part add up to no more than their invoice, and those of the whole to exactly the same, for each part of the tax. */
const addsUp = (invoice: Amounts, notes: readonly Amounts[]): boolean => {
  const refundedInPaise = notes.reduce((sum, note) => sum + note.amountInPaise, 0);
  if (refundedInPaise !== invoice.amountInPaise) return refundedInPaise < invoice.amountInPaise;
  return PARTS.every(
    (part) => notes.reduce((sum, { tax }) => sum + (tax?.[part] ?? 0), 0) === (invoice.tax?.[part] ?? 0),
  );
};

interface Checked {
  number: string;
  paymentId: string;
  differs: boolean;
  isMarked: boolean;
}

/** The receipts of these payments that have credit notes, and whether those add up to them. */
const checkNotes = async (db: Db, paymentIds: readonly string[]): Promise<Checked[]> => {
  const receipts = db.selectFrom('receipts').where('payment_id', 'in', paymentIds);
  const noted = await receipts.select('payment_id').where('kind', '=', 'credit_note').distinct().execute();
  if (noted.length === 0) return [];
  const rows = await db
    .selectFrom('receipts')
    .select(['number', 'kind', 'payment_id', 'document', 'differs'])
    .where(
      'payment_id',
      'in',
      noted.map((row) => row.payment_id),
    )
    .orderBy('number')
    .execute();
  const read = (row: { document: string }): Amounts => Amounts.parse(JSON.parse(row.document));
  return rows
    .filter(({ kind }) => kind !== 'credit_note')
    .map((receipt) => {
      const notes = rows.filter((row) => row.kind === 'credit_note' && row.payment_id === receipt.payment_id);
      const differs = !addsUp(read(receipt), notes.map(read));
      return { number: receipt.number, paymentId: receipt.payment_id, differs, isMarked: receipt.differs === 1 };
    });
};

/** The numbers of receipts whose credit notes do not add up to them. */
const listUnbalanced = async (db: Db): Promise<string[]> => {
  const found: string[] = [];
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('receipts')
      .select('payment_id')
      .where('kind', '=', 'credit_note')
      .where('payment_id', '>', after)
      .distinct()
      .orderBy('payment_id')
      .limit(BATCH)
      .execute();
    const ids = rows.map((row) => row.payment_id);
    if (ids.length > 0) for (const { number, differs } of await checkNotes(db, ids)) if (differs) found.push(number);
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) return found.toSorted();
  }
};

/** Makes receipts of these payments whose credit notes do not add up to them a to-do, and no others. */
export const markUnbalanced = async (tx: Db, paymentIds: readonly string[], now: number): Promise<void> => {
  for (const { number, paymentId, differs, isMarked } of await checkNotes(tx, paymentIds)) {
    if (differs === isMarked) continue;
    await tx
      .updateTable('receipts')
      .set({ differs: differs ? 1 : null })
      .where('number', '=', number)
      .execute();
    if (!differs) continue;
    const back = { handled_at: null, updated_at: now };
    await tx.updateTable('payments').set(back).where('provider_payment_id', '=', paymentId).execute();
  }
};

/** Captured money that gives no access, is no gift, has not gone back, and that no list shows. */
const listForgotten = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments as p')
    .leftJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select('p.provider_payment_id')
    .where('p.status', '=', 'captured')
    .where('p.amount_in_paise', '>', 0)
    .where('p.access_until', 'is', null)
    // A later part pays for the access of the first.
    .where('p.paid_parts', 'is', null)
    .where('a.gift_id', 'is', null)
    .where('p.handled_at', 'is', null)
    .where((eb) =>
      eb.or([eb('p.standing', 'is', null), eb('p.standing', 'in', ['paid', 'partly_refunded', 'coupon_exceeded'])]),
    )
    .orderBy('p.provider_payment_id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.provider_payment_id);
};

const sentence = (lead: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${lead}: ${names.slice(0, MAX_NAMED).join(', ')}${
          names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
        }`,
      ];

/** Confirmed requests without a payment, and offline payments that nobody confirmed. */
const listUnconfirmed = async (db: Db): Promise<string[]> => {
  const confirmed = await db
    .selectFrom('payment_requests as r')
    .leftJoin('payments as p', 'p.provider_payment_id', 'r.payment_id')
    .select('r.id')
    .where('r.state', '=', 'confirmed')
    .where('p.id', 'is', null)
    .limit(BATCH)
    .execute();
  const paid = await db
    .selectFrom('payments as p')
    .leftJoin('payment_requests as r', 'r.payment_id', 'p.provider_payment_id')
    .select('p.provider_payment_id as id')
    .where('p.provider', '=', OFFLINE)
    .where('p.amount_in_paise', '>', 0)
    .where('r.id', 'is', null)
    .limit(BATCH)
    .execute();
  return [...confirmed, ...paid].map(({ id }) => id);
};

/** What is wrong with money beyond projections that differ; a sentence each. */
export const listMoneyFaults = async (db: Db): Promise<string[]> => {
  const groundless: string[] = [];
  for (const mode of MODES) groundless.push(...(await listGroundless(db, mode)));
  return [
    ...sentence('Renewals go on although they should have ended', groundless),
    ...sentence('Money gives no access and is on no list', await listForgotten(db)),
    ...sentence('Confirmed and recorded payments differ', await listUnconfirmed(db)),
    ...sentence('Credit notes do not add up to their invoice', await listUnbalanced(db)),
  ];
};
