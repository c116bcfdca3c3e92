import { z } from 'zod';
import type { Db } from '#server/database/database.ts';
import { listGroundless } from '../ledger/ledger.ts';
import { MODES } from '../provider/provider.ts';

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

/** The numbers of receipts whose credit notes do not add up to them. */
const listUnbalanced = async (db: Db): Promise<string[]> => {
  const found: string[] = [];
  const read = (document: string): Amounts => Amounts.parse(JSON.parse(document));
  let after = '';
  for (;;) {
    const invoices = await db
      .selectFrom('receipts')
      .select(['number', 'payment_id', 'document'])
      .where('kind', '<>', 'credit_note')
      .where('number', '>', after)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('receipts as note')
            .select('note.number')
            .whereRef('note.payment_id', '=', 'receipts.payment_id')
            .where('note.kind', '=', 'credit_note'),
        ),
      )
      .orderBy('number')
      .limit(BATCH)
      .execute();
    for (const { number, payment_id: paymentId, document } of invoices) {
      const notes = await db
        .selectFrom('receipts')
        .select('document')
        .where('payment_id', '=', paymentId)
        .where('kind', '=', 'credit_note')
        .execute();
      if (
        !addsUp(
          read(document),
          notes.map((note) => read(note.document)),
        )
      )
        found.push(number);
    }
    after = invoices.at(-1)?.number ?? '';
    if (invoices.length < BATCH) return found;
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

/** What is wrong with money beyond projections that differ; a sentence each. */
export const listMoneyFaults = async (db: Db): Promise<string[]> => {
  const groundless: string[] = [];
  for (const mode of MODES) groundless.push(...(await listGroundless(db, mode)));
  return [
    ...sentence('Renewals go on although they should have ended', groundless),
    ...sentence('Money gives no access and is on no list', await listForgotten(db)),
    ...sentence('Credit notes do not add up to their invoice', await listUnbalanced(db)),
  ];
};
